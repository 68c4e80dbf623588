//! The elements of HTML, and what each means for blocks.

/// What is special about an element; one bit each.
mod bit {
    /// A block starts and ends at its tags: footnote 15 of the thesis, and the block elements that HTML has had since.
    pub(super) const BLOCK: u16 = 1;
    /// It has no content and no end tag.
    pub(super) const VOID: u16 = 1 << 1;
    /// "Special" in the HTML standard: an end tag of a phrasing element does not reach beyond it.
    pub(super) const SPECIAL: u16 = 1 << 2;
    /// End tags within it do not reach elements outside ("has an element in scope").
    pub(super) const SCOPE: u16 = 1 << 3;
    /// Its start tag ends an open `p`.
    pub(super) const ENDS_P: u16 = 1 << 4;
    /// What is in it is no text of the page.
    pub(super) const DROPPED: u16 = 1 << 5;
    /// boilerpipe's blocks go on across its tags.
    pub(super) const INLINE: u16 = 1 << 6;
    /// It may stand in the head.
    pub(super) const HEAD: u16 = 1 << 7;
    /// A formatting element: a wrongly nested end tag of it ends no block.
    pub(super) const FORMATTING: u16 = 1 << 8;
    /// h1 to h6.
    pub(super) const HEADING: u16 = 1 << 9;
}

macro_rules! tags {
    ($($variant:ident $name:literal $($bit:ident)*,)*) => {
        /// An element's name; all names that mean nothing to blocks are `Other`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum Tag {
            $($variant,)*
            Other,
        }

        impl Tag {
            /// All tags but `Other`.
            pub const KNOWN: &'static [Self] = &[$(Self::$variant,)*];

            const BITS: [u16; Self::COUNT] = [$(0 $(| bit::$bit)*,)* 0];
            const NAMES: [&'static str; Self::COUNT] = [$($name,)* "other"];

            /// The tag of a name in any case.
            #[allow(non_upper_case_globals)]
            pub fn of(name: &[u8]) -> Self {
                const fn key(name: &str) -> u128 {
                    pack(name.as_bytes())
                }
                $(const $variant: u128 = key($name);)*
                if name.len() > 16 {
                    return Self::Other;
                }
                let found = match pack(name) {
                    $($variant => Self::$variant,)*
                    _ => return Self::Other,
                };
                // Packing folds more than letters' case.
                if found.name().as_bytes().eq_ignore_ascii_case(name) { found } else { Self::Other }
            }
        }
    };
}

/// Up to 16 bytes as one number, letters in lower case.
const fn pack(name: &[u8]) -> u128 {
    let mut packed = 0;
    let mut i = 0;
    while i < name.len() {
        packed = packed << 8 | (name[i] | 0x20) as u128;
        i += 1;
    }
    packed
}

