//! The templates of sites: in memory or on disk while a collection is labelled, and as a file.
//!
//! | of the payload | what |
//! |---|---|
//! | bytes | the name of the method |
//! | varint, each: bytes, 8 | how many parameters are not as by default: the name and value (`f64`, little-endian) of each |
//! | varint | how many sites there are |
//! | 8, varint, bytes | of each site, by its hash: the hash, how many pages it had, its template; no bytes if it had too few |

use std::collections::HashMap;
use std::fs::File;
use std::io::Write;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use super::learner::{DAMAGED, site_hash};
use super::{Kind, Method, SitePage, Template, find};
use crate::error::{Error, Result};
use crate::fingerprint::params::Settings;
use crate::record_sorter::{READING, writing_to};
use crate::store::{self, Reader, put_bytes, put_varint};

const KIND: &str = "sitestrip";
/// Bytes of templates that are kept as they were read.
const CACHE: usize = 32 << 20;

/// A site that was learned.
#[derive(Debug)]
pub(super) struct Site {
    pub(super) pages: u64,
    pub(super) template: Option<Box<dyn Template>>,
}

#[derive(Clone, Copy, Debug)]
struct Place {
    pages: u64,
    /// 0 bytes if there is no template.
    start: u64,
    length: u64,
}

#[derive(Debug)]
pub struct Templates {
    kind: &'static Kind,
    settings: Settings,
    method: Box<dyn Method>,
    /// By the hash of each site, ascending.
    sites: Vec<(u64, Place)>,
    bytes: Bytes,
    cache: Mutex<Cache>,
    pub pages: u64,
    /// Bytes on disk while they were learned.
    pub disk: u64,
}

#[derive(Debug)]
enum Bytes {
    Memory(Vec<u8>),
    File(File),
}

#[derive(Debug, Default)]
struct Cache {
    sites: HashMap<u64, Arc<Site>>,
    size: usize,
}

impl Templates {
    pub fn kind(&self) -> &'static Kind {
        self.kind
    }

    /// The method that they were learned by.
    pub fn method(&self) -> &dyn Method {
        &*self.method
    }

    /// How many sites there are, and how many of them have a template.
    pub fn sites(&self) -> (usize, usize) {
        (self.sites.len(), self.sites.iter().filter(|(_, place)| place.length > 0).count())
    }

    /// How much each block of a page is its site's, and how many pages that has; no shares if it has no template.
    pub(super) fn shares(&self, site: &str, page: &SitePage<'_>) -> Result<(u64, Option<Vec<f32>>)> {
        let Some(site) = self.site(site_hash(site))? else { return Ok((0, None)) };
        Ok((site.pages, site.template.as_ref().map(|template| template.shares(page))))
    }

    fn site(&self, hash: u64) -> Result<Option<Arc<Site>>> {
        let mut cache = self.cache.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(site) = cache.sites.get(&hash) {
            return Ok(Some(Arc::clone(site)));
        }
        let Ok(at) = self.sites.binary_search_by_key(&hash, |(hash, _)| *hash) else { return Ok(None) };
        let place = self.sites[at].1;
        let bytes = self.read(place)?;
        let template = if place.length > 0 { Some(self.method.template(&bytes)?) } else { None };
        let site = Arc::new(Site { pages: place.pages, template });
        // As Rust's structures they are a few times as large.
        cache.size += bytes.len() + size_of::<Site>();
        if cache.size > CACHE {
            cache.sites.clear();
            cache.size = bytes.len() + size_of::<Site>();
        }
        cache.sites.insert(hash, Arc::clone(&site));
        Ok(Some(site))
    }

    fn read(&self, place: Place) -> Result<Vec<u8>> {
        let length = usize::try_from(place.length).map_err(|_| DAMAGED)?;
        match &self.bytes {
            Bytes::Memory(bytes) => {
                let start = usize::try_from(place.start).map_err(|_| DAMAGED)?;
                bytes.get(start..start + length).map(<[u8]>::to_vec).ok_or(DAMAGED)
            }
            Bytes::File(file) => {
                let mut bytes = vec![0; length];
                file.read_exact_at(&mut bytes, place.start).map_err(Error::io(READING))?;
                Ok(bytes)
            }
        }
    }

    /// Writes them as a file.
    pub fn save(&self, out: &mut dyn Write) -> Result<()> {
        let mut head = Vec::new();
        put_bytes(&mut head, self.kind.name.as_bytes());
        let changed: Vec<_> =
            self.kind.params.iter().filter(|param| self.settings.value(param) != param.default).collect();
        put_varint(&mut head, changed.len() as u64);
        for param in changed {
            put_bytes(&mut head, param.name.as_bytes());
            head.extend_from_slice(&self.settings.value(param).to_le_bytes());
        }
        put_varint(&mut head, self.sites.len() as u64);
        let entry = |(hash, place): &(u64, Place)| {
            let mut entry = hash.to_le_bytes().to_vec();
            put_varint(&mut entry, place.pages);
            put_varint(&mut entry, place.length);
            entry
        };
        let length = head.len() as u64
            + self.sites.iter().map(|site| entry(site).len() as u64 + site.1.length).sum::<u64>();
        let sites = self.sites.iter().map(|site| {
            let mut piece = entry(site);
            piece.extend_from_slice(&self.read(site.1)?);
            Ok(piece)
        });
        store::seal_to(out, KIND, length, std::iter::once(Ok(head)).chain(sites))
    }

    /// Reads the bytes of a file.
    pub fn from_bytes(bytes: Vec<u8>) -> Result<Self> {
        let payload = store::open_kind(&bytes, KIND)?;
        let mut reader = Reader::new(payload);
        let text = |bytes| std::str::from_utf8(bytes).map_err(|_| DAMAGED);
        let kind = find(text(reader.bytes()?)?)?;
        let mut settings = Settings::default();
        for _ in 0..reader.varint()? {
            let name = text(reader.bytes()?)?;
            settings.set(kind.params, name, f64::from_le_bytes(reader.array()?))?;
        }
        let mut sites: Vec<(u64, Place)> = Vec::new();
        let mut pages = 0_u64;
        for _ in 0..reader.varint()? {
            let hash = u64::from_le_bytes(reader.array()?);
            let of_site = reader.varint()?;
            let length = reader.bytes()?.len() as u64;
            let start = (bytes.len() - 8 - reader.remaining()) as u64 - length;
            if sites.last().is_some_and(|(last, _)| *last >= hash) {
                return Err(Error::Malformed { what: "its sites are not in order" });
            }
            sites.push((hash, Place { pages: of_site, start, length }));
            pages = pages.saturating_add(of_site);
        }
        reader.finish()?;
        let method = (kind.make)(&settings);
        let cache = Mutex::default();
        let templates =
            Self { kind, settings, method, sites, bytes: Bytes::Memory(bytes), cache, pages, disk: 0 };
        Ok(templates)
    }
}

