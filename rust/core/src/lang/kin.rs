//! Bosnian, Croatian and Serbian share their commonest words; what tells them apart is how they write the old ě
//! (vrijeme, vreme) and some words that are everyday in one or two of them only.

/// For each of the three, in the order of `LANGUAGES`, what a word of the list says.
const VOTES: [([u8; 3], &str); 5] = [
    (
        [1, 1, 0],
        "vrijeme gdje dvije prije poslije uvijek ovdje lijepo riječ riječi mjesto mjesta čovjek svijet svijeta dijete \
         djece vidjeti htjeti cijeli mjesec mjeseca djelo djela rješenje vijeće zahtjev primjer promjena sljedeći \
         posljednji bijeli uspjeh dio dijela vijest vijesti vrijednost vrijednosti cijena provjeri slijedi umjesto \
         također djelomično unutar slijedeći riješiti primijeni zamijeni izmijeni promijeni obavijest uvijet vjerojatno",
    ),
    (
        [1, 0, 1],
        "šta ko hiljada hiljade hiljadu januara februara marta aprila maja juna jula avgusta septembra oktobra novembra \
         decembra tačno uopšte fudbal muzika muzike takođe niko neko saradnja fajl hemija organizovati",
    ),
    (
        [0, 2, 0],
        "tko što tisuća tisuće siječnja veljače ožujka travnja svibnja lipnja srpnja kolovoza rujna listopada studenoga \
         studenog prosinca tjedan tjedna tjednu točno uopće nogomet glazba glazbe kazalište vlak kruh gospodarstvo izvješće \
         netko nitko europa europske opće suradnja sveučilište tijekom zaslon računalo računala sustav sustava \
         sustavu poslužitelj poslužitelja uvjet uporaba uporabu izbornik tipkovnica zaporka odjel",
    ),
    (
        [0, 0, 2],
        "vreme gde dve posle uvek ovde lepo reč mesto čovek svet dete videti hteti ceo meseca mesec dece delo rešenje \
         zahtev primer uslov promena sledeći poslednji beli reči sveta uspeh odeljenje razume vest vesti deo \
         dela vrednost vrednosti cena proveri izmeni obaveštenje nedelja nedelje opština pre januar jun avgust ovaj opšte \
         preduzeće bezbednost bezbednosti umesto delimično zameni promeni verovatno uslova",
    ),
    (
        [2, 0, 0],
        "sedmice sedmica sedmicu općina općine općini lahko kahva historija historije mehko bošnjaka univerzitet \
         hiljadama bosanski bosni",
    ),
];

pub(super) const LANGUAGES: [&str; 3] = ["bs", "hr", "sr"];

/// What each word says of each of the three.
pub(super) fn votes() -> impl Iterator<Item = (&'static str, [u8; 3])> {
    VOTES.into_iter().flat_map(|(votes, list)| list.split_whitespace().map(move |word| (word, votes)))
}
