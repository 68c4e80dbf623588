"""What the core knows of languages: words, stop lists, the detector."""

from __future__ import annotations

import pytest
import streamclean
from hypothesis import given
from hypothesis import strategies as st
from streamclean._core import language_code

# Each says that children went early to school, or the like; written for this test.
SENTENCES = {
    "af": "Die kinders het gister by die see gespeel, maar hulle wou nie weer huis toe gaan nie.",
    "ar": "ذهب الأطفال إلى المدرسة في الصباح وكان الجو جميلا بعد المطر الذي نزل في الليل.",
    "bg": "Децата отидоха на училище рано сутринта, защото искаха да видят новата си учителка.",
    "bn": "আমরা আজ সকালে বাজারে গিয়ে অনেক ফল কিনেছি, কিন্তু তারা এখনও বাড়ি আসে নি।",
    "ca": "Els nens van anar a l'escola amb els seus pares, però no volien quedar-s'hi tot el dia.",
    "cs": "Děti šly ráno do školy, ale nechtěly tam zůstat celý den, protože svítilo slunce.",
    "da": "Børnene gik tidligt i skole, fordi de gerne ville se deres nye lærer, men hun var syg.",
    "de": "Die Kinder gingen früh in die Schule, weil sie ihre neue Lehrerin sehen wollten.",
    "el": "Τα παιδιά πήγαν νωρίς στο σχολείο, γιατί ήθελαν να δουν τη νέα τους δασκάλα.",
    "en": "The children went to school early because they wanted to see their new teacher.",
    "es": "Los niños fueron temprano a la escuela porque querían ver a su nueva maestra.",
    "et": "Lapsed läksid hommikul vara kooli, sest nad tahtsid näha oma uut õpetajat, aga ta ei olnud seal.",
    "eu": "Haurrak goiz joan dira eskolara, irakasle berria ikusi nahi dutelako, baina ez zen han egon.",
    "fa": "بچه‌ها صبح زود به مدرسه رفتند چون می‌خواستند معلم جدید خود را ببینند.",
    "fi": "Lapset menivät aikaisin kouluun, koska he halusivat nähdä uuden opettajansa, mutta hän ei ollut siellä.",
    "fr": "Les enfants sont allés tôt à l'école parce qu'ils voulaient voir leur nouvelle maîtresse.",
    "gl": "Os nenos foron cedo á escola porque querían ver a súa nova mestra, pero ela non estaba alí.",
    "he": "הילדים הלכו מוקדם לבית הספר כי הם רצו לראות את המורה החדשה שלהם.",
    "hi": "बच्चे सुबह जल्दी स्कूल गए क्योंकि वे अपनी नई अध्यापिका को देखना चाहते थे।",
    "hu": "A gyerekek korán mentek iskolába, mert látni akarták az új tanárnőt, de ő nem volt ott.",
    "id": "Anak-anak pergi ke sekolah pagi sekali karena mereka ingin melihat guru baru itu.",
    "is": "Börnin fóru snemma í skólann af því að þau vildu sjá nýja kennarann sinn.",
    "it": "I bambini sono andati presto a scuola perché volevano vedere la loro nuova maestra.",
    "ja": "子供たちは新しい先生に会いたかったので、朝早く学校へ行きました。",
    "ko": "아이들은 새 선생님을 보고 싶어서 아침 일찍 학교에 갔습니다.",
    "lt": "Vaikai anksti nuėjo į mokyklą, nes jie norėjo pamatyti savo naują mokytoją, bet jos ten nebuvo.",
    "lv": "Bērni agri devās uz skolu, jo viņi gribēja redzēt savu jauno skolotāju, bet viņas tur nebija.",
    "mk": "Децата отидоа рано на училиште затоа што сакаа да ја видат својата нова наставничка.",
    "ms": "Kanak-kanak itu pergi ke sekolah awal pagi kerana mereka mahu melihat guru baharu mereka.",
    "nl": "De kinderen gingen vroeg naar school omdat ze hun nieuwe juf wilden zien.",
    "no": "Barna gikk tidlig på skolen fordi de ville se den nye læreren sin, men hun var ikke der ennå.",
    "pl": "Dzieci poszły wcześnie do szkoły, ponieważ chciały zobaczyć swoją nową nauczycielkę.",
    "pt": "As crianças foram cedo para a escola porque queriam ver a sua nova professora.",
    "ro": "Copiii au mers devreme la școală pentru că voiau să o vadă pe noua lor profesoară.",
    "ru": "Дети рано пошли в школу, потому что они хотели увидеть свою новую учительницу.",
    "sk": "Deti išli ráno do školy, ale nechceli tam zostať celý deň, pretože svietilo slnko.",
    "sl": "Otroci so šli zgodaj v šolo, ker so želeli videti svojo novo učiteljico.",
    "sq": "Fëmijët shkuan herët në shkollë sepse donin të shihnin mësuesen e tyre të re.",
    "sv": "Barnen gick tidigt till skolan eftersom de ville se sin nya lärare, men hon var inte där.",
    "ta": "குழந்தைகள் தங்கள் புதிய ஆசிரியரைப் பார்க்க காலையில் பள்ளிக்குச் சென்றனர்.",
    "th": "เด็ก ๆ ไปโรงเรียนแต่เช้าเพราะอยากเห็นครูคนใหม่ของพวกเขา",
    "tl": "Maagang pumasok ang mga bata sa paaralan dahil gusto nilang makita ang bago nilang guro.",
    "tr": "Çocuklar yeni öğretmenlerini görmek istedikleri için okula çok erken gittiler ama o daha yoktu.",
    "uk": "Діти рано пішли до школи, тому що вони хотіли побачити свою нову вчительку.",
    "ur": "بچے صبح سویرے اسکول گئے کیونکہ وہ اپنی نئی استانی کو دیکھنا چاہتے تھے۔",
    "vi": "Các em nhỏ đến trường từ sớm vì chúng muốn gặp cô giáo mới của mình.",
    "zh": "孩子们很早就去学校了，因为他们想看看新来的老师。",
}


