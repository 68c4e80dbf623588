//! The host of an address.

/// The host of an address, in lower case, without user, port and a final dot; empty if there is none.
pub fn host(url: &str) -> String {
    let rest = match url.split_once("://") {
        Some((_, rest)) => rest,
        None => match url.strip_prefix("//") {
            Some(rest) => rest,
            None => return String::new(),
        },
    };
    let authority = rest.split(['/', '?', '#', '\\']).next().unwrap_or_default();
    let place = authority.rsplit('@').next().unwrap_or_default();
    // The colons of an address in brackets are its own.
    let end = place.rfind(']').map_or(0, |at| at + 1);
    let name = match place[end..].find(':') {
        Some(colon) => &place[..end + colon],
        None => place,
    };
    name.trim_end_matches('.').to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn hosts_of_addresses() {
        for (url, expected) in [
            ("https://Example.ORG/a/b?c=d://e.com", "example.org"),
            ("http://example.org:8080", "example.org"),
            ("http://a:b@example.org:80/@x", "example.org"),
            ("//cdn.example.org/x", "cdn.example.org"),
            ("https://[2001:db8::1]:443/", "[2001:db8::1]"),
            ("https://example.org.?q", "example.org"),
            ("https://пример.РФ/", "пример.рф"),
            ("example.org/a", ""),
            ("file:///etc/hosts", ""),
            ("", ""),
        ] {
            assert_eq!(host(url), expected, "{url}");
        }
    }

    proptest! {
        #[test]
        fn any_text(url: String) {
            let found = host(&url);
            let again = host(&format!("http://{found}/"));
            prop_assert!(found.contains('@') || found.contains(':') || again == found, "{found} {again}");
        }
    }
}
