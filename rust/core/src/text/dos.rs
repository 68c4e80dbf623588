//! The two DOS code pages of early e-books; the web's encodings (`encoding_rs`) do not include them.

/// A code page whose lower half is ASCII: what the bytes 0x80 to 0xff stand for.
#[derive(Debug)]
pub struct CodePage {
    pub name: &'static str,
    upper: [&'static str; 4],
}

pub static CP437: CodePage = CodePage {
    name: "cp437",
    upper: [
        "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒ",
        "áíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐",
        "└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀",
        "αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}",
    ],
};

pub static CP850: CodePage = CodePage {
    name: "cp850",
    upper: [
        "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒ",
        "áíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐",
        "└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀",
        "ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u{ad}±‗¾¶§÷¸°¨·¹³²■\u{a0}",
    ],
};

impl CodePage {
    /// The characters of the upper half, in order of their bytes.
    pub fn upper(&self) -> Vec<char> {
        self.upper.iter().flat_map(|row| row.chars()).collect()
    }

    pub fn decode(&self, bytes: &[u8]) -> String {
        let upper = self.upper();
        bytes.iter().map(|&b| if b < 0x80 { char::from(b) } else { upper[usize::from(b - 0x80)] }).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accents_of_both_pages() {
        assert_eq!(CP437.decode(b"all\x83mes \x82t\x82 \x9c5"), "allâmes été £5");
        assert_eq!(CP850.decode(b"\xb5 \xd6 \x9b"), "Á Í ø");
        assert_eq!(CP437.upper().len(), 128);
        assert_eq!(CP850.upper().len(), 128);
    }
}
