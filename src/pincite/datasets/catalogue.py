"""Which data sets there are, what each is for, its files, and what reads them; reads nothing.

A new data set of the common form is one line here; one that differs brings a reader function.
"""

from __future__ import annotations

from dataclasses import dataclass

from pincite.datasets import readers
from pincite.datasets.gold import Kind
from pincite.datasets.readers import Reader, plain

__all__ = ["CATALOGUE", "DataSet", "Part", "names"]


@dataclass(frozen=True, slots=True)
class Part:
    """One records file of a data set.

    Attributes:
        name: The file, without `.jsonl` or `.jsonl.gz`.
        reader: What turns a line into a record.
        documents: The file of the documents that records name by id, if there is one.
        primary: Read when the data set is asked for by its name alone.
        may_train: May train a model that is shipped; otherwise it is for measuring only.
    """

    name: str = "records"
    reader: Reader = plain
    documents: str = "documents"
    primary: bool = True
    may_train: bool = True


@dataclass(frozen=True, slots=True)
class DataSet:
    """A folder of annotated data.

    Attributes:
        name: Of the folder.
        kinds: What it is for; a letter of `Kind` each.
        parts: Its records files.
    """

    name: str
    kinds: frozenset[Kind]
    parts: tuple[Part, ...]


def names(kind: Kind | None = None) -> tuple[str, ...]:
    """The data sets of a kind, or all, in the order of the catalogue."""
    return tuple(name for name, item in CATALOGUE.items() if kind is None or kind in item.kinds)


def _measure(name: str = "records", reader: Reader = plain) -> Part:
    return Part(name, reader, may_train=False)


def _set(name: str, kinds: str, *parts: Part) -> DataSet:
    return DataSet(name, frozenset(Kind(letter) for letter in kinds), parts or (Part(),))


_SETS = (
    _set(
        "financebench",
        "A",
        _measure(reader=readers.typed),
        Part("evidence_pages", primary=False, may_train=False),
    ),
    _set("findver", "B", _measure()),
    _set("evidence_inference", "A"),
    _set("mmlongbench_doc", "A", _measure()),
    _set("qmsum", "A"),
    _set("cuad_leval", "A", _measure()),
    _set("covidqa", "A"),
    _set("qasper_subset", "A", Part(reader=readers.qasper)),
    _set("contract_nli", "AB"),
    _set("policyqa", "A", Part(reader=readers.typed)),
    _set("hotpotqa", "A", Part(reader=readers.typed)),
    _set("musique", "A"),
    _set("2wikimultihopqa", "A", Part(reader=readers.typed)),
    _set("tatqa", "A", Part(reader=readers.typed)),
    _set("clapnq", "A"),
    _set("qed", "A"),
    _set("expmrc", "A", Part(reader=readers.expmrc)),
    _set("chunking_eval", "A", _measure()),
    _set("wice", "B", Part(), Part("partial_claims_tokens", primary=False)),
    _set("nli4ct", "B", _measure(reader=readers.nli4ct)),
    _set("scitab", "B"),
    _set("climate_fever", "B", _measure()),
    _set("healthver", "B", _measure()),
    _set("covidfact", "B", _measure()),
    _set("averitec", "B", _measure()),
    _set("fever_symmetric", "B"),
    _set("sufficient_facts", "B", _measure(reader=readers.sufficient_facts)),
    _set("scifact_abstracts", "B"),
    _set(
        "attribute_first",
        "C",
        Part("records_lfqa", readers.answer_sentences, "records_lfqa_documents"),
        Part("records_mds", readers.answer_sentences, "records_mds_documents"),
    ),
    _set("attributionbench", "C", _measure()),
    _set("faithbench", "C", _measure()),
    _set("factcheck_gpt", "CB"),
    _set("summedits", "C", Part(reader=readers.summedits)),
    _set("qags", "C", _measure(reader=readers.qags)),
    _set("begin", "C", Part(reader=readers.begin)),
    _set("bump", "C", Part(reader=readers.bump)),
    _set("quotesum", "C", Part(reader=readers.quotes)),
    _set("scholarqa_multi", "C", Part(reader=readers.marked_passages)),
    _set(
        "nli",
        "E",
        _measure("anli_dev", readers.premise),
        Part("breaking_nli", readers.premise),
        _measure("control", readers.premise),
        _measure("ling_in_loop", readers.premise),
        Part("med", readers.premise),
        _measure("ocnli_zh", readers.premise),
        Part("taxinli_mnli", readers.premise),
    ),
    _set(
        "sbd",
        "F",
        *(
            _measure(name, readers.boundaries)
            for name in (
                "golden_rules",
                "legal_multilingual",
                "legal_us_decisions",
                "ud_chinese_gsdsimp",
                "ud_english_ewt",
                "ud_english_gentle",
                "ud_english_gum",
                "ud_english_pud",
                "ud_french_gsd",
                "ud_german_gsd",
                "ud_japanese_gsd",
                "ud_spanish_gsd",
            )
        ),
    ),
    _set("longcite", "", _measure("cof_input_sample", readers.context_only)),
)

CATALOGUE = {item.name: item for item in _SETS}
"""Every data set by name."""
