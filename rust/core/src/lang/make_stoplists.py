"""Makes stoplists.txt: the commonest words of 50 languages. Run by hand: `make stoplists`.

The words and how frequent they are come from wordfreq (Robyn Speer, 2022; its data are under CC BY-SA 4.0 and come from
Wikipedia, subtitles, news, books, the web, Twitter and Reddit). What is kept is a fact about each language: which words
are its commonest, in order, with a rounded frequency. Six languages that wordfreq does not know are written by hand
below, in order of frequency; so are the endings of Korean.

A list of the commonest words serves as well as one of function words (Pomikálek 2.9.9), if it holds no strays. These
go out: what has a digit; letters of another script; single letters that are no word of the language; words that are
far commoner in English, which is found in every sample of the web; names of people, places, companies and parties.

The file holds up to MOST words of each language. A list is by default the first of them: as many as make up SHARE of
running text. English needs 260, Russian the whole thousand: with the same number for all, no Russian text would reach
the densities that jusText wants.
"""

from __future__ import annotations

import math
import sys
import unicodedata
from importlib.metadata import version
from pathlib import Path

import wordfreq

SHARE, LEAST, MOST = 0.55, 250, 1000
TARGET = Path(__file__).with_name("stoplists.txt")

# Our code, and wordfreq's where it is another.
LANGUAGES = {
    code: code
    for code in (
        "ar bg bn bs ca cs da de el en es fa fi fr he hi hr hu id is it ja ko lt lv mk ms nl no pl pt ro ru sk sl sr sv "
        "ta tl tr uk ur vi zh"
    ).split()
} | {"bs": "sh", "hr": "sh", "sr": "sh", "no": "nb", "tl": "fil"}

SCRIPTS = {
    "ar": "ARABIC", "fa": "ARABIC", "ur": "ARABIC", "bg": "CYRILLIC", "mk": "CYRILLIC", "ru": "CYRILLIC",
    "uk": "CYRILLIC", "bn": "BENGALI", "el": "GREEK", "he": "HEBREW", "hi": "DEVANAGARI", "ta": "TAMIL",
    "ja": "HIRAGANA", "zh": "CJK",
}  # fmt: skip

# Words of one letter, and the elided ones that stand before an apostrophe. Other languages have none.
SINGLE = {
    "ar": "و", "bn": "ও এ", "fa": "و", "hi": "न", "ur": "و آ",
    "bg": "а в и е с о у я", "bs": "a i k o s u", "ca": "a d e i l m n o s t y", "cs": "a i k o s u v z", "da": "i å ø",
    "el": "η ο ω", "en": "a i", "es": "a e o u y", "fr": "a c d j l m n s t y à", "hr": "a i k o s u",
    "hu": "a e ő s ó", "is": "á í ó", "it": "a c d e i l o è", "lt": "o į", "mk": "а в е и о с", "no": "i å",
    "pl": "a i o u w z", "pt": "a e o à é", "ro": "a e i o l s", "ru": "а б в ж и к о с у я", "sk": "a i k o s u v z",
    "sl": "a h i k o s v z", "sr": "a i k o s u", "sv": "i å ö", "tl": "o", "tr": "o", "uk": "а б в є ж з і й о у я",
    "vi": "à ạ ở ừ ý",
}  # fmt: skip

# More than so many times commoner in English: a stray. The exceptions are words of both.
ENGLISH = 12
NOT_ENGLISH = {
    "cs": "on", "da": "an by to", "de": "her", "fr": "an or", "is": "get of", "lt": "to", "lv": "it", "no": "an to", "pt": "for",
    "sk": "on", "sl": "on", "tr": "at on", "vi": "so", "tl": "at",
}  # fmt: skip
# What a tokeniser leaves of other words: endings after a hyphen or an apostrophe, abbreviations.
PIECES = {
    "hu": "ban nak nek tól től ra ig os as sz dr pl db ad nal re kft al ba ot la en et max old", "tr": "nin nın nun nün un ın in ün li lı tv dr",
    "fi": "tv nro klo turun", "de": "st dr ca ii us eu tv nr", "pl": "nr np tzw tv dr ul", "ru": "св др тыс млрд млн руб",
    "uk": "ст св тис млн млрд грн р", "en": "don t s re ve ll st u.s",
}  # fmt: skip