tags! {
    A "a" INLINE FORMATTING,
    Abbr "abbr" INLINE,
    Acronym "acronym" INLINE,
    Address "address" BLOCK SPECIAL ENDS_P,
    Applet "applet" SPECIAL SCOPE,
    Area "area" VOID SPECIAL,
    Article "article" BLOCK SPECIAL ENDS_P,
    Aside "aside" BLOCK SPECIAL ENDS_P,
    Audio "audio",
    B "b" INLINE FORMATTING,
    Base "base" VOID SPECIAL HEAD,
    Basefont "basefont" VOID SPECIAL HEAD,
    Bgsound "bgsound" VOID SPECIAL HEAD,
    Big "big" FORMATTING,
    Blockquote "blockquote" BLOCK SPECIAL ENDS_P,
    Body "body" BLOCK SPECIAL,
    Br "br" VOID SPECIAL,
    Button "button" SPECIAL,
    Canvas "canvas",
    Caption "caption" BLOCK SPECIAL SCOPE,
    Center "center" BLOCK SPECIAL ENDS_P,
    Cite "cite",
    Code "code" INLINE FORMATTING,
    Col "col" BLOCK VOID SPECIAL,
    Colgroup "colgroup" BLOCK SPECIAL,
    Command "command" VOID,
    Data "data",
    Datalist "datalist",
    Dd "dd" BLOCK SPECIAL ENDS_P,
    Del "del",
    Desc "desc" DROPPED,
    Details "details" BLOCK SPECIAL ENDS_P,
    Dfn "dfn",
    Dialog "dialog" BLOCK SPECIAL ENDS_P,
    Dir "dir" BLOCK SPECIAL ENDS_P,
    Div "div" BLOCK SPECIAL ENDS_P,
    Dl "dl" BLOCK SPECIAL ENDS_P,
    Dt "dt" BLOCK SPECIAL ENDS_P,
    Em "em" INLINE FORMATTING,
    Embed "embed" VOID SPECIAL,
    Fieldset "fieldset" BLOCK SPECIAL ENDS_P,
    Figcaption "figcaption" BLOCK SPECIAL ENDS_P,
    Figure "figure" BLOCK SPECIAL ENDS_P,
    Font "font" INLINE FORMATTING,
    Footer "footer" BLOCK SPECIAL ENDS_P,
    ForeignObject "foreignobject" SPECIAL SCOPE,
    Form "form" BLOCK SPECIAL ENDS_P,
    Frame "frame" VOID SPECIAL,
    Frameset "frameset" BLOCK SPECIAL,
    H1 "h1" BLOCK SPECIAL ENDS_P HEADING,
    H2 "h2" BLOCK SPECIAL ENDS_P HEADING,
    H3 "h3" BLOCK SPECIAL ENDS_P HEADING,
    H4 "h4" BLOCK SPECIAL ENDS_P HEADING,
    H5 "h5" BLOCK SPECIAL ENDS_P HEADING,
    H6 "h6" BLOCK SPECIAL ENDS_P HEADING,
    Head "head" BLOCK SPECIAL DROPPED,
    Header "header" BLOCK SPECIAL ENDS_P,
    Hgroup "hgroup" BLOCK SPECIAL ENDS_P,
    Hr "hr" BLOCK VOID SPECIAL ENDS_P,
    Html "html" SPECIAL SCOPE,
    I "i" INLINE FORMATTING,
    Iframe "iframe" SPECIAL DROPPED,
    Image "image" VOID,
    Img "img" VOID SPECIAL,
    Input "input" VOID SPECIAL,
    Ins "ins",
    Kbd "kbd",
    Keygen "keygen" VOID SPECIAL,
    Label "label",
    Legend "legend" BLOCK,
    Li "li" BLOCK SPECIAL ENDS_P,
    Link "link" VOID SPECIAL HEAD,
    Listing "listing" BLOCK SPECIAL ENDS_P,
    Main "main" BLOCK SPECIAL ENDS_P,
    Map "map",
    Mark "mark",
    Marquee "marquee" SPECIAL SCOPE,
    Math "math",
    Menu "menu" BLOCK SPECIAL ENDS_P,
    Meta "meta" VOID SPECIAL HEAD,
    Metadata "metadata" DROPPED,
    Nav "nav" BLOCK SPECIAL ENDS_P,
    Nobr "nobr" FORMATTING,
    Noembed "noembed" SPECIAL DROPPED,
    Noframes "noframes" SPECIAL DROPPED HEAD,
    Noscript "noscript" SPECIAL HEAD,
    Object "object" SPECIAL SCOPE,
    Ol "ol" BLOCK SPECIAL ENDS_P,
    Optgroup "optgroup" BLOCK,
    Option "option" BLOCK,
    P "p" BLOCK SPECIAL ENDS_P,
    Param "param" VOID SPECIAL,
    Picture "picture",
    Plaintext "plaintext" BLOCK SPECIAL ENDS_P,
    Pre "pre" BLOCK SPECIAL ENDS_P,
    Q "q",
    Rb "rb",
    Rp "rp",
    Rt "rt",
    Rtc "rtc",
    Ruby "ruby",
    S "s" FORMATTING,
    Samp "samp",
    Script "script" SPECIAL DROPPED HEAD,
    Search "search" BLOCK SPECIAL ENDS_P,
    Section "section" BLOCK SPECIAL ENDS_P,
    Select "select" SPECIAL SCOPE,
    Small "small" FORMATTING,
    Source "source" VOID SPECIAL,
    Span "span" INLINE,
    Strike "strike" INLINE FORMATTING,
    Strong "strong" INLINE FORMATTING,
    Style "style" SPECIAL DROPPED HEAD,
    Sub "sub" INLINE,
    Summary "summary" BLOCK SPECIAL ENDS_P,
    Sup "sup" INLINE,
    Svg "svg",
    Table "table" BLOCK SPECIAL SCOPE,
    Tbody "tbody" BLOCK SPECIAL,
    Td "td" BLOCK SPECIAL SCOPE,
    Template "template" SPECIAL SCOPE DROPPED HEAD,
    Textarea "textarea" BLOCK SPECIAL,
    Tfoot "tfoot" BLOCK SPECIAL,
    Th "th" BLOCK SPECIAL SCOPE,
    Thead "thead" BLOCK SPECIAL,
    Time "time",
    Title "title" SPECIAL DROPPED HEAD,
    Tr "tr" BLOCK SPECIAL,
    Track "track" VOID SPECIAL,
    Tt "tt" INLINE FORMATTING,
    U "u" INLINE FORMATTING,
    Ul "ul" BLOCK SPECIAL ENDS_P,
    Var "var" INLINE,
    Video "video",
    Wbr "wbr" VOID SPECIAL,
    Xmp "xmp" BLOCK SPECIAL ENDS_P,
}

