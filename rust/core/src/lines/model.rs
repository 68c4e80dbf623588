//! A model: the counted lines of a corpus, which say what is frequent in it.
//!
//! The payload of a file of kind `model`: documents (varint), parts (varint: 1, or 2 where preambles and epilogues
//! are counted apart), and for each part the file of its counter (length, bytes). A file of one counter alone is a
//! model too.

use std::fs::File;
use std::io::{BufWriter, Read, Seek, Write};
use std::path::Path;

use super::boundaries::{Frequent, Side};
use super::counters::{self, LineCounter, Shape};
use crate::error::{Error, Result};
use crate::store;

pub const KIND: &str = "model";

/// "A line is frequent if it occurs more than K times in the corpus: we chose K = 10."
pub const THRESHOLD: u64 = 10;
/// "... except for GM where we used a counter value of 5" (section 4): its counters have been decremented.
pub const GM_THRESHOLD: u64 = 5;

#[derive(Debug)]
pub struct Model {
    documents: u64,
    /// Of all lines, or of the tops alone if `bottoms` is there.
    tops: Box<dyn LineCounter>,
    bottoms: Option<Box<dyn LineCounter>>,
}

impl Model {
    pub fn new(kind: &str, shape: &Shape, separate: bool) -> Result<Self> {
        let bottoms = if separate { Some(counters::make(kind, shape)?) } else { None };
        Ok(Self { documents: 0, tops: counters::make(kind, shape)?, bottoms })
    }