# Names, with all their endings where the name ends in a star.
NAMES = """
    new san john david michael peter martin thomas james george paul maria maría pavel petr jose josé juan carlos luis jean louis
    pierre jordi harry henry william charles robert richard jesus jesús jésus christian muhammad ahmad ahmet ahmed mehmet
    mustafa hasan kemal fatih erdoğan atatürk istván lászló jános ferenc tamás zoltán józsef gábor sándor attila györgy
    andrás imre gyula lajos kovács tóth szabó péter károly balázs antti pekka matti gunnar joão paulo adrian andrei
    constantin nicolae mircea ion vasile mihai marcos aquino rizal jonas ivan иван петър георги петров александър
    владимир александр сергей путин* путін* порошенко янукович путина медведев сталин ленин володимир сергій олександр
    юрій тимошенко микола франсоа françois trump* obama* clinton* merkel
    london paris york berlin* hamburg münchen frankfurt stuttgart köln wien bayern budapest* praha praze brno bratislav*
    warszaw* kraków moskva москва* москве москвы київ києві києва madrid barcelona roma milano napoli torino venezia
    lisboa porto paulo janeiro bucureşti bucurești cluj sibiu sofia софия скопје belgrade beograd* zagreb* sarajev*
    ljubljan* maribor* vilni* kaunas kaune kauno rīg* oslo bergen trondheim stavanger stockholm* göteborg malmö uppsala københavn*
    aarhus odense aalborg helsin* turku tampere* reykja* amsterdam utrecht leiden bruxelles istanbul ankara izmir
    bursa jakarta surabaya bandung lumpur sarawak manila philippine philippines pilipinas bali tokyo αθήνα*
    θεσσαλονίκη england america american amerika* amerik* ameri* аме* europ* evrop* európ* европ* ευρώπη* ευρωπ* usa
    afrika* africa asia asian china canada france italia* japan* india* israel* deutschland* germany allemagne germania
    espagne españa* españ* spain brasil* portugal* méxico argentina colombia venezuela chile korea russia rusia rusija*
    росси* росія* росії україн* украин* българия* македонија* србија* ελλάδα* ελλάδασ κύπρο* österreich* schweiz magyarország*
    polska polsce polski polskie* polskiego polskiej česk* česko* slovensk* slovenij* hrvatsk* srbij* bosn* jugoslavij*
    lietuv* latvij* latvijas sverige* norge* danmark* ísland* íslands* suome* suomi finland nederland* belgië türkiye*
    indonesia* malaysia* singapura românia* româniei moldova moldovei vietnam việt iran* ایران* تهران پاکستان بھارت भारत*
    বাংলাদেশ* ভারত* ঢাকা இந்தியா* சென்னை ישראל* ירושלים אביב מצר مصر سوريا العراق السعودية إيران أمريكا الامريكية
    google facebook twitter youtube instagram microsoft apple windows wikipedia http https html www xxx xd
    covid ue afd spd cdu csu fdp fpö chp akp mhp psoe galatasaray fenerbahçe beşiktaş abd uefa fifa nba fc ft kb tl
    ii iii iv vii viii xix xx xvi xvii cm mm kg mln mld tys св јан
""".split()

# What wordfreq folds and the language does not: ß, the final sigma, the older cedillas of Romanian.
SHARP = ("gross", "grösse", "weiss", "heiss", "ausser", "aussen", "strasse", "schliess", "spass", "bloss", "fuss", "süss",
         "scheiss", "mass", "regelmäss", "gemäss", "dreissig", "stiess", "liess", "fliess", "giess", "geniess", "begrüss",
         "grüss", "ässt", "heisst", "draussen", "beisst", "schloss")  # fmt: skip