impl Tag {
    pub const COUNT: usize = Self::Other as usize + 1;

    /// The name in lower case.
    pub fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }

    fn has(self, bit: u16) -> bool {
        Self::BITS[self as usize] & bit != 0
    }

    pub fn is_block(self) -> bool {
        self.has(bit::BLOCK)
    }

    pub fn is_void(self) -> bool {
        self.has(bit::VOID)
    }

    pub fn is_special(self) -> bool {
        self.has(bit::SPECIAL)
    }

    pub fn is_scope(self) -> bool {
        self.has(bit::SCOPE)
    }

    pub fn ends_p(self) -> bool {
        self.has(bit::ENDS_P)
    }

    pub fn is_dropped(self) -> bool {
        self.has(bit::DROPPED)
    }

    /// Whether boilerpipe's blocks go on across its tags.
    pub fn is_inline(self) -> bool {
        self.has(bit::INLINE)
    }

    pub fn may_be_in_head(self) -> bool {
        self.has(bit::HEAD)
    }

    pub fn is_formatting(self) -> bool {
        self.has(bit::FORMATTING)
    }

    pub fn is_heading(self) -> bool {
        self.has(bit::HEADING)
    }

    /// 1 to 6 for h1 to h6, 0 for all else.
    pub fn heading_level(self) -> u8 {
        if self.is_heading() { self as u8 - Self::H1 as u8 + 1 } else { 0 }
    }

    /// Elements in which lines are kept as they are.
    pub fn keeps_lines(self) -> bool {
        matches!(self, Self::Pre | Self::Listing | Self::Xmp | Self::Plaintext | Self::Textarea)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_finds_its_tag() {
        for &tag in Tag::KNOWN {
            assert_eq!(Tag::of(tag.name().as_bytes()), tag);
            assert_eq!(Tag::of(tag.name().to_ascii_uppercase().as_bytes()), tag);
        }
        for name in ["", "h7", "h\x12", "bod", "bodyy", "other", "a-very-long-custom-element", "ſ"] {
            assert_eq!(Tag::of(name.as_bytes()), Tag::Other, "{name}");
        }
    }

    /// Footnote 15 of the thesis.
    #[test]
    fn the_block_tags_of_the_thesis_are_blocks() {
        let listed = "BLOCKQUOTE, CAPTION, CENTER, COL, COLGROUP, DD, DIV, DL, DT, FIELDSET, FORM, H1, H2, H3, H4, H5, \
                      H6, LEGEND, LI, OPTGROUP, OPTION, P, PRE, TABLE, TD, TEXTAREA, TFOOT, TH, THEAD, TR, UL";
        for name in listed.split(", ") {
            assert!(Tag::of(name.as_bytes()).is_block(), "{name}");
        }
    }

    #[test]
    fn headings_have_levels() {
        assert_eq!([Tag::H1, Tag::H6, Tag::P].map(Tag::heading_level), [1, 6, 0]);
    }
}
