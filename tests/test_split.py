"""Sentence splitting, the numbering of a library, and passages."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pincite.canonical import sha256_text
from pincite.errors import CallerError, MismatchError
from pincite.records import Block, BlockKind, Document, Library, Location
from pincite.split import SPLITTER, Domain, append, passages, sentence_spans, split

DOMAINS: list[Domain | None] = [None, "legal"]


def pieces(text: str, *, language: str | None = "en", domain: Domain | None = None) -> list[str]:
    """The sentences themselves."""
    return [text[a:b] for a, b in sentence_spans(text, language=language, domain=domain)]


hostile = st.text(
    st.one_of(
        st.sampled_from(" \t\r\n\u2028\u00a0.!?…;:,'\"”’»«()[]-–1234aAbZeé。！」、と中あ。\u0301"),
        st.characters(),
    ),
    max_size=120,
)


class TestLaws:
    """What holds for any text."""

    @given(hostile, st.sampled_from(DOMAINS), st.sampled_from([None, "en", "de", "zh"]))
    @example("\r\n\r\n.", None, None)
    @example(". . . . a) b) 1) 2)", None, "en")
    @example("[1] A", "legal", None)
    @settings(max_examples=400)
    def test_every_visible_character_lies_in_one_sentence(
        self, text: str, domain: Domain | None, language: str | None
    ) -> None:
        """Sentences are trimmed, not empty, disjoint, increasing, and cover what is visible."""
        position = 0
        for start, end in sentence_spans(text, language=language, domain=domain):
            assert not text[position:start].strip()
            assert text[start:end]
            assert text[start:end] == text[start:end].strip()
            position = end
        assert not text[position:].strip()

    @given(hostile, st.sampled_from(DOMAINS))
    def test_the_same_text_is_split_the_same_way(self, text: str, domain: Domain | None) -> None:
        """Two calls agree."""
        assert sentence_spans(text, domain=domain) == sentence_spans(text, domain=domain)

    @given(hostile, hostile, hostile)
    def test_a_blank_line_separates(self, before: str, text: str, after: str) -> None:
        """A block is split the same way alone and with other blocks around it."""
        before, text, after = before.strip(), text.strip(), after.strip()
        whole = f"{before}\n\n{text}\n\n{after}"
        offset = len(before) + 2
        inside = [
            (a - offset, b - offset)
            for a, b in sentence_spans(whole)
            if offset <= a and b <= offset + len(text)
        ]
        assert inside == sentence_spans(text)

    @pytest.mark.parametrize(
        "unit",
        [
            "a",
            ".",
            "a.",
            "A. ",
            "\n",
            " \n",
            '.")',
            "e\u0301\u0302. ",
            "。",
            ".[1]",
            "1. ",
            "1) ",
            "\r\n",
            ". ",
            "\ud800.",
            "\u0301",
            "x\n",
            "( ",
            "“",
            ".»",
            "A.b",
            ".1 ",
        ],
    )
    @pytest.mark.parametrize("domain", DOMAINS)
    def test_hostile_repetitions_end(self, unit: str, domain: Domain | None) -> None:
        """Long runs of one thing are split at all, and completely."""
        text = unit * (50_000 // len(unit))
        spans = sentence_spans(text, domain=domain)
        assert sum(len("".join(text[a:b].split())) for a, b in spans) == len("".join(text.split()))


GENERAL = [
    # titles, abbreviations, decimals, section numbers, versions, hosts, addresses
    "Dr. Marta Oyelaran met Mr. and Mrs. Lund at St. Brendan's. |They left at noon.",
    "Costs rose approx. 2.75 per cent, cf. Sec. 4.1. |Release v3.0.2 is at files.example.org. |"
    "Write to k.lee@example.net. |Thanks.",
    "See No. 5 and pp. 12-14 of vol. 3. |It says no. |Then it stops.",
    "Acme Inc. sued Beta Ltd. |The court agreed.",
    "It grew to 1.5 billion in 2019. |In 2020. |5 were left.",
    "J. R. Hartley wrote it. |So did A. Smith.",
    "She lives in the U.S. Virgin Islands. |He lives in the U.S. |They met there.",
    "We met at 5 p.m. on Monday.",
    # marks, quotations, brackets
    "What?! |No way... |Really.",
    "He waited ... and left. |Nobody came… |Why?",
    '"It works." |She nodded. |"Does it?" he asked.',
    "It failed (see Fig. 2). |(It did not matter.) |We went on.",
    "The thing is . . . complicated.",
    "It was shown before.[3] |Later it was not. [4, 5] |Then",
    "Costs fell. [s2-s4, s9] |Debt rose [s5]. |Then it fell.[s6][s7] |It is so.",
    "I like vitamin C. |It helps.",
    "This was a choice (type 2).10 |The model shows it.",
    # lists
    "1) Warm the oil. |2) Fry the onions. |3) Serve.",
    "1. Warm the oil |2. Fry the onions |3. Serve",
    "a) red |b) green |c) blue",
    "The choices are 1) tea and 2) coffee.",
    "- first point\n |- second point\n |- third point",
    # line breaks
    "A sentence that was\nbroken at the Margin\nof a narrow page. |Next.",
    "Introduction\n |The committee met on three occasions during the year to hear evidence.",
    "One.\n\n |two",
    # no punctuation, other scripts
    "no punctuation at all in this one",
    "堤坝在一九九八年加固。|费用约三百万元。",
    "他说：“好。” |然后走了。",
    "「はい。」と彼は言った。|終わり!|本当に?",
    "人気は3.5倍だ。|Next one. |終わり。",
    "यह पहला है। |यह दूसरा है।",
    "هل هذا صحيح؟ |نعم.",
    "Այսօր երկուշաբթի է: |Ես գնում եմ:",
]


LEGAL = [
    "See Oak v. Elm, 123 F.3d 456, 460 (9th Cir. 2001). |Fed. R. Civ. P. 12(b)(6) holds. |"
    "Id. at 461.",
    "Cf. 17 U.S.C. § 107; 8 Cal. App. 4th 12 (1995). |We affirm.",
    "12. |The appellant relies on Art. 5.",
    "[3] |The court of first instance dismissed it.",
    "JUDGMENT\n|The appeal is dismissed.",
    "(a) a notice;\n(b) a reply.",
    "It may take . . . any step . . . .  |Nothing follows.",
]

BY_LANGUAGE = [
    (
        "de",
        "Das war z. B. am 3. Mai und am 18. Wirtschaftstag. |Er kam gegen 9 Uhr usw. |Dann nicht.",
    ),
    ("de", "Er sagte: „Ja.“ |Sie ging."),
    ("fr", "M. Duval a dit : « Non. » |Puis il est parti p. ex. à Lyon ; c'est loin."),
    ("es", "La Sra. Ruiz vive en EE. UU. |El Sr. Gil, no. |¿Por qué? |¡Ya!"),
    ("it", "Ai sensi dell'art. 4 cpv. 2 il dott. Neri decide. |Fine."),
    ("pt", "O Exmo. Sr. Lima citou as fls. 12 e 13. |Acabou."),
    ("ru", "Это было в 1990 г. в Москве, т. е. давно. |Он ушёл."),
    ("da", "Han kom d. 5. maj kl. 9. |Hun gik, f.eks. hjem."),
    ("el", "Πού είναι; |Εκεί."),
]


def bars(marked: str) -> tuple[str, list[str]]:
    """The text without bars, and what stands between the bars."""
    return marked.replace("|", ""), [part.strip() for part in marked.split("|")]


@pytest.mark.parametrize("marked", GENERAL)
def test_general_texts(marked: str) -> None:
    """Sentences end at the bars and nowhere else."""
    text, expected = bars(marked)
    assert pieces(text) == expected


@pytest.mark.parametrize("marked", GENERAL)
def test_the_language_need_not_be_known(marked: str) -> None:
    """The same texts are split the same way where nobody names a language."""
    text, expected = bars(marked)
    assert pieces(text, language=None) == expected


@pytest.mark.parametrize("marked", LEGAL)
def test_legal_texts(marked: str) -> None:
    """In the legal domain citations stay whole and a paragraph's number stands alone."""
    text, expected = bars(marked)
    assert pieces(text, domain="legal") == expected


