//! Stretches of text that stand on many pages of the site, whatever its tags: Gibson, Punera and Tomkins' other method,
//! as section 2.3 tells it.
//!
//! A window of W characters slides over the text; one in D is sampled. Which one is decided by its hash, not by where it
//! stands: counted from the start of a page, a longer headline would shift all samples after it, and nothing would be
//! found again.

use super::counted::{self, Counted};
use super::{Kind, Method, Notes, SitePage, Template, folded};
use crate::cutpoint::rolling::Rolling;
use crate::error::Result;
use crate::fingerprint::params::{Param, Settings};

static WIDTH: Param = Param {
    name: "width",
    default: 24.0,
    least: 1.0,
    most: 10_000.0,
    whole: true,
    about: "W: characters of a window",
};
static EVERY: Param = Param {
    name: "every",
    default: 4.0,
    least: 1.0,
    most: 10_000.0,
    whole: true,
    about: "D: one window in so many is sampled",
};

pub(super) static KIND: Kind = Kind {
    name: "window",
    about: "Text in windows that are on many pages of the site: of all windows of W characters one in D is looked at.",
    reference: "Gibson, Punera and Tomkins 2005; Pomikálek, section 2.3",
    threshold: 0.1,
    reads_html: false,
    params: &[WIDTH, EVERY],
    make: |settings: &Settings| {
        Box::new(Window { width: settings.value(&WIDTH) as usize, every: settings.value(&EVERY) as u64 })
    },
};

#[derive(Clone, Copy, Debug)]
struct Window {
    width: usize,
    every: u64,
}

/// The text of a page, folded, and where each block's ends.
struct Text {
    chars: Vec<char>,
    ends: Vec<usize>,
}

impl Text {
    fn of(page: &SitePage<'_>) -> Self {
        let page = &page.page;
        let mut chars = Vec::with_capacity(page.text.len());
        let mut ends = Vec::with_capacity(page.blocks.len());
        for block in &page.blocks {
            folded::each(page.text_of(block), |c| chars.push(c));
            if chars.last().is_some_and(|c| *c != ' ') {
                chars.push(' ');
            }
            ends.push(chars.len());
        }
        Self { chars, ends }
    }
}

impl Window {
    /// Calls `put` with each sampled window and where it ends.
    fn each(self, chars: &[char], mut put: impl FnMut(u64, usize)) {
        let mut rolling = Rolling::new(self.width);
        for (at, &c) in chars.iter().enumerate() {
            let gone = at.checked_sub(self.width).map(|gone| u32::from(chars[gone]));
            let hash = rolling.push(u32::from(c), gone);
            // The low bits of a remainder are as good as random, those of two windows apart.
            let mixed = hash.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
            if at + 1 >= self.width && mixed.is_multiple_of(self.every) {
                put(hash, at + 1);
            }
        }
    }
}

impl Method for Window {
    fn note(&self, page: &SitePage<'_>) -> Vec<u8> {
        let mut parts = Vec::new();
        self.each(&Text::of(page).chars, |hash, _| parts.push(hash));
        counted::note(parts)
    }

    fn learn(&self, notes: &mut Notes<'_>) -> Result<Vec<u8>> {
        counted::learn(notes)
    }

    fn template(&self, bytes: &[u8]) -> Result<Box<dyn Template>> {
        Ok(Box::new(Shared { window: *self, counted: Counted::from_bytes(bytes)? }))
    }
}

#[derive(Debug)]
struct Shared {
    window: Window,
    counted: Counted,
}

impl Template for Shared {
    /// On which share of the pages the windows over a block's characters are, in the mean; 0 if they cover less than
    /// half of it: that much may be of a neighbour's.
    fn shares(&self, page: &SitePage<'_>) -> Vec<f32> {
        let Text { chars, ends } = Text::of(page);
        let mut covered = vec![0.0_f32; chars.len()];
        self.window.each(&chars, |hash, end| {
            let share = self.counted.share(hash);
            if share > 0.0 {
                covered[end - self.window.width..end].iter_mut().for_each(|char| *char = char.max(share));
            }
        });
        let mut start = 0;
        let share = |end: usize| {
            let block = &covered[start..end];
            start = end;
            if 2 * block.iter().filter(|share| **share > 0.0).count() < block.len().max(1) {
                return 0.0;
            }
            block.iter().sum::<f32>() / block.len() as f32
        };
        ends.into_iter().map(share).collect()
    }
}
