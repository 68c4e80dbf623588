//! Cards: the most words that children of one element have which are alike, and what these hold. A carousel of other
//! products and a list of all products look the same from inside; how much of the page they are tells them apart.

use super::super::super::learning::shape::ratio;
use super::columns::{Columns, columns};
use super::layout::Layout;
use super::texts::Text;

/// Fewer children are no group, nor are those with fewer words in all.
const LEAST_CARDS: u32 = 4;
const LEAST_WORDS: u32 = 40;
/// Of the cards in a group, how many name a price where it is a list of goods.
const GOODS: f32 = 0.6;

const NONE: u32 = u32::MAX;

#[derive(Debug)]
pub(super) struct Cards {
    /// The widest group around each node of the layout, as a number of a kind.
    groups: Vec<u32>,
    /// For each kind, the share of its nodes that hold money.
    money: Vec<f32>,
    /// The largest share of the page that a group of goods has.
    goods: f32,
}

impl Cards {
    pub(super) fn of(layout: &Layout, texts: &[Text]) -> Self {
        let nodes = layout.parents.len();
        let mut money = vec![false; nodes];
        for (text, &place) in texts.iter().zip(&layout.places) {
            money[place as usize] |= text.money;
        }
        let mut counts = vec![0_u32; layout.counts.len()];
        for node in (1..nodes).rev() {
            if money[node] {
                money[layout.parents[node] as usize] = true;
                counts[layout.kinds[node] as usize] += 1;
            }
        }
        let words = |kind: u32| layout.kind_sums[kind as usize].words;
        let mut groups: Vec<u32> = Vec::with_capacity(nodes);
        groups.push(NONE);
        for node in 1..nodes {
            let kind = layout.kinds[node];
            let outer = groups[layout.parents[node] as usize];
            let is_group = layout.counts[kind as usize] >= LEAST_CARDS && words(kind) >= LEAST_WORDS;
            let is_widest = is_group && (outer == NONE || words(kind) > words(outer));
            groups.push(if is_widest { kind } else { outer });
        }
        let money: Vec<f32> =
            counts.iter().zip(&layout.counts).map(|(&with, &all)| ratio(with, all)).collect();
        let of_goods = layout.places.iter().map(|&place| groups[place as usize]);
        let of_goods = of_goods.filter(|&kind| kind != NONE && money[kind as usize] > GOODS).map(words);
        let goods = ratio(of_goods.max().unwrap_or(0), layout.sums[0].words);
        Self { groups, money, goods }
    }

    pub(super) fn write(&self, block: usize, layout: &Layout, columns: &mut impl Columns) {
        let group = self.groups[layout.places[block] as usize];
        let [count, money, links, words, share] = if group == NONE {
            [-1.0; 5]
        } else {
            let sum = &layout.kind_sums[group as usize];
            [
                layout.counts[group as usize] as f32,
                self.money[group as usize],
                ratio(sum.links, sum.words),
                sum.words as f32,
                ratio(sum.words, layout.sums[0].words),
            ]
        };
        columns!(columns, "cards",
            "count" => count,
            "money_share" => money,
            "link_share" => links,
            "words" => words,
            "page_share" => share,
            "goods_share" => self.goods,
        );
    }
}