NO_SHARP = {"massen", "masse", "massiv", "schloss"}

# The grammar of Chinese is in some hundred characters, here in both writings. With the 300 commonest characters, half of
# any list of headlines would be stop words; see the figures in the documentation of `lang`.
CHINESE = (
    "的 了 是 在 不 我 有 和 就 也 你 为為 他 这這 与與 对對 都 上 说說 吗嗎 会會 到 要 来來 被 还還 而 个個 后後 等 但 "
    "于於 将將 并並 能 一 很 让讓 从從 以 她 着著 多 时時 给給 把 去 看 又 或 下 之 过過 里裡裏 做 及 地 由 没沒 更 得 所 想 "
    "最 它 那 可 吧 其 该該 只 向 们們 内內 却卻 才 谁誰 比 跟 请請 呢 则則 至 使 像 此 起 两兩 自 如 走 无無 较較 么麼 者 问問 "
    "因 成 打 曾 即 总總 另 应應 便 间間 您 真 每 各 未 作 仍 同 哪 先 据據 非 亦 别別 啊 啦 些 若 且 再 已 当當 样樣 什 怎"
)
SIMPLIFIED = {group[0] for group in CHINESE.split()}

# Thai, as the dictionary of `text::unspaced` cuts it; the order is that of the Thai National Corpus.
THAI = """ที่ การ เป็น ใน ของ มี จะ และ ไม่ ได้ ให้ ว่า ไป มา ก็ ความ คน กับ แล้ว อยู่ หรือ จาก กัน นี้ แต่ อย่าง ต้อง ด้วย ขึ้น เขา นั้น ผู้
    ซึ่ง ตาม มาก โดย ใช้ ทาง เรื่อง เรา ยัง ทำ เพื่อ ผม อีก หนึ่ง เมื่อ ถึง เข้า เพราะ ดี ออก ฉัน เกิด คือ เห็น จึง ทำให้ กว่า ไว้ ตัว ปี เธอ คุณ ต่อ
    ทั้ง มัน เลย ถ้า อะไร เวลา ลง ต่าง ส่วน อาจ แบบ ถูก ทุก วัน ก่อน เช่น อื่น ดู ครั้ง รู้ เอา สอง นำ งาน สามารถ นะ บอก กลับ บาง จน ด้าน คิด สิ่ง
    เหมือน รับ หลาย พูด ใหม่ เคย นี่ ใคร หา อยาก ใด คง มอง ระหว่าง สำหรับ ผล ใช่ แสดง กำลัง สร้าง ท่าน ช่วย จริง ขอ ใหญ่ เอง อัน พอ ที่สุด พบ บน
    เสีย แก่ ควร น้อย น่า ร่วม หาก สูง ส่ง เดียว แรก กล่าว จัด ช่วง เพียง หลัง จำนวน ข้อ พวก ตน รวม เริ่ม ถาม ครับ บ้าง ผ่าน ยิ่ง ดัง เพิ่ม ตั้งแต่ สำคัญ
    ไหน ตั้ง เข้าใจ ชอบ ตรง ตอน รู้สึก เท่านั้น ชื่อ หลัก นาน ภายใน แต่ละ ละ ต้องการ เรียก สาม หมด พร้อม มัก เลือก อย่างไร ล่ะ ค่ะ ตลอด สู่ ติด แค่
    เปลี่ยน คะ วิธี ทำไม พยายาม เนื่องจาก แม้ อย่า เหตุ ตอบ นั่น สัก เดิม"""

