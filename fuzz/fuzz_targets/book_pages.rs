//! The pages of a book out of any bytes: as a list, as text with form feeds. What is read as pages is written as such, and
//! books made of it are compared.
#![no_main]

use libfuzzer_sys::fuzz_target;
use streamclean_core::books::library::{Library, Options};
use streamclean_core::books::{Sketcher, pages};

fuzz_target!(|bytes: &[u8]| {
    let list = pages::of_list(bytes);
    let string = pages::of_string(bytes);
    let text = pages::of_text(&String::from_utf8_lossy(bytes));
    let books: Vec<Vec<String>> = [list.unwrap_or_default(), string, text].into();
    let options = Options { min_collisions: 1, ..Options::default() };
    let mut sketcher = Sketcher::new(options.sketch);
    let Ok(mut library) = Library::new(options, None) else { return };
    for (number, book) in books.iter().enumerate() {
        assert!(pages::of_list(&pages::to_json(book)).is_ok_and(|again| again == *book));
        let sketch = sketcher.sketch(book);
        assert_eq!(sketch.shingles.len(), book.len());
        assert!(library.add(number.to_string(), &sketch, book).is_ok());
        // The same without its first page: a copy that lacks one.
        let less = book.get(1..).unwrap_or_default();
        assert!(library.add(format!("{number}-less"), &sketcher.sketch(less), less).is_ok());
    }
    assert!(library.prepare().is_ok());
    let Ok(related) = library.relate(0..library.len(), true) else { panic!("books that are not compared") };
    library.settle(&related);
    for edition in library.editions() {
        assert!(library.merge(&edition).is_ok());
    }
});