/// Takes the templates of sites by their hashes, ascending.
#[derive(Debug)]
pub(super) struct Writer {
    kind: &'static Kind,
    settings: Settings,
    sites: Vec<(u64, Place)>,
    bytes: Vec<u8>,
    /// Where they go when they are too many for memory.
    file: Option<File>,
    written: u64,
    most: u64,
    tmpdir: PathBuf,
}

impl Writer {
    pub(super) fn new(kind: &'static Kind, settings: &Settings, most: u64, tmpdir: &Path) -> Self {
        Self {
            kind,
            settings: settings.clone(),
            sites: Vec::new(),
            bytes: Vec::new(),
            file: None,
            written: 0,
            most,
            tmpdir: tmpdir.to_owned(),
        }
    }

    pub(super) fn add(&mut self, site: u64, pages: u64, template: Option<&[u8]>) -> Result<()> {
        let template = template.unwrap_or_default();
        let start = self.written + self.bytes.len() as u64;
        self.sites.push((site, Place { pages, start, length: template.len() as u64 }));
        self.bytes.extend_from_slice(template);
        if self.bytes.len() as u64 > self.most { self.spill() } else { Ok(()) }
    }

    fn spill(&mut self) -> Result<()> {
        let failed = || Error::io(writing_to(&self.tmpdir));
        let file = match &mut self.file {
            Some(file) => file,
            None => self.file.insert(tempfile::tempfile_in(&self.tmpdir).map_err(failed())?),
        };
        file.write_all(&self.bytes).map_err(failed())?;
        self.written += self.bytes.len() as u64;
        self.bytes.clear();
        Ok(())
    }

    pub(super) fn finish(mut self, pages: u64, disk: u64) -> Result<Templates> {
        if self.file.is_some() {
            self.spill()?;
        }
        let Self { kind, settings, sites, bytes, file, written, .. } = self;
        Ok(Templates {
            kind,
            method: (kind.make)(&settings),
            settings,
            sites,
            bytes: file.map_or(Bytes::Memory(bytes), Bytes::File),
            cache: Mutex::default(),
            pages,
            disk: disk + written,
        })
    }
}