BY_HAND = {
    "af": """die n en van in is het te dit om vir wat nie met op hy dat sy ek was as aan hulle sal ons kan maar ook jy haar na by
    nie word moet daar hom of deur so toe my uit al wees oor nog een meer se hierdie wie sou nou tot net hul baie mense jou
    dan gaan ander jaar geen moes waar kon kom twee sê gesê oor onder wil hoe as hê weer af goed eerste teen want tyd word
    gebruik ná alles dag mens doen kry hier geword groot maak eie gemaak self ja was dié niks wanneer voor sien tussen
    sonder omdat iets jare dalk altyd lewe werk julle weet terwyl saam binne terug elke nooit drie u reeds los ten enige
    sulke lank steeds volgens staan daardie gee laat haal kinders besig man vrou huis iemand dink êrens hoekom kant egter
    beter soos waarin hiervan daarvan daarmee hiermee watter sodat indien tog tydens tweede laaste nuwe klein lyk vra bly
    sit help moenie wou is dus reg ver byna mag plek begin hulle'n vind hou loop praat neem stel vol naam veral""",
    "et": """ja on ei et see oli ta ka kui ma aga mis nii ning seda oma siis või ole mida ning kes tema veel sa selle välja juba
    pole ära ainult mind olen kas mitte enam seal kus olid kõik olla nad need siin me mu välja tagasi nüüd väga ennast sest
    ise peab teda palju vaid saab nagu kuid mul võib midagi pärast nende üks selles ikka ega kuidas juures sellest mõni
    kogu vastu enne kuni üle eest miks te oled ju minu teha meie kaks just olnud keegi kõige alla sul hea mulle vist alles
    sinu tuleb ilma mingi jah iga poole ühe sellega peale hakkas tal minna oleks millal tegi sai läbi mees on meil isegi
    kuigi koos nendes mõne sama eriti tõesti neid sealt saa samuti muidugi jälle natuke miski aeg olete seega esimene kõik
    jaoks aasta aastal ajal vahel nimi suur uus teine teise mõned korral võimalik läks kell ütles tundub praegu lihtsalt
    kindlasti olema end tulla sind kellel enda rohkem umbes kokku hästi millest sellele hakkab oskab mingit inimesed inimene
    päev elu maa asi asja kolm pea kellest edasi nendest nendele kohe tänu abil kohta järel kaudu seetõttu siiski sellepärast
    olime olin oleme nemad teil meid teid talle temaga minuga sinna siia mujal kuhu ehk ent justkui otsekui kuna sest mille millele mida millega kellele mõlemad iseenda oma omale
    nendega sellel sellist selline sellise niisugune samas sinul tahab tahan tahaks pidi pidin pean peavad peaks võin võivad
    võiks saavad saame sain saaks tegema teeb teen teevad tehti tehakse tehtud olevat näeb näha näiteks nägi ütleb ütlen öelda
    läheb läksid minema minna tulid tuli tuleks jääb jäi jääda annab anda andis võtab võttis võtta leida leidis aitab teab
    teadis tean tundis tunne arvan arvab loodan räägib rääkis kuulda vaja vajab enne esimest teist kolmas pool osa kord kordi
    päeval öö öösel hommikul õhtul täna eile homme nädal kuu kuus aastat aastast hetkel viimane viimase järgmine järgmise
    suure suured väike väikese vana noor uue uut hea head halb pikk kõrge õige vale selge raske kerge kiiresti peaaegu üldse
    hoopis kohal kohta küll küllalt veidi täiesti päris üsna liiga vähe vähem rohkem enim enamik enamasti sageli tihti harva
    alati mitu mitmed mitme ükski ühtegi kumbki muu muud muid muus muutub tavaliselt näiteks samamoodi ometi seejuures mistõttu
    sellega sealjuures lisaks peale välja sisse alla üles ette taha kõrval ääres keskel ümber läheduses vahele suhtes asemel
    töö tööd inimeste laps lapsed naine ema isa kodu maja linn riik eesti sõna raha pole polnud ärge tohi""",
    "eu": """eta da ez bat egin zen du dut dira behar ere baina izan nahi zuen hori zure duzu egiten hau esan bere ari izango edo
    uste al dago zer naiz dute beste dugu egingo hemen ziren joan zuten baino gure den oso inoiz nola eman orain gehiago nik
    egon zara asko ondo esaten baten ondoren gara bezala bai baita batean batek arte haiek zituen ditu dio zuk bi nor non
    nire ezin horren horiek beharko guztiak daude dena ezer zerbait urte egun gero lehen ezinezko bakarrik gabe beti berriz
    zergatik dela horrek etorri jakin ahal gauza badago duen bada baldin artean honek batzuk hura bada hala hain zein duten
    denak dituzu ditugu zituzten diren dituzte honetan horretan hartan ondo noski zehar gainean azpian aurrean atzean barruan
    kanpoan ondoan buruz arabera alde kontra aurka bitartean beraz hala ere izaten izatea zela dela direla delako bestela
    baizik baitzen baitira baitu oraindik jada laster askotan gutxi gehien onena handia txiki berri azken lehenengo bigarren
    hiru lau bost mila denbora bizitza etxe lan leku modu gizon emakume haur jende herri hitz egia nago zaude gaude nintzen
    zinen ginen nuen zenuen genuen nuke luke ditzake dezake daiteke dezakegu liteke zait zaio zitzaion dit dizut diot nion
    zidan eskerrik mesedez agian behintzat halere eurak haren honen hauek haien horrela honela zeren""",
    "gl": """de a que o e do da en os un para as por con non unha no na dos se é das ao como máis á nos seu súa foi el ou ten pero
    nas son polo ser está pola á súas seus ó entre era moi xa tamén lle cando ata sobre sen todo este esta hai me ben pode
    dun dunha só anos eu foron onde despois estes estas isto iso eles ela todos todas desde había fai dous outra outro outros
    outras porque mesmo cada tan ano parte polos polas ti vostede mellor tempo nun nunha aos ás eran lles agora aquí mais si
    nin moito moitos moita moitas menos facer ti che miña meu minha nosa noso nosos nosas quen algo ninguén nada sempre nunca
    aínda así entón logo ante baixo cara contra segundo senón pois aquel aquela aqueles esa ese eses esas cal cales cuxo tras
    durante sexa estar estaba estaban están foi fora tiña tiñan teñen teño ter vai van ía dixo di din quere podes poden poder
    podía debe hoxe onte mañá día días vez veces vida home muller xente mundo lugar casa cousa cousas forma caso galego galega
    lugo primeiro primeira segunda tres grande gran novo nova bo boa mentres ademais porén aínda acordo través xunto lonxe
    preto dentro diante fóra arriba abaixo alí alá quizais case tanto tanta cunha cun coa co coas cos deste desta destes
    neste nesta nese dese desa daquela del dela deles delas comigo contigo lo la los las""",
    "sq": """të e në i një për me që nga është dhe së nuk ka do më u se si kjo ky por duke ishte janë kanë edhe tij saj kur ai ajo
    ose çfarë vetëm pas deri tyre këtë gjatë duhet mund tani mos kishte shumë ata atë unë ju ne mi ma ti te ta pa sipas kam
    jam ju jo po këto ato asnjë aty këtu ku çdo disa gjithë tjetër tjera tjerë para mbi nën ndaj rreth midis ndërsa derisa
    sepse prandaj pra madje vet vetë kush cili cila cilat cilët ishin kishin qenë bërë bëri bën bëhet thotë tha dua di shoh
    mirë keq sot dje nesër herë vit vite viti ditë kohë kohën jetë jetën njerëz njeri burrë grua fëmijë vend vendi vendin punë
    shtëpi gjë gjëra dy tre parë dytë fundit madh madhe vogël ri re bashkë sonte akoma ende tashmë gjithmonë kurrë ndoshta
    shpejt larg afër brenda jashtë poshtë sipër prapa përpara nëse megjithatë gjithashtu kështu ashtu aq sa kaq këtij kësaj
    këtyre atij asaj atyre tonë jonë tuaj juaj yt jote im ime mua ty atë na ju iu ia ua ke kemi keni jemi jeni është do të
    qoftë qysh përmes përveç lidhur kundër drejt prej mes ndonjë askush asgjë dikush diçka secili""",
    "th": THAI,
}  # fmt: skip