    pub fn kind(&self) -> &'static str {
        self.tops.kind()
    }

    pub fn documents(&self) -> u64 {
        self.documents
    }

    pub fn lines(&self) -> u64 {
        self.tops.total() + self.bottoms.as_ref().map_or(0, |bottoms| bottoms.total())
    }

    pub fn is_separate(&self) -> bool {
        self.bottoms.is_some()
    }

    pub fn memory(&self) -> usize {
        self.tops.memory() + self.bottoms.as_ref().map_or(0, |bottoms| bottoms.memory())
    }

    /// The K with which this kind of counter is read.
    pub fn default_threshold(&self) -> u64 {
        if self.kind() == "gm" { GM_THRESHOLD } else { THRESHOLD }
    }

    /// Counts the normalised lines of a document. A model that keeps the ends together takes all lines as tops.
    pub fn add(&mut self, tops: &[u8], bottoms: &[u8]) -> Result<()> {
        self.add_documents(1);
        self.tops.add_lines(tops)?;
        match &mut self.bottoms {
            Some(counter) => counter.add_lines(bottoms),
            None => self.tops.add_lines(bottoms),
        }
    }

    /// Counts documents whose lines come by [`add_counted`](Self::add_counted).
    pub fn add_documents(&mut self, documents: u64) {
        self.documents = self.documents.saturating_add(documents);
    }

    /// Counts one line `count` times; for lines that were counted and sorted elsewhere.
    pub fn add_counted(&mut self, line: &[u8], side: Side, count: u64) -> Result<()> {
        let counter = match (&mut self.bottoms, side) {
            (Some(bottoms), Side::Epilogue) => bottoms,
            _ => &mut self.tops,
        };
        (0..count).try_for_each(|_| counter.add(line))
    }

    /// Adds the counts of a model learned elsewhere.
    pub fn merge(&mut self, other: &Model) -> Result<()> {
        match (&mut self.bottoms, &other.bottoms) {
            (None, None) => {}
            (Some(mine), Some(theirs)) => mine.merge(theirs.as_ref())?,
            _ => {
                return Err(Error::Incompatible {
                    why: "one model counts preambles and epilogues apart, the other does not".to_owned(),
                });
            }
        }
        self.tops.merge(other.tops.as_ref())?;
        self.documents = self.documents.saturating_add(other.documents);
        Ok(())
    }

    /// Makes counts readable after the last line.
    pub fn finish(&mut self) -> Result<()> {
        self.tops.finish()?;
        self.bottoms.as_mut().map_or(Ok(()), |bottoms| bottoms.finish())
    }

    pub fn prune(&mut self, min_count: u64) {
        self.tops.prune(min_count);
        if let Some(bottoms) = &mut self.bottoms {
            bottoms.prune(min_count);
        }
    }

    /// Makes the model ready for pass 2 with that threshold: what `sort` keeps on disk is read, and its frequent lines
    /// stay in memory (3.3.2: "a pass over the sorted data can record the frequent lines").
    pub fn freeze(&mut self, threshold: u64) -> Result<()> {
        self.finish()?;
        for counter in std::iter::once(&mut self.tops).chain(&mut self.bottoms) {
            if counter.kind() == counters::sort::KIND.name {
                counter.prune(threshold.saturating_add(1));
                *counter = counters::load(&counters::save(counter.as_ref())?)?;
            }
        }
        Ok(())
    }

    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        let mut payload = Vec::new();
        store::put_varint(&mut payload, self.documents);
        store::put_varint(&mut payload, 1 + u64::from(self.is_separate()));
        store::put_bytes(&mut payload, &counters::save(self.tops.as_ref())?);
        if let Some(bottoms) = &self.bottoms {
            store::put_bytes(&mut payload, &counters::save(bottoms.as_ref())?);
        }
        Ok(store::seal(KIND, &payload))
    }

    /// Writes the same bytes through temporary files, in no more memory than the counters are allowed.
    pub fn write_to(&self, out: &mut dyn Write, tmpdir: &Path) -> Result<()> {
        let mut head = Vec::new();
        store::put_varint(&mut head, self.documents);
        store::put_varint(&mut head, 1 + u64::from(self.is_separate()));
        let mut length = 0;
        let mut parts = Vec::new();
        for counter in std::iter::once(&self.tops).chain(&self.bottoms) {
            let (bytes, file) = written(counter.as_ref(), tmpdir)
                .map_err(Error::io(format!("writing a temporary file to {}", tmpdir.display())))??;
            store::put_varint(&mut head, bytes);
            length += head.len() as u64 + bytes;
            parts.push((std::mem::take(&mut head), file));
        }
        let pieces = parts.into_iter().flat_map(|(head, file)| std::iter::once(Ok(head)).chain(Pieces(file)));
        store::seal_to(out, KIND, length, pieces)
    }

    pub fn from_bytes(bytes: &[u8]) -> Result<Self> {
        let (kind, payload) = store::open(bytes)?;
        if kind != KIND {
            return Ok(Self { documents: 0, tops: counters::load(bytes)?, bottoms: None });
        }
        let mut reader = store::Reader::new(payload);
        let documents = reader.varint()?;
        let parts = reader.varint()?;
        let tops = counters::load(reader.bytes()?)?;
        let bottoms = match parts {
            1 => None,
            2 => Some(counters::load(reader.bytes()?)?),
            _ => return Err(Error::Malformed { what: "a model has one part or two" }),
        };
        reader.finish()?;
        Ok(Self { documents, tops, bottoms })
    }

    /// The model read with a threshold K; [`freeze`](Self::freeze) comes first.
    pub fn above(&self, threshold: u64) -> Above<'_> {
        Above { model: self, threshold }
    }
}

/// A counter's file as a temporary one, and its length. Errors of the system and of the counter are told apart.
fn written(counter: &dyn LineCounter, tmpdir: &Path) -> std::io::Result<Result<(u64, File)>> {
    let mut out = BufWriter::new(tempfile::tempfile_in(tmpdir)?);
    if let Err(error) = counters::save_to(counter, &mut out) {
        return Ok(Err(error));
    }
    let mut file = out.into_inner()?;
    let bytes = file.stream_position()?;
    file.rewind()?;
    Ok(Ok((bytes, file)))
}

/// A file's content, piece by piece.
struct Pieces(File);

