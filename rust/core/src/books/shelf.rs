//! Books that wait to be compared: names and book sketches in memory, page sketches and texts in a file on disk.

use std::fs::File;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use super::sketch::Sketch;
use crate::error::{Error, Result};
use crate::record_sorter::writing_to;

/// Bytes that are written at a time.
const BLOCK: usize = 1 << 20;

/// What is known of a book without a look into the file.
#[derive(Clone, Debug)]
pub struct Book {
    pub name: String,
    pub pages: u32,
    pub words: u64,
    pub odd: f32,
    pub digest: u128,
    /// Whether it has a sketch.
    pub sketched: bool,
    sketch: (u64, u32),
    text: (u64, u32),
}

/// The sketches of the pages of a book that have shingles.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pages {
    /// Their numbers, from zero, and how many shingles they have.
    pub numbers: Vec<u32>,
    pub shingles: Vec<u32>,
    /// As many min-hashes for each of them.
    pub hashes: Vec<u32>,
    /// Pages of the book, with those that have no shingles.
    pub all: u32,
}

/// See the [module](self).
#[derive(Debug)]
pub struct Shelf {
    pub books: Vec<Book>,
    /// The min-hashes of books that have a sketch; zeros for others.
    pub hashes: Vec<u32>,
    book_hashes: usize,
    page_hashes: usize,
    file: File,
    tmpdir: PathBuf,
    /// What is not yet written, and where it begins.
    waiting: Vec<u8>,
    written: u64,
}

impl Shelf {
    /// A shelf whose file is in `folder`, or where files go that live as long as the program.
    pub fn new(folder: Option<&Path>, book_hashes: usize, page_hashes: usize) -> Result<Self> {
        let tmpdir = folder.map_or_else(std::env::temp_dir, Path::to_owned);
        Ok(Self {
            books: Vec::new(),
            hashes: Vec::new(),
            book_hashes,
            page_hashes,
            file: tempfile::tempfile_in(&tmpdir).map_err(Error::io(writing_to(&tmpdir)))?,
            tmpdir,
            waiting: Vec::new(),
            written: 0,
        })
    }

    pub fn add(&mut self, name: String, sketch: &Sketch, pages: &[String]) -> Result<()> {
        let start = self.written + self.waiting.len() as u64;
        self.waiting.extend_from_slice(bytemuck::cast_slice(&sketch.shingles));
        self.waiting.extend_from_slice(bytemuck::cast_slice(&sketch.pages));
        let middle = self.written + self.waiting.len() as u64;
        for page in pages {
            self.waiting.extend_from_slice(&(page.len() as u32).to_ne_bytes());
            self.waiting.extend_from_slice(page.as_bytes());
        }
        let end = self.written + self.waiting.len() as u64;
        let length = |from: u64, to: u64| {
            let expected = "shorter than 4 GB".to_owned();
            u32::try_from(to - from).map_err(|_| Error::Parameter { name: "a book", expected })
        };
        let sketched = !sketch.book.is_empty();
        self.books.push(Book {
            name,
            pages: pages.len() as u32,
            words: sketch.words,
            odd: sketch.odd,
            digest: sketch.digest,
            sketched,
            sketch: (start, length(start, middle)?),
            text: (middle, length(middle, end)?),
        });
        self.hashes.extend_from_slice(&sketch.book);
        self.hashes.resize(self.books.len() * self.book_hashes, 0);
        if self.waiting.len() >= BLOCK {
            self.flush()?;
        }
        Ok(())
    }

    /// Adds a book that is the same as one that is here.
    pub fn add_copy(&mut self, name: String, original: usize) {
        let copy = Book { name, ..self.books[original].clone() };
        self.books.push(copy);
        self.hashes.resize(self.books.len() * self.book_hashes, 0);
    }

    /// Writes what waits, so that it can be read.
    pub fn flush(&mut self) -> Result<()> {
        let failed = || Error::io(writing_to(&self.tmpdir));
        self.file.write_all_at(&self.waiting, self.written).map_err(failed())?;
        self.written += self.waiting.len() as u64;
        self.waiting.clear();
        Ok(())
    }

    fn read(&self, (start, length): (u64, u32)) -> Result<Vec<u8>> {
        let mut bytes = vec![0; length as usize];
        self.file.read_exact_at(&mut bytes, start).map_err(Error::io("reading a temporary file"))?;
        Ok(bytes)
    }

    /// The min-hashes of a book.
    pub fn book_hashes(&self, book: usize) -> &[u32] {
        &self.hashes[book * self.book_hashes..][..self.book_hashes]
    }

    /// The sketches of the pages of a book.
    pub fn pages(&self, book: usize) -> Result<Pages> {
        let about = &self.books[book];
        let bytes = self.read(about.sketch)?;
        let number = |bytes: &[u8]| bytes.try_into().map_or(0, u32::from_ne_bytes);
        let all: Vec<u32> = bytes.chunks_exact(4).map(number).collect();
        let (shingles, hashes) = all.split_at(about.pages as usize);
        let mut pages = Pages { hashes: hashes.to_vec(), all: about.pages, ..Pages::default() };
        for (number, &shingles) in (0..).zip(shingles) {
            if shingles > 0 {
                pages.numbers.push(number);
                pages.shingles.push(shingles);
            }
        }
        debug_assert_eq!(pages.hashes.len(), pages.numbers.len() * self.page_hashes);
        Ok(pages)
    }

    /// The texts of the pages of a book.
    pub fn texts(&self, book: usize) -> Result<Vec<String>> {
        let about = &self.books[book];
        let bytes = self.read(about.text)?;
        let mut rest = &bytes[..];
        let mut texts = Vec::with_capacity(about.pages as usize);
        while let Some((length, after)) = rest.split_first_chunk::<4>() {
            let (text, after) = after.split_at((u32::from_ne_bytes(*length) as usize).min(after.len()));
            texts.push(String::from_utf8_lossy(text).into_owned());
            rest = after;
        }
        Ok(texts)
    }
}