# Korean glues particles and endings to its words: an entry with a hyphen is the end of a word.
KOREAN = """-는 -을 -에 -다 -의 -고 -은 -를 -이 -가 -도 -에서 -으로 -로 -지 -와 -과 -면 -요 -니다 -까지 -부터 -처럼 -보다 -라고 -하는 -하고
    -해서 -했다 -한다 -된다 -되는 -있는 -없는 -적인 -며 -서 -던 -려고 -자 -네 -죠 -지만 -니까 -거나 -면서 -에게 -한테 -께서 -마다 -조차
    -밖에 -만 -들은 -들이 -들을 -라는 -다는 -다고 -는데 -은데 -도록 -려면 -어야 -아야 -해야 -었던 -하여 -되어 -하게 -하기 -할 -한 -된 -될 -던데 -라도 -이나 -이란
    그 이 저 것 수 등 및 또 더 잘 못 안 왜 좀 다 또는 그리고 그러나 하지만 그런데 그래서 따라서 즉 만약 우리 나 너 내 네 제 모든 다른 어떤 이런 그런 저런
    무슨 매우 아주 너무 정말 가장 이미 아직 다시 함께 바로 여기 거기 지금 오늘 이제 항상 때 때문 위해 대한 대해 관한 통해 의해 따라 같은 같이 많은 많이 여러
    각 두 한 세 첫 전 후 중 위 아래 앞 뒤 안에 밖 사이 동안 경우 정도 만큼 것이 것은 것을 수가 수도 게 걸 건 거 줄 뿐"""

