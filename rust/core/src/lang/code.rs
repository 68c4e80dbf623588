//! Codes of languages out of what records and people write: `en-US`, `eng`, `English`, `de_DE.UTF-8`, `Deutsch`.

/// The code of ISO 639-1, and what else a language is called, in lower case: codes of ISO 639-2, then names.
static NAMES: &[(&str, &str)] = &[
    ("af", "afr afrikaans"),
    ("am", "amh amharic"),
    ("ar", "ara arabic العربية"),
    ("bg", "bul bulgarian български"),
    ("bn", "ben bengali bangla বাংলা"),
    ("bo", "bod tib tibetan"),
    ("bs", "bos bosnian bosanski"),
    ("ca", "cat catalan valencian català"),
    ("cs", "ces cze cz czech čeština"),
    ("da", "dan danish dansk"),
    ("de", "deu ger german deutsch"),
    ("el", "ell gre gr greek ελληνικά"),
    ("en", "eng english"),
    ("es", "spa spanish castilian español castellano"),
    ("et", "est estonian eesti"),
    ("eu", "eus baq basque euskara"),
    ("fa", "fas per pes persian farsi فارسی"),
    ("fi", "fin finnish suomi"),
    ("fr", "fra fre french français"),
    ("gl", "glg galician galego"),
    ("gu", "guj gujarati"),
    ("he", "heb iw hebrew עברית"),
    ("hi", "hin hindi हिन्दी"),
    ("hr", "hrv scr croatian hrvatski"),
    ("hu", "hun hungarian magyar"),
    ("hy", "hye arm armenian հայերեն"),
    ("id", "ind in indonesian"),
    ("is", "isl ice icelandic íslenska"),
    ("it", "ita italian italiano"),
    ("ja", "jpn jp japanese 日本語"),
    ("ka", "kat geo georgian ქართული"),
    ("km", "khm khmer"),
    ("kn", "kan kannada"),
    ("ko", "kor kr korean 한국어"),
    ("lo", "lao"),
    ("lt", "lit lithuanian lietuvių"),
    ("lv", "lav latvian latviešu"),
    ("mk", "mkd mac macedonian македонски"),
    ("ml", "mal malayalam"),
    ("ms", "msa may zsm malay"),
    ("my", "mya bur burmese"),
    ("nl", "nld dut dutch flemish nederlands"),
    ("no", "nor nb nob nn nno norwegian norsk bokmål nynorsk"),
    ("or", "ori ory odia oriya"),
    ("pa", "pan punjabi panjabi"),
    ("pl", "pol polish polski"),
    ("pt", "por portuguese português"),
    ("ro", "ron rum mo mol romanian moldavian română"),
    ("ru", "rus russian русский"),
    ("si", "sin sinhala sinhalese"),
    ("sk", "slk slo slovak slovenčina"),
    ("sl", "slv slovene slovenian slovenščina"),
    ("sq", "sqi alb albanian shqip"),
    ("sr", "srp scc serbian srpski српски"),
    ("sv", "swe swedish svenska"),
    ("ta", "tam tamil தமிழ்"),
    ("te", "tel telugu"),
    ("th", "tha thai ไทย"),
    ("tl", "tgl fil tagalog filipino"),
    ("tr", "tur turkish türkçe"),
    ("uk", "ukr ua ukrainian українська"),
    ("ur", "urd urdu اردو"),
    ("vi", "vie vietnamese"),
    ("zh", "zho chi cn cmn chinese mandarin 中文 汉语 漢語"),
];

/// The code of ISO 639-1 of a language that this program knows, by a code or name with any country or script behind it.
pub fn code(name: &str) -> Option<&'static str> {
    let first = name.trim().split(['-', '_', '.', '@', ' ', '(', ',', ';']).next()?;
    if first.is_empty() || first.len() > 40 {
        return None;
    }
    let lowered = first.to_lowercase();
    let known =
        NAMES.iter().find(|(code, names)| *code == lowered || names.split(' ').any(|name| name == lowered));
    known.map(|(code, _)| *code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_and_names() {
        for (name, expected) in [
            ("en", "en"),
            ("en-US", "en"),
            ("EN_us.UTF-8", "en"),
            ("eng", "en"),
            ("English", "en"),
            (" Deutsch ", "de"),
            ("ger", "de"),
            ("nb", "no"),
            ("nn-NO", "no"),
            ("fil-PH", "tl"),
            ("zh-Hant-TW", "zh"),
            ("sr@latin", "sr"),
            ("iw", "he"),
            ("ČEŠTINA", "cs"),
            ("de, en", "de"),
        ] {
            assert_eq!(code(name), Some(expected), "{name}");
        }
        for name in ["", "-", "xx", "any", "x-default", "tlh", "englisch-lehrer"] {
            assert_eq!(code(name), None, "{name}");
        }
    }

    #[test]
    fn every_name_is_of_one_language() {
        let mut all: Vec<&str> =
            NAMES.iter().flat_map(|(code, names)| names.split(' ').chain([*code])).collect();
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
        assert!(all.iter().all(|name| name.to_lowercase() == *name));
        assert!(crate::lang::languages().all(|lang| NAMES.iter().any(|(code, _)| *code == lang)));
    }
}
