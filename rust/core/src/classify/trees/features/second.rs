//! What the scores of the first stage say of a block's surroundings: stacking, after Wolpert (1992), along the page and
//! up its tree.

use super::super::super::subarray;
use super::super::batch::{Batch, ROWS};
use super::Table;
use super::columns::{Columns, Names, columns, flag};
use super::core::Core;
use super::layout::{CONTAINERS, Layout};
use super::mixed::Mixed;
use super::picked::{Picked, Plan};
use crate::html::page::{Block, Page};

/// The score of a block that is not there.
const NOTHING: f32 = -1.0;

const NEIGHBOURS: [(&str, isize); 8] = [
    ("before4", -4),
    ("before3", -3),
    ("before2", -2),
    ("before1", -1),
    ("after1", 1),
    ("after2", 2),
    ("after3", 3),
    ("after4", 4),
];

/// The cores of what is likely to be good: how much of it they hold, in percent.
const CORES: [(&str, u64); 3] = [("score.core55", 55), ("score.core75", 75), ("score.core90", 90)];

/// What a block counts less for each block between in the running means.
const FADES: f32 = 0.8;

/// Scores are ranked by so many steps.
const STEPS: usize = 256;

/// A mean weighted by words.
#[derive(Clone, Copy, Debug, Default)]
struct Mean {
    sum: f32,
    words: f32,
}

impl Mean {
    fn of(score: f32, words: f32) -> Self {
        Self { sum: score * words, words }
    }

    fn add(&mut self, other: Self) {
        self.sum += other.sum;
        self.words += other.words;
    }

    fn get(self) -> f32 {
        if self.words > 0.0 { self.sum / self.words } else { NOTHING }
    }
}

pub(super) fn names() -> Names {
    let page = Page { blocks: vec![Block::default()], ..Page::default() };
    let mut names = Names::default();
    Stage::new(&page, &[0.0], &Layout::of(&page), &Plan::default()).row(0, &mut names);
    names
}

/// Writes the columns of a plan. There is a score from 0 to 1 for each block.
pub(super) fn pick(page: &Page, scores: &[f32], layout: &Layout, plan: &Plan, batches: &mut [Batch]) {
    let stage = Stage::new(page, scores, layout, plan);
    for block in 0..scores.len() {
        stage.row(block, &mut Picked::new(plan, &mut batches[block / ROWS], block));
    }
}

pub(super) fn table(page: &Page, scores: &[f32], layout: &Layout) -> Table {
    if page.blocks.is_empty() || scores.len() != page.blocks.len() || layout.places.len() != scores.len() {
        return Table::default();
    }
    let scores: Vec<f32> =
        scores.iter().map(|score| if score.is_finite() { score.clamp(0.0, 1.0) } else { 0.0 }).collect();
    let stage = Stage::new(page, &scores, layout, &Plan::default());
    let mut values = Vec::new();
    stage.row(0, &mut values);
    let columns = values.len();
    values.reserve_exact(columns * (scores.len() - 1));
    for block in 1..scores.len() {
        stage.row(block, &mut values);
    }
    Table { columns, values, ..Table::default() }
}

struct Stage<'a> {
    page: &'a Page,
    scores: &'a [f32],
    layout: &'a Layout,
    /// For each node of the layout.
    containers: Vec<f32>,
    /// For each kind of siblings: of blocks in one, and of all that is in one; and for each path.
    kinds: Vec<Mean>,
    alike: Vec<f32>,
    paths: Mixed<Mean>,
    whole: f32,
    /// Good words that may be expected in the page.
    good: f32,
    good_share: f32,
    highest: usize,
    /// Good words that may be expected before each block.
    good_before: Vec<f32>,
    before: Vec<f32>,
    after: Vec<f32>,
    headings: Vec<f32>,
    /// The share of words in blocks that score higher, for each step.
    higher: [f32; STEPS],
    best_run: std::ops::Range<usize>,
    cores: [Option<Core>; CORES.len()],
}

