"""Words and signs of figures: magnitudes, currencies, units, months, numbers in six languages.

English, German, French, Spanish, Chinese and Japanese. A word that means the same wherever it is
met stands in a common table; number words, which clash between languages, in one of their own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

__all__ = [
    "CONVERSIONS",
    "COVERED",
    "CURRENCIES",
    "DECIMAL_COMMA",
    "LONG_SCALE",
    "MAGNITUDES",
    "MONTHS",
    "NUMBER_WORDS",
    "ORDINALS",
    "PER",
    "UNITS",
    "one_of",
    "plain_case",
]

_CASE = str.maketrans("\u0131\u0130\u017f", "iis")
"""Letters that a pattern without case takes for i and s, and `str.lower` does not."""

COVERED = frozenset({"en", "de", "fr", "es", "zh", "ja"})
"""Languages of which figures and dates are read in full."""
DECIMAL_COMMA = frozenset("de fr es it pt nl da sv no fi pl cs sk hu tr ro ru el".split())
"""Languages that write 1.234,5 or 1 234,5."""
LONG_SCALE = {"billion": 12, "billionen": 12, "billón": 12, "billones": 12, "trillion": 18}
"""Magnitudes that German, French and Spanish count otherwise than English."""


def plain_case(word: str) -> str:
    """A word in lower case, as a pattern without case reads it: `APRİL` and `ſept` too.

    Example:
        >>> plain_case("APRİL"), plain_case("fıve")
        ('april', 'five')
    """
    return word.translate(_CASE).lower()


def one_of(words: Iterable[str]) -> str:
    """A pattern for the longest of some words, each letter tried once: `ten|two` as `t(?:en|wo)`.

    Example:
        >>> one_of(["ten", "two", "tent"])
        '(?:t(?:e(?:n(?:t)?)|w(?:o)))'
    """
    rests: dict[str, list[str]] = {}
    for word in words:
        rests.setdefault(word[:1], []).append(word[1:])
    ends = rests.pop("", None) is not None
    if not rests:
        return ""
    letters = "|".join(re.escape(first) + one_of(rests[first]) for first in sorted(rests))
    return f"(?:{letters})" + "?" * ends


def _table(text: str) -> dict[str, str]:
    """Lines of `meaning: word, word`, turned round."""
    found = {}
    for line in text.strip().splitlines():
        meaning, _, words = line.partition(":")
        for word in words.split(","):
            found[word.strip()] = meaning.strip()
    return found


MAGNITUDES = {
    word: int(power)
    for word, power in _table(
        """
        2: hundred, hundert, cents, cientos, 百
        3: thousand, thousands, k, tausend, tsd, mille, milliers, mil, 千
        4: 万, 萬
        5: lakh
        6: million, millions, mn, mln, m, millionen, mio, millón, millones, mill, 百万
        7: crore, 千万
        8: 亿, 億
        9: billion, billions, bn, b, milliarden, milliarde, mrd, milliard, milliards, md, mds
        9: mil millones, 十亿, 十億
        12: trillion, trillions, tn, billionen, billones, 兆
        """
    ).items()
}
CURRENCIES = _table(
    """
    usd: $, us$, usd, dollar, dollars, dólar, dólares, 美元, 米ドル, ドル
    eur: €, eur, euro, euros, 欧元, ユーロ
    gbp: £, gbp, pound sterling, pfund sterling, 英镑, ポンド
    jpy: ¥, jpy, yen, 円, 日元, 日圆
    nok: nok
    sek: sek
    dkk: dkk
    chf: chf, franken
    cny: cny, rmb, 元, 人民币
    inr: inr, ₹
    cad: cad, c$
    aud: aud, a$
    """
)
_PREFIXES = {"k": "kilo", "m": "mega", "g": "giga", "t": "tera", "p": "peta"}
UNITS = _table(
    """
    %: %, percent, per cent, pct, ％, prozent, pour cent, por ciento, 百分之, パーセント
    points: percentage point, percentage points, pp, ppt, prozentpunkt, prozentpunkte
    points: prozentpunkten, points de pourcentage, puntos porcentuales, 个百分点, ポイント
    bp: basis point, basis points, bps, basispunkte, points de base, puntos básicos, 个基点
    s: second, seconds, sec, s, sekunde, sekunden, seconde, secondes, segundo, segundos, 秒
    min: minute, minutes, min, minuten, minuto, minutos, 分钟, 分間
    h: hour, hours, h, hrs, stunde, stunden, heure, heures, hora, horas, 小时, 時間
    day: day, days, tag, tage, tagen, jour, jours, día, días, 天, 日間
    week: week, weeks, woche, wochen, semaine, semaines, semana, semanas, 周, 週間
    month: month, months, monat, monate, monaten, mois, mes, meses, 个月, か月, ヶ月
    year: year, years, yr, yrs, jahr, jahre, jahren, ans, année, années, año, años, 年间, 年間
    mm: mm, millimetre, millimetres, millimeter, millimeters
    cm: cm, centimetre, centimetres, centimeter, centimeters
    metre: m, metre, metres, meter, meters, metern, mètre, mètres, metro, metros, 米, メートル
    km: km, kilometre, kilometres, kilometer, kilometers, kilometern, kilomètres, kilómetros
    km: 公里, キロメートル
    mile: mile, miles, meilen, milles, millas, 英里
    foot: foot, feet, ft
    inch: inch, inches
    nanometre: nm, nanometre, nanometer, nanometers
    mg: mg, milligram, milligrams
    gram: g, gram, grams, gramm, grammes, gramos, 克, グラム
    kg: kg, kilogram, kilograms, kilogramm, kilogrammes, kilos, kilogramos, 公斤, 千克, キログラム
    tonne: t, tonne, tonnes, tonnen, toneladas, 吨, トン
    ton: ton, tons
    pound: lb, lbs, pound, pounds
    ml: ml, millilitre, millilitres, milliliter, milliliters, 毫升
    litre: l, litre, litres, liter, liters, litern, litros, 升, リットル
    watt: w, watt, watts
    kilowatt: kw, kilowatt, kilowatts, 千瓦
    megawatt: mw, megawatt, megawatts
    gigawatt: gw, gigawatt, gigawatts
    kilowatt-hour: kwh
    megawatt-hour: mwh
    gigawatt-hour: gwh
    terawatt-hour: twh
    hertz: hz
    megahertz: mhz
    gigahertz: ghz
    volt: v, volt, volts
    kilovolt: kv
    celsius: °c, celsius
    fahrenheit: °f, fahrenheit
    """
) | {
    short: f"{long}byte"
    for letter, long in _PREFIXES.items()
    for short in (f"{letter}b", f"{long}byte", f"{long}bytes")
}
CONVERSIONS = {
    "min": ("s", 60), "h": ("s", 3600), "day": ("s", 86_400), "week": ("s", 604_800),
    "year": ("month", 12), "kg": ("gram", 1000), "tonne": ("gram", 1_000_000),
    "km": ("metre", 1000), "litre": ("ml", 1000),
}  # fmt: skip
"""Units of one kind: the smaller one and how many of it; only exact ones."""
PER = frozenset({"per", "pro", "par", "por"})


def _numbered(words: Iterable[str], start: int = 0, step: int = 1) -> Iterator[tuple[str, int]]:
    return ((word, start + row * step) for row, word in enumerate(words))


def _english() -> dict[str, int]:
    ones = dict(
        _numbered(
            """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen
            fifteen sixteen seventeen eighteen nineteen""".split()
        )
    )
    tens = dict(_numbered("twenty thirty forty fifty sixty seventy eighty ninety".split(), 20, 10))
    both = {f"{t}-{o}": v + n for t, v in tens.items() for o, n in ones.items() if 0 < n < 10}
    return ones | tens | both


def _german() -> dict[str, int]:
    ones = dict(
        _numbered(
            """null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn
            fünfzehn sechzehn siebzehn achtzehn neunzehn""".split()
        )
    )
    tens = dict(
        _numbered("zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig".split(), 20, 10)
    )
    units = {"ein" if n == 1 else o: n for o, n in ones.items() if 0 < n < 10}
    return ones | tens | {f"{o}und{t}": v + n for t, v in tens.items() for o, n in units.items()}


def _french() -> dict[str, int]:
    ones = dict(
        _numbered(
            """zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze
            quinze seize dix-sept dix-huit dix-neuf""".split()
        )
    )
    tens = dict(_numbered("vingt trente quarante cinquante soixante".split(), 20, 10))
    both = {f"{t}-{o}": v + n for t, v in tens.items() for o, n in ones.items() if 1 < n < 10}
    late = {"soixante-dix": 70, "quatre-vingts": 80, "quatre-vingt-dix": 90}
    del ones["un"]
    return ones | tens | both | late


def _spanish() -> dict[str, int]:
    ones = dict(
        _numbered(
            """cero un dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce
            quince dieciséis diecisiete dieciocho diecinueve veinte veintiuno veintidós veintitrés
            veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve""".split()
        )
    )
    tens = dict(
        _numbered("treinta cuarenta cincuenta sesenta setenta ochenta noventa".split(), 30, 10)
    )
    both = {f"{t} y {o}": v + n for t, v in tens.items() for o, n in ones.items() if 1 < n < 10}
    del ones["un"]
    return ones | tens | both


NUMBER_WORDS = {"en": _english(), "de": _german(), "fr": _french(), "es": _spanish()}
"""Numbers in words; 1 is left out where it is also the article."""
ORDINALS = {
    word: value
    for words in (
        "first second third fourth",
        "erste zweite dritte vierte",
        "ersten zweiten dritten vierten",
        "premier deuxième troisième quatrième",
        "primer segundo tercer cuarto",
        "一 二 三 四",
    )
    for word, value in _numbered(words.split(), 1)
}
MONTHS = {
    name: number
    for number, names in enumerate(
        """january jan januar janvier enero|february feb februar février fevrier febrero
        |march mar märz mars marzo|april apr avril abril|may mai mayo|june jun juni juin junio
        |july jul juli juillet julio|august aug août agosto
        |september sep sept septembre septiembre|october oct oktober octobre octubre
        |november nov novembre noviembre|december dec dezember décembre diciembre""".split("|"),
        start=1,
    )
    for name in names.split()
}
