//! Whether an element's own attributes hide it.

/// Whether the `hidden` attribute with that value hides; `until-found` is text that a search finds.
pub fn hides(value: &str) -> bool {
    !value.trim_ascii().eq_ignore_ascii_case("until-found")
}

/// Whether a `style` attribute hides: `display: none` or `visibility: hidden`.
pub fn style_hides(style: &str) -> bool {
    style.split(';').any(|declaration| {
        let Some((property, value)) = declaration.split_once(':') else { return false };
        let value = value.trim_ascii();
        let value = value.split(|c: char| c.is_ascii_whitespace() || c == '!').next().unwrap_or_default();
        let (property, is) = (property.trim_ascii(), |known: &str| value.eq_ignore_ascii_case(known));
        (property.eq_ignore_ascii_case("display") && is("none"))
            || (property.eq_ignore_ascii_case("visibility") && (is("hidden") || is("collapse")))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn styles() {
        for style in [
            "display:none",
            " Display : NONE !important; color: red",
            "x:y;visibility:hidden",
            "display:none!important",
        ] {
            assert!(style_hides(style), "{style}");
        }
        for style in
            ["", "display", "display:nonexistent", "display:block;", "a:display:none", "background:none"]
        {
            assert!(!style_hides(style), "{style}");
        }
        assert!(hides("") && hides("hidden") && !hides("Until-Found"));
    }
}
