//! Which pages a page links to.

use xxhash_rust::xxh3::xxh3_64;

use super::key::path_of;
use crate::html::tokens::{Content, EndTag, Sink, StartTag, Text, tokenise};
use crate::units::host;

/// What a page is known by: its address without scheme, user, port and fragment; 0 where it has none.
pub(super) fn page_hash(url: &str) -> u64 {
    address(url).map_or(0, |address| xxh3_64(address.as_bytes()))
}

/// The pages that a page links to, each once.
pub(super) fn targets(html: &str, url: &str) -> Vec<u64> {
    let mut links = Links { base: url.to_owned(), found: Vec::new() };
    tokenise(html, &mut links);
    links.found.sort_unstable();
    links.found.dedup();
    links.found
}

struct Links {
    base: String,
    found: Vec<u64>,
}

impl<'a> Sink<'a> for Links {
    fn start_tag(&mut self, tag: StartTag<'a>) -> Content {
        let name = tag.name();
        if name.is("a") || name.is("area") {
            if let Some(href) = tag.get("href")
                && let Some(target) = resolve(&self.base, &href.decode())
            {
                self.found.push(page_hash(&target));
            }
        } else if name.is("base")
            && let Some(href) = tag.get("href")
            && let Some(base) = resolve(&self.base, &href.decode())
        {
            self.base = base;
        }
        Content::of(name)
    }

    fn end_tag(&mut self, _tag: EndTag<'a>) {}

    fn text(&mut self, _text: Text<'a>) {}

    fn mends(&self) -> bool {
        true
    }
}

fn address(url: &str) -> Option<String> {
    let host = host(url);
    let path = path_of(url).split('#').next().unwrap_or_default();
    let path = if path.starts_with('/') { path.to_owned() } else { format!("/{path}") };
    (!host.is_empty()).then(|| host + &path)
}

/// The address that a link on a page leads to, if it leads to a page at all.
fn resolve(base: &str, link: &str) -> Option<String> {
    let link = link.trim_matches(|c: char| c <= ' ');
    let link = link.split('#').next().unwrap_or_default();
    if let Some((scheme, _)) = link.split_once(':')
        && scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'))
    {
        let is_web = ["http", "https"].iter().any(|web| scheme.eq_ignore_ascii_case(web));
        return is_web.then(|| link.to_owned());
    }
    if link.starts_with("//") {
        return Some(format!("http:{link}"));
    }
    let origin = base.get(..base.len() - path_of(base).len()).filter(|origin| !origin.is_empty())?;
    let path = path_of(base).split(['?', '#']).next().unwrap_or_default();
    let (target, query) = link.find('?').map_or((link, ""), |at| link.split_at(at));
    let whole = match target {
        "" if query.is_empty() => return Some(base.split('#').next().unwrap_or_default().to_owned()),
        "" => path.to_owned(),
        _ if target.starts_with('/') => without_dots(target),
        _ => without_dots(&format!("{}/{target}", path.rsplit_once('/').map_or("", |(folder, _)| folder))),
    };
    Some(format!("{origin}{whole}{query}"))
}

/// A path in which no folder is `.` or `..`.
fn without_dots(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    let mut last = "";
    for part in path.split('/').skip(1) {
        last = part;
        match part {
            "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    let slash = if matches!(last, "." | "..") && !parts.is_empty() { "/" } else { "" };
    format!("/{}{slash}", parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The examples of RFC 3986, 5.4, whose base is an address of the web, and some more.
    #[test]
    fn links_are_resolved() {
        for (link, target) in [
            ("g", Some("http://a/b/c/g")),
            ("./g", Some("http://a/b/c/g")),
            ("g/", Some("http://a/b/c/g/")),
            ("/g", Some("http://a/g")),
            ("//g", Some("http://g")),
            ("?y", Some("http://a/b/c/d;p?y")),
            ("g?y", Some("http://a/b/c/g?y")),
            ("#s", Some("http://a/b/c/d;p?q")),
            ("g#s", Some("http://a/b/c/g")),
            ("g?y#s", Some("http://a/b/c/g?y")),
            ("", Some("http://a/b/c/d;p?q")),
            (".", Some("http://a/b/c/")),
            ("..", Some("http://a/b/")),
            ("../g", Some("http://a/b/g")),
            ("../..", Some("http://a/")),
            ("../../g", Some("http://a/g")),
            ("../../../g", Some("http://a/g")),
            ("/./g", Some("http://a/g")),
            ("g?y/../x", Some("http://a/b/c/g?y/../x")),
            (" HTTPS://x/y ", Some("HTTPS://x/y")),
            ("mailto:a@b", None),
            ("javascript:void(0)", None),
        ] {
            assert_eq!(resolve("http://a/b/c/d;p?q", link).as_deref(), target, "{link}");
        }
        assert_eq!(resolve("", "g"), None);
    }

    #[test]
    fn pages_are_known_by_host_path_and_query() {
        let page = page_hash("https://Example.org/a?b");
        assert_eq!(page_hash("http://user@example.org:80/a?b#c"), page);
        assert_ne!(page_hash("https://example.org/a?c"), page);
        assert_eq!(page_hash("https://example.org"), page_hash("https://example.org/"));
        assert_eq!(page_hash("no address"), 0);
    }

    #[test]
    fn links_of_a_page() {
        let html = "<base href=/x/><a href=a>1</a><a name=n><a href='a#b'><script>'<a href=no>'</script>\
            <map><area href='../b&amp;c'></map>";
        let mut expected = ["http://h/x/a", "http://h/b&c"].map(page_hash);
        expected.sort_unstable();
        assert_eq!(targets(html, "http://h/y/z"), expected);
    }
}
