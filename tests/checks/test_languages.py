"""What is checked in German, French, Spanish, Chinese and Japanese, and what is not."""

from decimal import Decimal

import pytest

from pincite.checks import check_pair
from pincite.checks.quantities import quantities
from pincite.records import Check, Outcome, Status


@pytest.mark.parametrize(
    ("language", "text", "value", "unit"),
    [
        ("de", "1.234,5 Euro", "1234.5", "eur"),
        ("de", "2,5 Mio. Euro", "2500000", "eur"),
        ("de", "1 Billion Euro", "1000000000000", "eur"),
        ("de", "12. Mai 2025", "20250512", "date"),
        ("de", "12.05.2025", "20250512", "date"),
        ("de", "einundzwanzig Tage", "21", "day"),
        ("de", "fünf Prozentpunkte", "5", "points"),
        ("fr", "1 234,5 euros", "1234.5", "eur"),
        ("fr", "2 milliards de dollars", "2000000000", "usd"),
        ("fr", "1er mai 2025", "20250501", "date"),
        ("fr", "vingt-deux jours", "22", "day"),
        ("es", "3 mil millones de dólares", "3000000000", "usd"),
        ("es", "12 de mayo de 2025", "20250512", "date"),
        ("es", "cinco por ciento", "5", "%"),
        ("zh", "三百万元", "3000000", "cny"),
        ("zh", "百分之十二", "12", "%"),
        ("zh", "2025年5月12日", "20250512", "date"),
        ("zh", "3.5亿美元", "350000000", "usd"),
        ("ja", "3億5000万円", "350000000", "jpy"),
        ("ja", "12パーセント", "12", "%"),
        ("ja", "第2四半期", "2", "quarter"),
    ],
)
def test_figures_are_read(language: str, text: str, value: str, unit: str) -> None:
    """Notations, number words, units, magnitudes and dates of each language."""
    (found,) = quantities(text, language)
    assert (found.value, found.unit) == (Decimal(value), unit)


@pytest.mark.parametrize(
    ("source", "right", "wrong"),
    [
        (
            "Die Miete beträgt für den Laden 1.250,50 Euro und ist am 4. Juni 2024 fällig.",
            "Die Miete für den Laden ist mit 1250,50 Euro am 4.6.2024 zu zahlen und fällig.",
            "Die Miete für den Laden ist mit 1.350,50 Euro am 4. Juni 2024 fällig.",
        ),
        (
            "Le loyer est de 1 250 euros par mois et il est dû le 4 juin 2024.",
            "Il est dit que le loyer est de 1250 euros.",
            "Il est dit que le loyer est de 1350 euros.",
        ),
        (
            "El alquiler es de 1.250 euros al mes y se paga el 4 de junio de 2024.",
            "Se dice que el alquiler es de 1250 euros.",
            "Se dice que el alquiler es de 1350 euros.",
        ),
        ("租金为每月一千二百元。", "每月租金是1200元。", "每月租金是1300元。"),
        ("賃料は月額12万円です。", "月の賃料は120,000円です。", "月の賃料は130,000円です。"),
    ],
)
def test_figures_are_compared(source: str, right: str, wrong: str) -> None:
    """A figure in another notation is found, another figure fails; nothing passes by default."""
    held, refused = check_pair(right, source), check_pair(wrong, source)
    assert _of(held.checks, "figures").outcome is Outcome.PASS
    assert _of(refused.checks, "figures").outcome is Outcome.FAIL
    assert refused.status not in {Status.SUPPORTED, Status.UNCHECKED}
    assert held.status is Status.UNCHECKED


def test_what_is_not_covered_is_said() -> None:
    """Negation and names are unknown in German, with the language in the reason."""
    source = "Der Mieter darf ohne die Zustimmung keine Vögel halten, und das ist so."
    found = check_pair("Der Mieter darf mit der Zustimmung Vögel halten, und das ist so.", source)
    for name in ("polarity", "names"):
        check = _of(found.checks, name)
        assert check.outcome is Outcome.UNKNOWN
        assert "German" in check.reason
    assert found.status is Status.UNCHECKED
    assert check_pair(source, source).status is Status.SUPPORTED


def test_an_english_claim_about_a_german_source() -> None:
    """Each side is read in the notation of its own language."""
    source = "Der Umsatz der Gesellschaft ist auf 1.250,5 Millionen Euro gestiegen, das ist gut."
    found = check_pair("The revenue of the company was 1,250.5 million euros in that year.", source)
    assert _of(found.checks, "figures").outcome is Outcome.PASS


def _of(checks: tuple[Check, ...], name: str) -> Check:
    return next(check for check in checks if check.name == name)
