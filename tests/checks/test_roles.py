"""Who did it to whom."""

import pytest

from pincite.checks import check_pair
from pincite.records import Outcome


def turned(claim: str, evidence: str) -> bool:
    """Whether the check of polarity fails."""
    checks = check_pair(claim, evidence).checks
    return any(c.name == "polarity" and c.outcome is Outcome.FAIL for c in checks)


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("Stone paid for the harbour.", "The harbour was paid for in stone."),
        ("Ida was hired to redo the plan.", "Ida was hired to redo the plan drawn by Ege."),
        ("It is a short film by Nelle.", "The short film features Nelle."),
        ("The harbour was built by the guild.", "The guild built the harbour."),
        ("The guild paid for the harbour.", "The harbour was paid for by the guild."),
        ("The town sold the mill.", "The mill was sold to the town."),
        ("The town gave the mill to the guild.", "The guild was given the mill by the town."),
        ("The dog bit the postman.", "The postman was bitten by the dog."),
        ("The clerk wrote the letter.", "The letter was written for the clerk."),
        ("Rain followed the drought.", "The drought was followed by rain."),
        ("The tenant was sued by the landlord.", "The landlord sued the tenant."),
        ("The bank lent the town money.", "The money was lent to the town by the bank."),
    ],
)  # fmt: skip
def test_the_same_roles_in_other_words_are_not_turned(claim: str, evidence: str) -> None:
    """Voice, a passive without a doer, and what another preposition ties to the verb."""
    assert not turned(claim, evidence)


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("Orla bought Tarn in 2019.", "Tarn bought Orla in 2019."),
        ("Orla was bought by Tarn in 2019.", "Orla bought Tarn in 2019."),
        ("The guild was built by the harbour.", "The guild built the harbour."),
        ("The harbour paid for the guild.", "The harbour was paid for by the guild."),
        ("The drought followed the rain.", "The drought was followed by rain."),
        ("Prices drive wages.", "Wages drive prices."),
        ("The landlord was sued by the tenant.", "The landlord sued the tenant."),
        ("The hall was drawn by Ida.", "Ida was drawn by the hall in the 2005 drawing contest."),
        ("Ida Holm of Rothe was beaten by Karl Ude.", "Karl Ude was beaten by Ida Holm of Rothe."),
        (
            "Tern Design of Ayr was designed by a hall.",
            "A hall was designed by Tern Design of Ayr.",
        ),
    ],
)
def test_turned_roles_are_caught(claim: str, evidence: str) -> None:
    """In actives, passives, and from one to the other; the words may be phrases."""
    assert turned(claim, evidence)


def test_one_word_of_the_evidence_has_lost_no_modal_verb() -> None:
    """A phrase says nothing of what may be; a clause does."""
    evidence = "Rust can weaken the hull."
    assert not turned("“Rust”", evidence)
    assert turned("Rust weakens the hull.", evidence)