# Croats, Bosniaks and Serbs write the same words in Latin letters; Serbs in Cyrillic too.
DIGRAPHS = {"lj": "љ", "nj": "њ", "dž": "џ"}
LETTERS = dict(zip("abvgdđežzijklmnoprstćufhcčš", "абвгдђежзијклмнопрстћуфхцчш", strict=True))


def decibels(frequency: float) -> int:
    """How far below certainty a frequency is, in tenths of a power of ten."""
    return round(-10 * math.log10(frequency))


def is_of(script: str, word: str) -> bool:
    """Whether all letters of a word are of one script."""
    letters = [c for c in word if unicodedata.category(c)[0] == "L"]
    marks = all(unicodedata.category(c)[0] in "LM" or c in "'’-\u200c" for c in word)
    return bool(letters) and marks and all(unicodedata.name(c, "").startswith(script) for c in letters)


def is_name(word: str) -> bool:
    return word in NAME_SET or any(word.startswith(stem) for stem in NAME_STEMS)


NAME_SET = {name for name in NAMES if not name.endswith("*")}
NAME_STEMS = tuple(name[:-1] for name in NAMES if name.endswith("*"))


def variants(code: str, word: str) -> list[str]:
    """A word as it is written: one form or more."""
    if code == "de" and "ss" in word and word not in NO_SHARP and any(s in word for s in SHARP):
        return [word.replace("ss", "ß", 1), word]
    if code == "el" and word.endswith("σ"):
        return [word[:-1] + "ς"]
    if code == "ro":
        return list(dict.fromkeys([word, word.replace("ș", "ş").replace("ț", "ţ")]))
    if code == "sr":
        cyrillic = word
        for two, one in DIGRAPHS.items():
            cyrillic = cyrillic.replace(two, one)
        return [word, "".join(LETTERS.get(c, c) for c in cyrillic)]
    return [word]


