//! Templates of sites of any bytes: a file is refused, or labels pages. The first byte says by which method; the rest is
//! the template of one site, in a file whose checksum is right, so that what is in it is reached.
#![no_main]

use libfuzzer_sys::fuzz_target;
use streamclean_core::site::{METHODS, Rules, Templates};
use streamclean_core::store::{put_bytes, put_varint, seal};
use xxhash_rust::xxh3::xxh3_64;

const BLOCKS: &[u8] = br#"[{"text":"Home","path":">body>ul>li"},{"text":"News","path":">li","shared":2},
    {"text":"One story of many","path":">div.content>p","shared":1},{"text":"Copyright 2019"}]"#;
const HTML: &[u8] = b"<ul><li>Home<li>News</ul><div class=content><p>One story of many</div>Copyright 2019";

fuzz_target!(|bytes: &[u8]| {
    let _ = Templates::from_bytes(bytes.to_vec());
    let Some((first, template)) = bytes.split_first() else { return };
    let method = METHODS[usize::from(*first) % METHODS.len()];
    let mut payload = Vec::new();
    put_bytes(&mut payload, method.name.as_bytes());
    put_varint(&mut payload, 0);
    put_varint(&mut payload, 1);
    payload.extend_from_slice(&xxh3_64(b"site").to_le_bytes());
    put_varint(&mut payload, 9);
    put_bytes(&mut payload, template);
    let Ok(templates) = Templates::from_bytes(seal("sitestrip", &payload)) else { return };
    let rules = Rules { threshold: method.threshold as f32, least: 1, with_class: true, drop: false };
    let _ = templates.label("site", BLOCKS, Some(HTML), "http://site/", &rules);
});
