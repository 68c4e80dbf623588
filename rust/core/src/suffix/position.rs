//! Positions in a sequence: of 32 bits as long as they suffice.

use std::fmt::Debug;
use std::io;

use libsais::{LibsaisError, SuffixArrayConstruction};

use crate::error::{Error, Result};

mod sealed {
    pub trait Sealed {}
    impl Sealed for i32 {}
    impl Sealed for i64 {}
}

/// `i32` or `i64`: the sorter takes signed numbers. What else is wanted of a number is private to the room.
pub trait Position: sealed::Sealed + Copy + Ord + Debug + Default + Send + Sync {
    /// The longest sequence that has such positions.
    const MAX: usize;

    #[doc(hidden)]
    fn of(at: usize) -> Self;

    /// Less than zero is beyond any sequence.
    #[doc(hidden)]
    fn at(self) -> usize;

    /// The suffix array of bytes. What `out` has room for beyond it is work space.
    #[doc(hidden)]
    fn sort_bytes(text: &[u8], out: &mut [Self]) -> Result<()>;

    /// The suffix array of small numbers, which are changed meanwhile and then as before. It takes memory by the
    /// greatest of them; with room for six times as many in `out` beyond the array it is fastest.
    #[doc(hidden)]
    fn sort_numbers(text: &mut [Self], out: &mut [Self]) -> Result<()>;
}

macro_rules! position {
    ($type:ty) => {
        impl Position for $type {
            const MAX: usize = <$type>::MAX as usize;

            #[inline(always)]
            fn of(at: usize) -> Self {
                at as Self
            }

            #[inline(always)]
            fn at(self) -> usize {
                self as usize
            }

            fn sort_bytes(text: &[u8], out: &mut [Self]) -> Result<()> {
                if text.len() < 2 {
                    out.fill(0);
                    return Ok(());
                }
                let sorter = SuffixArrayConstruction::for_text(text).in_borrowed_buffer(out);
                sorter.single_threaded().run().map(drop).map_err(failed)
            }

            fn sort_numbers(text: &mut [Self], out: &mut [Self]) -> Result<()> {
                if text.len() < 2 {
                    out.fill(0);
                    return Ok(());
                }
                let sorter = SuffixArrayConstruction::for_text_mut(text).in_borrowed_buffer(out);
                sorter.single_threaded().run().map(drop).map_err(failed)
            }
        }
    };
}

position!(i32);
position!(i64);

/// All that can fail in the sorter is to get memory.
fn failed(error: LibsaisError) -> Error {
    let source = io::Error::new(io::ErrorKind::OutOfMemory, format!("{error:?}"));
    Error::Io { doing: "sorting suffixes".to_owned(), source }
}