impl<'a> Stage<'a> {
    fn new(page: &'a Page, scores: &'a [f32], layout: &'a Layout, plan: &Plan) -> Self {
        let means: Vec<Mean> =
            page.blocks.iter().zip(scores).map(|(block, &score)| Mean::of(score, weight(block))).collect();
        let mut sums = vec![Mean::default(); layout.parents.len()];
        let mut kinds = vec![Mean::default(); layout.counts.len()];
        let mut paths: Mixed<Mean> = Mixed::default();
        for (at, (&mean, &place)) in means.iter().zip(&layout.places).enumerate() {
            sums[place as usize].add(mean);
            kinds[layout.kinds[place as usize] as usize].add(mean);
            paths.entry(layout.path(at)).or_default().add(mean);
        }
        for node in (1..sums.len()).rev() {
            let sum = sums[node];
            sums[layout.parents[node] as usize].add(sum);
        }
        let mut alike = vec![Mean::default(); layout.counts.len()];
        for (&sum, &kind) in sums.iter().zip(&layout.kinds) {
            alike[kind as usize].add(sum);
        }
        let words = sums[0].words;
        let mut good_words = 0.0;
        let good_before = means.iter().map(|mean| {
            good_words += mean.sum;
            good_words - mean.sum
        });
        let good: f32 =
            means.iter().zip(scores).filter(|(_, score)| **score > 0.5).map(|(mean, _)| mean.words).sum();
        let highest = (0..scores.len()).reduce(|best, at| if scores[at] > scores[best] { at } else { best });
        Self {
            page,
            scores,
            layout,
            whole: sums[0].get(),
            good: sums[0].sum,
            cores: CORES.map(|(group, share)| {
                plan.prepare(group, || Core::of(layout, |node| (sums[node].sum * 16.0) as u64, share))
            }),
            containers: sums.into_iter().map(Mean::get).collect(),
            kinds,
            alike: alike.into_iter().map(Mean::get).collect(),
            good_before: good_before.collect(),
            paths,
            good_share: good / words.max(1.0),
            highest: highest.unwrap_or(0),
            before: fading(means.iter()),
            after: {
                let mut after = fading(means.iter().rev());
                after.reverse();
                after
            },
            headings: heading_scores(page, scores),
            higher: higher(&means, scores, words),
            best_run: subarray::maximum(means.iter().map(|mean| mean.sum - 0.5 * mean.words)),
        }
    }

    fn row(&self, block: usize, columns: &mut impl Columns) {
        let score = self.scores[block];
        let other = |offset| block.checked_add_signed(offset).and_then(|at| self.scores.get(at));
        let neighbours = || NEIGHBOURS.map(|(_, offset)| other(offset).copied().unwrap_or(NOTHING));
        columns.put("score", NEIGHBOURS.map(|(name, _)| name), neighbours);
        let containers = self.layout.containers(block);
        columns.put("score.in", CONTAINERS, || containers.map(|node| self.containers[node as usize]));
        let kind = |node: u32| self.layout.kinds[node as usize] as usize;
        columns.put("score.alike", CONTAINERS, || containers.map(|node| self.alike[kind(node)]));
        let place = self.layout.places[block] as usize;
        let words = weight(&self.page.blocks[block]);
        // Without the block itself.
        let others = |mean: Mean| {
            let rest = Mean { sum: mean.sum - score * words, words: mean.words - words };
            if rest.words > 0.5 { rest.get().clamp(0.0, 1.0) } else { NOTHING }
        };
        let paths = self.paths.get(&self.layout.path(block)).copied().unwrap_or_default();
        columns!(columns, "score",
            "own" => score,
            "in_own" => self.containers[place],
            "siblings" => others(self.kinds[self.layout.kinds[place] as usize]),
            "same_path" => others(paths),
            "page" => self.whole,
            "good_share" => self.good_share,
            "highest" => self.scores[self.highest],
            "from_highest" => block as f32 - self.highest as f32,
            "alike" => self.alike[kind(place as u32)],
            "good_words" => self.good,
            "good_before" => self.good_before[block],
            "good_before_share" => self.good_before[block] / self.good.max(1.0),
            "heading" => self.headings[block],
            "before" => self.before[block],
            "after" => self.after[block],
            "higher" => self.higher[step(score)],
            "in_best_run" => flag(self.best_run.contains(&block)),
        );
        for ((group, _), core) in CORES.iter().zip(&self.cores) {
            columns.room(group, core.as_ref(), |core, columns| {
                core.write(group, block, self.layout, columns);
                columns!(columns, group, "mean" => self.containers[core.node],);
            });
        }
    }
}

/// Blocks without words say as much as those of one.
fn weight(block: &Block) -> f32 {
    block.words.max(1) as f32
}

fn step(score: f32) -> usize {
    ((score * STEPS as f32) as usize).min(STEPS - 1)
}

/// The running mean before each.
fn fading<'a>(means: impl Iterator<Item = &'a Mean>) -> Vec<f32> {
    let mut running = Mean::default();
    means
        .map(|mean| {
            let here = running.get();
            running = Mean { sum: running.sum * FADES, words: running.words * FADES };
            running.add(*mean);
            here
        })
        .collect()
}

/// The score of the nearest heading before each block.
fn heading_scores(page: &Page, scores: &[f32]) -> Vec<f32> {
    let mut last = NOTHING;
    let blocks = page.blocks.iter().zip(scores);
    blocks
        .map(|(block, &score)| {
            let here = last;
            if block.heading > 0 {
                last = score;
            }
            here
        })
        .collect()
}

fn higher(means: &[Mean], scores: &[f32], words: f32) -> [f32; STEPS] {
    let mut counts = [0.0; STEPS];
    for (mean, &score) in means.iter().zip(scores) {
        counts[step(score)] += mean.words;
    }
    let mut above = 0.0;
    for count in counts.iter_mut().rev() {
        let here = *count;
        *count = above / words.max(1.0);
        above += here;
    }
    counts
}
