//! Members put into an object, with all others as they came.

use super::split::Field;

/// The object without the members of some names, and with new ones at its end. `fields` are its members, as
/// [`super::split::fields`] finds them; `members` is JSON such as `"class":"good","score":1`, or nothing.
pub fn put(object: &[u8], fields: &[Field], names: &[&str], members: &[u8], out: &mut Vec<u8>) {
    let is_ours = |field: &&Field| names.iter().any(|name| field.is_called(object, name));
    let end = fields.last().map_or_else(|| object.len().saturating_sub(1), |field| field.value.end);
    let mut kept = fields.len();
    if fields.iter().any(|field| is_ours(&field)) {
        out.push(b'{');
        kept = 0;
        for field in fields.iter().filter(|field| !is_ours(field)) {
            if kept > 0 {
                out.push(b',');
            }
            // With the quotation mark before its name.
            out.extend_from_slice(&object[field.name.start - 1..field.value.end]);
            kept += 1;
        }
    } else {
        out.extend_from_slice(&object[..end]);
    }
    if kept > 0 && !members.is_empty() {
        out.push(b',');
    }
    out.extend_from_slice(members);
    out.extend_from_slice(&object[end..]);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::split;

    fn spliced(object: &str, members: &str) -> String {
        let mut out = Vec::new();
        let fields = split::fields(object.as_bytes()).unwrap();
        put(object.as_bytes(), &fields, &["class", "score"], members.as_bytes(), &mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn members_are_put_at_the_end() {
        let class = r#""class":"bad""#;
        assert_eq!(spliced("{}", class), r#"{"class":"bad"}"#);
        assert_eq!(spliced(r#"{ "a" : 1e400 , "a":2 }"#, class), r#"{ "a" : 1e400 , "a":2,"class":"bad" }"#);
        assert_eq!(spliced(r#"{"a":1}"#, ""), r#"{"a":1}"#);
    }

    #[test]
    fn what_was_there_is_replaced() {
        let class = r#""class":"bad""#;
        assert_eq!(spliced(r#"{"class":"good"}"#, class), r#"{"class":"bad"}"#);
        assert_eq!(
            spliced(r#"{"class":1,"a":[1, 2],"score":{} ,"b":0}"#, class),
            r#"{"a":[1, 2],"b":0,"class":"bad"}"#
        );
        assert_eq!(spliced(r#"{"cl\u0061ss":1}"#, ""), "{}");
    }
}