@pytest.mark.parametrize(("language", "marked"), BY_LANGUAGE)
def test_languages(language: str, marked: str) -> None:
    """Each language has its own abbreviations and habits."""
    text, expected = bars(marked)
    assert pieces(text, language=language) == expected


def test_offsets_are_code_points() -> None:
    """Characters outside of the basic plane count one."""
    text = "Café no. 7 🚲 is open. 自転車です。 Rent: €9."
    assert [text[a:b] for a, b in sentence_spans(text)] == [
        "Café no. 7 🚲 is open.",
        "自転車です。",
        "Rent: €9.",
    ]


@dataclass(frozen=True)
class _NoMap:
    """A source map for documents that have no source."""

    def locate(self, start: int, end: int) -> Location:
        """Nowhere."""
        del start, end
        return Location()

    def page(self, position: int) -> int | None:
        """No pages."""
        del position
        return None


class _Words:
    """Counts words."""

    name = "words"
    exact = True

    def count(self, texts: list[str]) -> list[int]:
        """One for each run of visible characters."""
        return [len(text.split()) for text in texts]


def document(source_id: str, *blocks: tuple[BlockKind, str], head: int | None = None) -> Document:
    """A document of blocks, a blank line between them."""
    text, made = "", []
    for row, (kind, content) in enumerate(blocks):
        start = len(text)
        text += content + "\n\n"
        made.append(Block(kind, start, start + len(content), head=row == head))
    return Document(
        source_id=source_id,
        title=source_id,
        uri="",
        media_type="text/plain",
        source_sha256=sha256_text(text),
        text=text,
        text_sha256=sha256_text(text),
        language="und",
        reader="test/1",
        settings_sha256=sha256_text(""),
        blocks=tuple(made),
        map=_NoMap(),
    )