impl Iterator for Pieces {
    type Item = Result<Vec<u8>>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut piece = Vec::new();
        match Read::by_ref(&mut self.0).take(1 << 18).read_to_end(&mut piece) {
            Ok(0) => None,
            Ok(_) => Some(Ok(piece)),
            Err(error) => Some(Err(Error::io("reading a temporary file")(error))),
        }
    }
}

/// The lines of a model that occur more than K times.
#[derive(Debug)]
pub struct Above<'a> {
    model: &'a Model,
    threshold: u64,
}

impl Frequent for Above<'_> {
    fn is_frequent(&self, line: &[u8], side: Side) -> bool {
        let counter = match (&self.model.bottoms, side) {
            (Some(bottoms), Side::Epilogue) => bottoms,
            _ => &self.model.tops,
        };
        // Only a counter with lines on disk can fail, and freezing has left none.
        counter.count(line).is_ok_and(|count| count > self.threshold)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape() -> Shape {
        Shape { bits: 12, counters: 100, ..Shape::default() }
    }

    fn learned(separate: bool) -> Model {
        let mut model = Model::new("crc64", &shape(), separate).unwrap();
        for i in 0..20 {
            let bottom = if i % 2 == 0 { &b"the end\n"[..] } else { b"" };
            model.add(format!("license\nbook {i}\n").as_bytes(), bottom).unwrap();
        }
        model
    }

    #[test]
    fn frequent_is_more_than_k_times() {
        let model = learned(false);
        assert_eq!((model.documents(), model.lines(), model.default_threshold()), (20, 50, 10));
        let above = model.above(10);
        assert!(above.is_frequent(b"license", Side::Preamble));
        assert!(!above.is_frequent(b"the end", Side::Epilogue), "ten times is not more than ten");
        assert!(model.above(9).is_frequent(b"the end", Side::Preamble));
    }

    #[test]
    fn separate_sides() {
        let model = learned(true);
        assert!(!model.above(5).is_frequent(b"license", Side::Epilogue));
        assert!(!model.above(5).is_frequent(b"the end", Side::Preamble));
        assert!(model.above(5).is_frequent(b"the end", Side::Epilogue));
    }

    #[test]
    fn comes_back_from_its_file_and_merges() {
        for separate in [false, true] {
            let mut model = Model::from_bytes(&learned(separate).to_bytes().unwrap()).unwrap();
            model.merge(&learned(separate)).unwrap();
            assert_eq!((model.documents(), model.lines()), (40, 100));
            assert!(model.above(39).is_frequent(b"license", Side::Preamble));
            assert!(model.merge(&learned(!separate)).is_err());
            let mut out = Vec::new();
            model.write_to(&mut out, &std::env::temp_dir()).unwrap();
            assert_eq!(out, model.to_bytes().unwrap());
        }
        let mut gm = Model::new("gm", &shape(), false).unwrap();
        assert!(gm.merge(&learned(false)).is_err());
        assert_eq!(gm.default_threshold(), 5);
    }

    #[test]
    fn what_sort_left_on_disk_is_read_before_pass_2() {
        let mut model = Model::new("sort", &Shape { memory: 1, ..Shape::default() }, false).unwrap();
        for i in 0..30 {
            model.add(format!("license\nbook {i}\n").as_bytes(), b"").unwrap();
        }
        model.freeze(10).unwrap();
        assert_eq!(model.kind(), "exact");
        assert!(model.above(10).is_frequent(b"license", Side::Preamble));
        assert!(!model.above(10).is_frequent(b"book 3", Side::Preamble));
    }

    #[test]
    fn a_counter_alone_is_a_model() {
        let mut counter = counters::make("exact", &shape()).unwrap();
        counter.add_lines(b"x\nx\n").unwrap();
        let model = Model::from_bytes(&counters::save(counter.as_ref()).unwrap()).unwrap();
        assert!(model.above(1).is_frequent(b"x", Side::Epilogue));
    }
}
