//! What volunteers write around the boilerplate, beyond the paper's three expressions: one table a kind of line.
//!
//! Lines are compared folded (see [`fold`]), so that the tables hold words only. Languages other than English are
//! those in which Project Gutenberg has books with notes in that language.

use std::sync::LazyLock;

use regex::bytes::Regex;

/// Lower case, no apostrophes, hyphens inside words dropped, everything but letters, digits and the signs inside
/// addresses made one space: `*END*THE SMALL PRINT!` becomes `end the small print`.
pub(in crate::lines) fn fold(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    // Whether the last character written was a letter or digit, so that a sign after it may be inside a word.
    let mut in_word = false;
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        let inside = in_word && chars.peek().is_some_and(|next| next.is_alphanumeric());
        if c.is_ascii_alphanumeric() {
            out.push(c.to_ascii_lowercase());
            in_word = true;
        } else if c.is_alphanumeric() {
            out.extend(c.to_lowercase());
            in_word = true;
        } else if matches!(c, '\'' | '’' | '‘') || (c == '-' && inside) {
            // Left out.
        } else if c == '@' || (matches!(c, '.' | '/' | ':') && inside) {
            out.push(c);
            in_word = false;
        } else {
            if !out.is_empty() && !out.ends_with(' ') {
                out.push(' ');
            }
            in_word = false;
        }
    }
    out.truncate(out.trim_end().len());
    out
}

