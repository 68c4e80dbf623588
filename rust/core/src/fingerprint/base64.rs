//! Numbers of 64 bits as text: their bytes, the least first, in base64 with its padding (RFC 4648, section 4).

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// What is no digit.
const NONE: u8 = 64;

static DIGITS: [u8; 256] = {
    let mut digits = [NONE; 256];
    let mut at = 0;
    while at < 64 {
        digits[ALPHABET[at] as usize] = at as u8;
        at += 1;
    }
    digits
};

/// Adds the numbers to `out`.
pub fn encode(numbers: &[u64], out: &mut Vec<u8>) {
    // Three numbers are 24 bytes, which are 32 digits.
    for group in numbers.chunks(3) {
        let mut bytes = [0; 24];
        for (place, number) in bytes.chunks_exact_mut(8).zip(group) {
            place.copy_from_slice(&number.to_le_bytes());
        }
        let used = 8 * group.len();
        for three in bytes[..used].chunks(3) {
            let at = |i: usize| u32::from(three.get(i).copied().unwrap_or(0));
            let bits = at(0) << 16 | at(1) << 8 | at(2);
            let mut digits = [18, 12, 6, 0].map(|shift| ALPHABET[(bits >> shift & 63) as usize]);
            digits[three.len() + 1..].fill(b'=');
            out.extend_from_slice(&digits);
        }
    }
}

/// The numbers, or `None` where the text is not what [`encode`] writes.
pub fn decode(text: &[u8]) -> Option<Vec<u64>> {
    let (whole, last) = text.split_at(text.len().saturating_sub(2));
    let padding = last.iter().filter(|&&digit| digit == b'=').count();
    if !text.len().is_multiple_of(4) || (padding == 1 && last.first() == Some(&b'=')) {
        return None;
    }
    let digits = whole.iter().chain(&last[..last.len() - padding]);
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut count) = (0u32, 0);
    for &digit in digits {
        let value = DIGITS[usize::from(digit)];
        if value == NONE {
            return None;
        }
        bits = bits << 6 | u32::from(value);
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    let (numbers, rest) = bytes.as_chunks::<8>();
    // Bits that no byte has are zero.
    (rest.is_empty() && bits & ((1 << count) - 1) == 0)
        .then(|| numbers.iter().map(|&b| u64::from_le_bytes(b)).collect())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn encoded(numbers: &[u64]) -> String {
        let mut out = Vec::new();
        encode(numbers, &mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn as_others_write_it() {
        // base64.b64encode(struct.pack("<Q", ...)) of Python.
        assert_eq!(encoded(&[]), "");
        assert_eq!(encoded(&[1]), "AQAAAAAAAAA=");
        assert_eq!(encoded(&[u64::MAX, 0x3fbf_0000_0000_0000]), "//////////8AAAAAAAC/Pw==");
    }

    proptest! {
        #[test]
        fn numbers_come_back(numbers: Vec<u64>) {
            prop_assert_eq!(decode(encoded(&numbers).as_bytes()), Some(numbers));
        }

        #[test]
        fn what_is_decoded_is_encoded_so(text in "[A-Za-z0-9+/=]{0,36}") {
            if let Some(numbers) = decode(text.as_bytes()) {
                prop_assert_eq!(encoded(&numbers), text);
            }
        }

        #[test]
        fn any_bytes(text: Vec<u8>) {
            let _ = decode(&text);
        }
    }
}