P, H, ROW = BlockKind.PARAGRAPH, BlockKind.HEADING, BlockKind.TABLE_ROW


class TestLibrary:
    """The numbering of sentences."""

    def test_numbers_run_across_documents(self) -> None:
        """Sentences are numbered from 1 in reading order; furniture is not."""
        library = split(
            [
                document("a", (H, "One. Two."), (P, "Three. Four."), (BlockKind.FURNITURE, "9")),
                document("b", (BlockKind.CODE, "x = 1. y"), (ROW, "| n. | m. |"), (P, " ")),
            ]
        )
        assert [s.text for s in library.sentences()] == [
            "One. Two.",
            "Three.",
            "Four.",
            "x = 1. y",
            "| n. | m. |",
        ]
        assert library.first_numbers == (1, 4, 6)
        assert library.splitter == SPLITTER

    def test_the_label_of_a_caption_is_no_sentence(self) -> None:
        """It belongs to the sentence after it; in a paragraph, and alone, it is as it stands."""
        caption = BlockKind.CAPTION
        texts = ("Table 1. Two boats. Kilos.", "Abb. 3: Ein Boot. Zwei.", "Fig. 2.")
        library = split([document("a", *((caption, text) for text in texts))])
        assert [s.text for s in library.sentences()] == [
            *("Table 1. Two boats.", "Kilos.", "Abb. 3: Ein Boot.", "Zwei.", "Fig. 2."),
        ]

    def test_appending_renumbers_nothing(self) -> None:
        """Appending documents one by one makes the library of all of them."""
        first, second = document("a", (P, "One. Two.")), document("b", (P, "Three."))
        grown = append(split([first]), [second])
        assert grown == split([first, second])
        assert len(split([first])) == 2

    def test_the_domain_is_part_of_the_identity(self) -> None:
        """A library split as legal text has another splitter and id, also after appending."""
        source = document("a", (P, "12. The appeal is dismissed."))
        library = append(split([], domain="legal"), [source])
        assert library == split([source], domain="legal")
        assert library.library_id != split([source]).library_id
        assert len(library) == 2

    def test_the_language_is_detected_where_nobody_says(self) -> None:
        """A German ordinal does not end a sentence of an undeclared German document."""
        text = "Der Saal ist nicht groß. Das war auf dem 18. Kongress der Müller und der Bäcker."
        source = document("a", (P, text))
        assert source.language == "und"
        assert len(split([source])) == 2

    def test_source_ids_are_distinct(self) -> None:
        """Two documents of one id are refused."""
        with pytest.raises(CallerError, match="source id 'a'"):
            split([document("a", (P, "x")), document("a", (P, "y"))])

    def test_another_version_is_refused(self) -> None:
        """A library of another splitter cannot grow."""
        old = split([document("a", (P, "x"))])
        other = Library(
            old.documents,
            old.library_id,
            "split/0",
            old.starts,
            old.ends,
            old.block_rows,
            old.first_numbers,
        )
        with pytest.raises(MismatchError):
            append(other, [])