macro_rules! table {
    ($(#[$doc:meta])* $name:ident, $($pattern:literal),+ $(,)?) => {
        $(#[$doc])*
        pub(in crate::lines) fn $name(folded: &str) -> bool {
            static REGEX: LazyLock<Option<Regex>> =
                LazyLock::new(|| Regex::new(concat!("(?x-u:", $("(?:", $pattern, ")|",)+ r"\z.)")).ok());
            REGEX.as_ref().is_some_and(|regex| regex.is_match(folded.as_bytes()))
        }
    };
}

table!(
    /// The line after which a book starts since 2003.
    is_start_marker,
    r"^start\ of\ (the\ |this\ |)(project|projekt)\ gutenberg",
    r"^start\ of\ (the\ |this\ )(e\ ?text|ebook)\b",
);

table!(
    /// The last line of the small print.
    is_small_print_end,
    r"^end\ ?(of\ |)the\ small\ print",
    r"^small\ print\ .*\ end$",
    r"^any\ official\ connection\ with\ the\ university\ of\ illinois",
);

table!(
    /// The line with which the epilogue starts.
    is_end_marker,
    r"^(this\ is\ |here\ |)(the\ |)(end|ende|fin|fine|fim|einde)\ (of\ |dieses\ |dieser\ |des\ |du\ |de\ |del\ |do\ |van\ |)
      (the\ |this\ |dit\ |het\ |)([\w]+\ ){0,3}?(project|projekt|projet|proyecto|projeto|progetto)\ gutenberg",
    r"^(the\ |)end\ of\ (the\ |this\ )([\w]+\ ){0,2}?(e\ ?text|ebook)\b",
);

table!(
    /// Starts what volunteers put between the text and the end line.
    is_appendix,
    r"^e\ ?text\b.{0,20}bookmarks",
    r"^end\ of\ (the\ |)original\ text$",
);

table!(
    /// Names the library itself.
    names_gutenberg,
    r"\b(project|projekt)\ gutenberg",
    r"\bgutenberg\ (e\ ?text|ebook|projekt|project|license|literary)",
    r"\bgutenberg\.(org|net|de)\b",
    r"\bpg\ (e\ ?text|ebook)",
);

table!(
    /// Starts a note of who made the electronic text.
    is_note_heading,
    r"^(original\ |additional\ |)(transcri[bp](er|tor)\w*(\ tm|)(\ s|)|transcription|proofreaders?|(e\ ?text|ebook|electronic)\ (editor|transcriber|producer)s?)
      \ (end\ ?|)(note|comment|remark|correction|amendment|change|errata)",
    r"^(notes?|remarks?|comments?)\ (by|of|from|on|to)\ (the\ |this\ |)(transcri|(e\ ?text|ebook|electronic|plain\ text))",
    r"^(editorial\ note|disclaimer)\b",
    r"^(info|information|notes?)\ (about|on)\ (this|the)\ (e\ ?text|electronic|ebook|original\ edition)",
    r"^(typographical|printers?|spelling)\ errors\ (were\ |have\ been\ |)corrected",
    r"^(list\ of\ |)(corrections|changes|errors)\ (made|corrected)\ (by|in|to)\b",
    r"^(a\ |)note\ (on|about|regarding)\ (the\ |this\ )(e\ ?text|ebook|electronic|transcription|text\ version)",
    r"^(note|notes|remarques?)\ (de|du|sur|des)\ (la\ |les\ |)(transcri|correct)",
    r"^au\ lecteur$",
    r"^(liste\ des\ (modifications|corrections)|corrections$|erreurs\ corrig)",
    r"^(weitere\ |)(anmerkung|hinweis|bemerkung)(en|e|)\ (zur|zum|des|der|zu)\ (transkription|bearbeit|transkrib|digital)",
    r"^(opmerking|aantekening)(en|)\ (van|bij|over)\ (de\ |het\ |)(bewerker|transcri|digital)",
    r"^not[ae]s?\ (d[eoai]|del|della|dello|sulla|sobre|sul)\ ?(l[ao]\ |)(trascri|transcri|editor)",
    r"^lista\ de\ (erros|correc)",
    r"^(transkri\w+|transcri\w+)\ (huomautu|anm)",
    r"^produ[ck]\w+\ notes?\b",
);

table!(
    /// Heads corrections, of the print or of those who typed it.
    is_errata_heading,
    r"^(errata|corrigenda|addenda\ et\ corrigenda|corrections)$",
);

table!(
    /// Speaks of what was done with errors of the print, not of what a reader should do.
    speaks_of_the_print,
    r"\b(unchanged|text\ reads|as\ printed|retained|silently|spelling\ of|transcri\w+)\b",
);

table!(
    /// Says who made, scanned, gave or proofread the electronic text.
    is_credit,
    r"^(this\ |the\ |original\ |)(project\ gutenberg\ |)(e\ ?text|ebook|electronic\ (text|edition|version|book)|file|html|digital\ \w+|edition|text|transcription|version|book|page\ images)\ ?([\w]+\ ){0,6}?(was\ |were\ |is\ |)
      ([\w]+\ ){0,3}?(produced?|prepared|scanned|transcribed|typed|proofread|proofed|digiti[sz]ed|created|provided|contributed|converted|entered|edited|updated|corrected|redacted|keyed|submitted|donated|based|made|supplied)\b",
    r"^(and\ |additional\ |re)?(produce[dr]?|scan(ned|ning|s|)|digiti[sz]ed|digiti[sz]ation|proofread(ing|)|proofed|proofing|typed|retyped|keyed|ocr(ed|d|)|html|redacted|e\ ?texted|etext|ebook\ |corrections|formatt(ed|ing))\ ?
      ([\w]+\ ){0,8}?(by|from|for|courtesy|credit)\b",
    r"^(transcribed|prepared|text|additional\ \w+|corrected|updated|edited\ and\ \w+|revised\ and\ \w+|redacted|submitted|donated|contributed|with\ thanks|many\ thanks|thanks|special\ thanks|we\ thank|courtesy)\ ?([\w]+\ ){0,8}?(by|from|to|of|for)\b.*
      (@|scann|proof|transcri|etext|ebook|typed|html|volunteer|digit|ocr|internet|images|projekt|david\ price|online|edition\ by)",
    r"\bdistributed\ proof",
    r"\bpgdp\b",
    r"\binternet\ archive\b|\barchive\.org\b|\bgoogle\ (books|print)\b|\bhathi\ ?trust\b|\bgallica\b|\bgutenberg\ projekt",
    r"\bpage\ images\b|\bscanned\ images\b|\bimages\ (generously|made\ available|of\ public\ domain|courtesy)",
    r"\bgenerously\ (made|provided|donated)",
    r"^this\ file\ (was|has\ been|is|should)\b",
    r"^(e\ ?text|ebook)\ (prepared|produced|scanned|transcribed|created|typed|by|provided|from|edited|editor)",
    r"@[\w.]+\.[a-z]{2,4}\b|\bhttps?\ |\bwww\.",
    r"^(scanned|typed|proofread|proofed|transcribed|digitized|converted|ocr)\b.*\b(and|by)\b",
    r"^(produziert|erstellt|gescannt|korrektur|dieses?\ (buch|etext|werk|e\ ?book)\ (wurde|ist))\b",
    r"^(ce\ (livre|texte|fichier)|this\ book)\ (a\ |was\ |est\ )(été\ |)(produ|scann|num|prepar|transcri|typed|digit)",
    r"^(produit|realis|réalis|num(é|e)ris|geproduceerd|prodotto|produzido|producido|digitali[sz]ado|tuotti|tuottanut)",
    r"^(7|8)bit\ version|^(this|the)\ (7|8)bit\b|\bascii\b.*\b(version|text|file)",
    r"^(first|second|third|[\w]+)\ (project\ gutenberg\ |)edition\ (by|prepared|scanned|typed)",
    r"^(etext|e\ text|ebook)\ (editor|no|number)",
    r"\be\ ?text\ \d+$",
    r"\bis\ in\ the\ public\ domain\b",
    r"^copyright\ (c\ |)(19[89]\d|20\d\d)\b",
    r"\bhtml\ version\b|\billustrat\w+\ (html|version)\b|\bsee\ \d+h\.(htm|zip)\b",
);

table!(
    /// Speaks of the electronic text, beside other words that do too.
    is_weak_credit,
    r"\b(this|the|these)\ (e\ ?texts?|ebooks?)\b|\belectronic\ (texts?|editions?|versions?)\b",
    r"\banonymous\ volunteers?\b",
    r"^additional\ editing\ by\b",
    r"\bscanned\ (with|using)\b",
    r"\bhtml\ version\ of\ this\b",
);

table!(
    /// Says how print became plain text.
    speaks_of_typing,
    r"\b(italic\w*|indented|etext|e\ text|transcri\w+|capitali[sz]ed|spellings?|typograph\w+|this\ (version|text|file))\b",
);

table!(
    /// The title as the library gives it.
    is_gutenberg_title,
    r"^(this\ |the\ |)project\ gutenberg\ (e\ ?text|ebook|edition)\ of\b",
);

table!(
    /// The line that names the file, near both ends of old files.
    is_file_name,
    r"^this\ file\ should\ be\ named\b",
);

table!(
    /// The names of header fields.
    is_header_name,
    r"^(title|author|editor|translator|illustrator|contributor|release\ date|posting\ date|official\ release\ date
      |edition|language|character\ set(\ encoding|)|credits|original\ publication|most\ recently\ updated|produced\ by)$",
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folding() {
        assert_eq!(fold("*END*THE SMALL PRINT! FOR"), "end the small print for");
        assert_eq!(fold("  | TRANSCRIBER’S NOTES:  |\r\n"), "transcribers notes");
        assert_eq!(
            fold("e-mail: A.Name@x.org, http://www.pgdp.net/c/."),
            "email a.name@x.org http www.pgdp.net/c"
        );
        assert_eq!(fold("***"), "");
    }

    #[test]
    fn tables_compile() {
        assert!(is_start_marker("start of the project gutenberg ebook emma"));
        assert!(is_small_print_end("end the small print for public domain etexts"));
        assert!(is_end_marker("end of the project gutenberg etext of emma"));
        assert!(names_gutenberg("the project gutenberg etext of emma"));
        assert!(is_note_heading("transcribers note"));
        assert!(is_credit("produced by a volunteer"));
    }
}
