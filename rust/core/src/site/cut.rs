//! Alternation counts on the HTML of a site's pages (Ikeda, Yamada & Hirokawa): what frequent n-grams cover is the
//! site's. See [`crate::cutpoint`].

use super::{Kind, Method, Notes, SitePage, Template};
use crate::cutpoint::{CutPoint, Model, Sample, Search, Unit};
use crate::error::{Error, Result};
use crate::fingerprint::params::{Param, Settings};
use crate::html::tree;

static N: Param = Param {
    name: "n",
    default: 0.0,
    least: 0.0,
    most: 1000.0,
    whole: true,
    about: "characters of an n-gram, if not those of the cut point that is found (0)",
};
static A: Param = Param {
    name: "a",
    default: 0.0,
    least: 0.0,
    most: 100.0,
    whole: true,
    about: "the per cent of the n-grams that are frequent; goes with n",
};

pub(super) static KIND: Kind = Kind {
    name: "cutpoint",
    about: "What the frequent n-grams of the pages' HTML cover, by the optimal cut point of the site, found in pages of \
        10 million characters at most.",
    reference: "Ikeda, Yamada and Hirokawa 2001",
    threshold: 0.5,
    reads_html: true,
    params: &[N, A],
    make: |settings: &Settings| {
        let (n, a) = (settings.value(&N) as usize, settings.value(&A) as usize);
        Box::new(Cut { point: (n > 0).then_some(CutPoint { n, a }) })
    },
};

/// Characters of a site's pages that are searched: twenty bytes each.
const MOST: usize = 10_000_000;

#[derive(Debug)]
struct Cut {
    point: Option<CutPoint>,
}

impl Method for Cut {
    fn note(&self, page: &SitePage<'_>) -> Vec<u8> {
        page.html.as_deref().unwrap_or_default().as_bytes().to_vec()
    }

    fn learn(&self, notes: &mut Notes<'_>) -> Result<Vec<u8>> {
        let mut sample = Sample::new(Unit::Characters, MOST);
        for note in notes {
            let note = note?;
            let text = std::str::from_utf8(&note);
            sample.add(text.map_err(|_| Error::Malformed { what: "what was noted of a page" })?);
        }
        let mut search = Search::new(sample.finish("")?)?;
        let point = match self.point {
            Some(point) => Some(point),
            None => search.find()?.last().map(|step| CutPoint { n: step.n, a: step.a }),
        };
        point.map_or_else(|| Ok(Vec::new()), |point| Ok(search.model(point)?.to_bytes()))
    }

    fn template(&self, bytes: &[u8]) -> Result<Box<dyn Template>> {
        Ok(Box::new(Frequent((!bytes.is_empty()).then(|| Model::from_bytes(bytes)).transpose()?)))
    }
}

/// None if the pages were too short to find anything in them.
#[derive(Debug)]
struct Frequent(Option<Model>);

impl Template for Frequent {
    /// The share of each block's HTML, from the first to the last of its text, that is useless.
    fn shares(&self, page: &SitePage<'_>) -> Vec<f32> {
        let blocks = page.page.blocks.len();
        let (Some(model), Some(html)) = (&self.0, page.html.as_deref()) else { return vec![0.0; blocks] };
        let spans: Vec<_> = tree::read(html, false).blocks.into_iter().map(|block| block.span).collect();
        let useful = model.useful(html).places;
        let mut offsets = html.char_indices().map(|(at, _)| at).chain([html.len()]).enumerate();
        let mut byte =
            |place: usize| offsets.by_ref().find(|(at, _)| *at >= place).map_or(html.len(), |(_, at)| at);
        let mut useless = Vec::with_capacity(useful.len() + 1);
        let mut end = 0;
        for (from, to) in useful {
            useless.push((end, byte(from)));
            end = if to > from { byte(to) } else { end };
        }
        useless.push((end, html.len()));
        let share = |span: std::ops::Range<usize>| {
            let first = useless.partition_point(|(_, end)| *end <= span.start);
            let covered: usize = useless[first..]
                .iter()
                .take_while(|(start, _)| *start < span.end)
                .map(|(start, end)| (*end).min(span.end).saturating_sub((*start).max(span.start)))
                .sum();
            covered as f32 / span.len().max(1) as f32
        };
        spans.into_iter().map(share).collect()
    }
}