@pytest.mark.parametrize("lang", SENTENCES)
def test_a_sentence_is_enough(lang):
    found, confidence = streamclean.detect_language(SENTENCES[lang])
    assert found == lang
    assert 0 < confidence <= 1


@pytest.mark.parametrize("lang", SENTENCES)
def test_a_sentence_has_stop_words(lang):
    words = set(streamclean.stoplist(lang))
    text = SENTENCES[lang].lower()
    if lang in ("ja", "th", "zh"):
        assert sum(word in text for word in words) >= 4
    elif lang == "ko":
        endings = tuple(word[1:] for word in words if word.startswith("-"))
        assert sum(word.rstrip(".").endswith(endings) or word in words for word in text.split()) >= 4
    else:
        assert sum(word.strip(",.") in words for word in text.split()) >= 3


def test_fifty_languages_have_a_list():
    languages = streamclean.languages()
    assert len(languages) == 50
    assert set(SENTENCES) <= set(languages)
    assert set(languages) - set(SENTENCES) == {"bs", "hr", "sr"}


def test_a_list_is_in_order_and_as_long_as_wanted():
    english = streamclean.stoplist("en")
    assert english[:3] == ["the", "to", "and"]
    assert 400 <= len(english) <= 500
    assert streamclean.stoplist("English", 100) == english[:100]
    assert len(streamclean.stoplist("en-GB", 5000)) == 1000
    with pytest.raises(ValueError, match="no stop list for the language klingon"):
        streamclean.stoplist("klingon")


def test_lists_hold_no_strays():
    for lang in streamclean.languages():
        words = streamclean.stoplist(lang, 2000)
        assert len(words) == len(set(words))
        assert not {"berlin", "istván", "google", "http", "john"} & set(words), lang
        assert all(word == word.lower() and not any(c.isdigit() for c in word) for word in words), lang
        if lang != "en":
            assert "the" not in words, lang


def test_candidates():
    text = SENTENCES["no"]
    assert streamclean.detect_language(text, ["sv", "da"])[0] == "da"
    assert streamclean.detect_language(text, ["ja"]) is None
    with pytest.raises(ValueError, match="unknown language: tlh"):
        streamclean.detect_language(text, ["en", "tlh"])


def test_codes():
    assert [language_code(name) for name in ("en_US", "ger", "Deutsch", "nb", "zh-Hans", "any", "")] == [
        "en", "de", "de", "no", "zh", None, None,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("", 0),
        ("Well, that's it - no?", 5),
        ("a\u00a0b\u2003c\x1cd", 4),
        ("我爱你，中国。", 5),
        ("用Python3.11写", 3),
        ("カタカナとひらがな", 6),
        ("ผมรักประเทศไทยครับ", 4),
    ],
)
def test_counting_words(text, count):
    assert streamclean.count_words(text) == count


@given(st.text(alphabet=st.characters(max_codepoint=0xDFF, exclude_categories=["Cs"])))
def test_spaced_scripts_are_counted_as_python_splits(text):
    assert streamclean.count_words(text) == len(text.split())


@given(st.text())
def test_any_text_has_an_answer(text):
    streamclean.detect_language(text)
    assert streamclean.count_words(text) <= len(text)