class TestPassages:
    """The cutting of documents."""

    def test_sizes_and_order(self) -> None:
        """Passages hold every sentence once, in order, within the limit."""
        library = split([document("a", (P, "One two. " * 9), (P, "Three four."))])
        found = passages(library, _Words(), max_tokens=6)
        numbers = [n for p in found for n in range(p.first_sentence, p.last_sentence + 1)]
        assert numbers == list(range(1, len(library) + 1))
        assert all(p.last_sentence - p.first_sentence < 3 for p in found)

    def test_never_across_documents(self) -> None:
        """A passage belongs to one document."""
        library = split([document("a", (P, "One.")), document("b", (P, "Two."))])
        assert [p.source_id for p in passages(library, _Words())] == ["a", "b"]

    def test_headings_and_table_heads_go_with_what_follows(self) -> None:
        """No passage ends with a heading or a table's head while the document goes on."""
        library = split(
            [
                document(
                    "a",
                    (P, "One two three."),
                    (H, "Head"),
                    (P, "Four five."),
                    (ROW, "| site | t |"),
                    (ROW, "| north | 12 |"),
                    head=3,
                )
            ]
        )
        found = passages(library, _Words(), max_tokens=7)
        assert [(p.first_sentence, p.last_sentence) for p in found] == [
            (1, 1),
            (2, 3),
            (4, 4),
            (5, 5),
        ]
        found = passages(library, _Words(), max_tokens=10)
        assert [(p.first_sentence, p.last_sentence) for p in found] == [(1, 1), (2, 3), (4, 5)]

    def test_overlap_starts_where_its_text_starts(self) -> None:
        """A passage that repeats sentences spans them in the document."""
        library = split([document("a", (P, "One two three. Four five. Six seven eight."))])
        found = passages(library, _Words(), max_sentences=2, overlap_sentences=1)
        assert [(p.start, p.end) for p in found] == [(0, 25), (15, 42)]

    def test_ids_survive_an_edit_elsewhere(self) -> None:
        """Sections keep their passage ids when another section changes; repeats are numbered."""
        body = [(H, "A"), (P, "One two."), (H, "B"), (P, "Same."), (H, "B"), (P, "Same.")]
        before = passages(split([document("a", *body)]), _Words())
        body[1] = (P, "Changed a good deal.")
        after = passages(split([document("a", *body)]), _Words())
        assert [p.passage_id for p in before[1:]] == [p.passage_id for p in after[1:]]
        assert before[2].passage_id == before[1].passage_id + "-2"
        digest = sha256_text("B\n\nSame.").removeprefix("sha256:")[:8]
        assert before[1].passage_id == f"a:p{digest}"

    @pytest.mark.parametrize(
        "limits",
        [{"max_tokens": 0}, {"max_sentences": 0}, {"max_sentences": 2, "overlap_sentences": 2}],
    )
    def test_impossible_limits_are_refused(self, limits: dict[str, int]) -> None:
        """Limits that no passage can keep are the caller's mistake."""
        with pytest.raises(CallerError):
            passages(split([]), _Words(), **limits)

    @given(
        st.lists(
            st.tuples(st.sampled_from([P, H, ROW]), st.text("ab. ", min_size=1, max_size=30)),
            max_size=12,
        ),
        st.integers(1, 12),
        st.integers(1, 5),
        st.integers(0, 4),
    )
    def test_passages_cover_every_sentence(
        self, blocks: list[tuple[BlockKind, str]], tokens: int, sentences: int, overlap: int
    ) -> None:
        """Whatever the limits, each sentence is in a passage and passages move forward."""
        library = split([document("a", *blocks)])
        overlap = min(overlap, sentences - 1)
        found = passages(
            library,
            _Words(),
            max_tokens=tokens,
            max_sentences=sentences,
            overlap_sentences=overlap,
        )
        covered = {n for p in found for n in range(p.first_sentence, p.last_sentence + 1)}
        assert covered == set(range(1, len(library) + 1))
        firsts = [p.first_sentence for p in found]
        assert firsts == sorted(set(firsts))
        assert all(p.last_sentence - p.first_sentence < sentences for p in found)
        assert len({p.passage_id for p in found}) == len(found)
