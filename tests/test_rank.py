"""Terms and rankings."""

from pincite.index.memory import BM25Index
from pincite.rank import query_terms, rank, terms


def test_terms_are_stemmed_and_figures_whole() -> None:
    """Inflections meet; a figure stays one term; possessives fall away."""
    assert terms("Rising costs") == terms("rises cost")
    assert "1,250.5" in terms("It cost 1,250.5 crowns.")
    assert terms("The firm's") == terms("the firm")


def test_chinese_gives_pairs() -> None:
    """Text without blanks is compared by overlapping pairs."""
    assert terms("堤坝加固") == ["堤坝", "坝加", "加固"]


def test_a_question_of_function_words_keeps_them() -> None:
    """Content words alone are asked for, unless there are none."""
    assert query_terms("What is the yield?") == terms("yield")
    assert query_terms("To be or not to be") == terms("To be or not to be")


def test_ties_go_to_the_earlier_row() -> None:
    """Equal texts rank in reading order, and rows without a common term are absent."""
    index = BM25Index(["oak tree", "elm", "oak tree", "fir oak oak"])
    hits = rank("oak", index, 10)
    assert [hit.row for hit in hits] == [3, 0, 2]
    assert hits[1].score == hits[2].score


def test_nothing_in_common() -> None:
    """An index without a term of the task, or without any text, finds nothing."""
    assert rank("walrus", BM25Index(["oak"]), 5) == []
    assert rank("walrus", BM25Index([]), 5) == []
    assert rank("", BM25Index(["oak", ""]), 5) == []
