//! What the page says of a block and what the site says of it, taken together.

/// How much it counts against a block that all of it is the site's, in logits.
const AGAINST: f64 = 8.0;
/// What the class of a block is worth that has no score.
const SURE: f64 = 0.8;
/// The least that a class counts, in logits: it follows from the whole page, not from the score alone.
const CLASS: f64 = 0.3;

/// Whether a block is good: by its class and score from 0 to 1, and by the share of it that is the site's.
pub(super) fn is_good(class_is_good: bool, score: Option<f64>, share: f32) -> bool {
    let score = score.unwrap_or(if class_is_good { SURE } else { 1.0 - SURE }).clamp(0.01, 0.99);
    let logit = (score / (1.0 - score)).ln();
    let page = if class_is_good { logit.max(CLASS) } else { logit.min(-CLASS) };
    page - AGAINST * f64::from(share) > 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_site_overrules_the_page_where_it_is_surer() {
        assert!(is_good(true, Some(0.9), 0.0) && !is_good(false, Some(0.9), 0.0));
        assert!(is_good(true, Some(0.3), 0.0), "the class is that of the whole page");
        // ln 9 is 2.2: a quarter of the other pages outweighs it, a fifth does not.
        assert!(is_good(true, Some(0.9), 0.2) && !is_good(true, Some(0.9), 0.3));
        assert!(!is_good(true, None, 0.2) && is_good(true, None, 0.1));
        assert!(!is_good(true, Some(1.0), 1.0) && !is_good(false, Some(0.0), 1.0));
    }
}
