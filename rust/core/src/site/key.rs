//! Which site a page is of.

use crate::units::host;

/// The site of a page: the host of its address, with the first `folders` of its path. What is no address, such as a
/// file's name or a name that somebody gave, is taken as it is, or, if `folders` are wanted, by its first ones. Empty if
/// nothing says it.
pub fn site_of(value: &str, folders: usize) -> String {
    let host = host(value);
    if host.is_empty() && folders == 0 {
        return value.to_owned();
    }
    let path = if host.is_empty() { value } else { path_of(value) };
    let path = path.split(['?', '#']).next().unwrap_or_default();
    // What comes after the last slash is the page.
    let path = path.rsplit_once('/').map_or("", |(folders, _)| folders);
    let wanted = path.split('/').filter(|folder| !folder.is_empty()).take(folders);
    std::iter::once(host.as_str()).filter(|host| !host.is_empty()).chain(wanted).collect::<Vec<_>>().join("/")
}

/// What of an address comes after its host.
pub(super) fn path_of(url: &str) -> &str {
    let rest = url.split_once("//").map_or(url, |(_, rest)| rest);
    rest.find(['/', '?', '#']).map_or("", |at| &rest[at..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sites_of_addresses_files_and_names() {
        for (value, folders, site) in [
            ("https://Example.org/a/b/c.html?x=/y/z", 0, "example.org"),
            ("https://example.org/a/b/c.html?x=/y/z", 1, "example.org/a"),
            ("https://example.org//a/b/c.html", 5, "example.org/a/b"),
            ("https://example.org/index.html", 2, "example.org"),
            ("https://example.org?a/b", 2, "example.org"),
            ("pages/one/a.html", 0, "pages/one/a.html"),
            ("pages/one/a.html", 1, "pages"),
            ("./pages/one/a.html", 2, "./pages"),
            ("the Daily", 0, "the Daily"),
            ("", 0, ""),
            ("", 2, ""),
        ] {
            assert_eq!(site_of(value, folders), site, "{value} {folders}");
        }
    }
}