def counted(code: str) -> tuple[list[tuple[str, float]], list[str]]:
    """The words of a language that wordfreq knows, with their frequencies, and what was left out on the way."""
    source = LANGUAGES[code]
    single = SINGLE.get(code, "").split()
    english = wordfreq.get_frequency_dict("en") if code != "en" else {}
    kept: list[tuple[str, float]] = []
    left_out: list[str] = []
    for word, frequency in sorted(wordfreq.get_frequency_dict(source).items(), key=lambda item: (-item[1], item[0])):
        if len(kept) >= MOST:
            break
        if not is_of(SCRIPTS.get(code, "LATIN"), word) or (len(word) == 1 and word not in single):
            continue
        common = english.get(word, 0) > ENGLISH * frequency and word not in NOT_ENGLISH.get(code, "").split()
        if common or is_name(word) or word in PIECES.get(code, "").split():
            left_out.append(word)
            continue
        kept.append((word, frequency))
    return kept, left_out


def characters(code: str) -> list[tuple[str, float]]:
    """Han and kana are words of one character: what its words say of each, added up."""
    counts: dict[str, float] = {}
    for word, frequency in wordfreq.get_frequency_dict(code).items():
        for c in word:
            counts[c] = counts.get(c, 0) + frequency
    whole = sum(n for c, n in counts.items() if unicodedata.name(c, "").startswith(("CJK UNIFIED", "HIRAGANA LETTER")))
    if code == "ja":
        chosen = [c for c in counts if unicodedata.name(c, "").startswith("HIRAGANA LETTER")]
        return sorted(((c, counts[c] / whole) for c in chosen), key=lambda item: -item[1])
    groups = sorted(CHINESE.split(), key=lambda group: -counts[group[0]])
    return [(c, counts[group[0]] / whole) for group in groups for c in group]


def by_rank(words: str) -> list[tuple[str, float]]:
    """Words in order of frequency, each as frequent as a word of its rank is in English, Spanish and Polish."""
    models = [sorted(wordfreq.get_frequency_dict(code).values(), reverse=True) for code in ("en", "es", "pl")]
    unique = dict.fromkeys(words.split())
    return [(word, sum(m[rank] for m in models) / len(models)) for rank, word in enumerate(unique)]


def main() -> None:
    sections = []
    for code in sorted([*LANGUAGES, *BY_HAND]):
        left_out: list[str] = []
        if code in BY_HAND:
            words = by_rank(BY_HAND[code])
        elif code == "ko":
            words = by_rank(KOREAN)
        elif code in ("ja", "zh"):
            words = characters(code)
        else:
            words, left_out = counted(code)
        levels: dict[int, list[str]] = {}
        written: dict[str, None] = {}
        share, size = 0.0, 0
        for word, frequency in words:
            fresh = [form for form in variants(code, word) if form not in written]
            written.update(dict.fromkeys(fresh))
            levels.setdefault(decibels(frequency), []).extend(fresh)
            # Traditional characters are variants: what wordfreq counted is in the simplified ones.
            if share < SHARE or size < LEAST:
                size = len(written)
                share += frequency if code != "zh" or word in SIMPLIFIED else 0
        lines = [f"{level} {' '.join(members)}" for level, members in sorted(levels.items()) if members]
        sections.append("\n".join([f"[{code} {size} {share:.2f}]", *lines]))
        print(f"{code} {len(written)} words, the first {size} are {share:.2f} of text; left out: {' '.join(left_out)}", file=sys.stderr)
    TARGET.write_text(HEAD + "\n".join(sections) + "\n", encoding="utf-8")


HEAD = f"""\
# The commonest words of {len(LANGUAGES) + len(BY_HAND)} languages, made by make_stoplists.py (which says how): do not edit.
# Source: wordfreq {version("wordfreq")} by Robyn Speer and others, data under CC BY-SA 4.0 (https://github.com/rspeer/wordfreq);
# {", ".join(sorted(BY_HAND))} and the endings of ko by hand. Only frequency facts are kept.
# [language, how many words are its list by default, what share of running text these make up]; then 10 * -log10 of a frequency and the words that have it.
"""

if __name__ == "__main__":
    main()
