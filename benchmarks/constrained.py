"""What constrained decoding prevents and costs, with a real model.

    python benchmarks/constrained.py MODEL.gguf --n 400    markers of answers, free and held
    python benchmarks/constrained.py MODEL.gguf --cost     rules and time a token by pack size

Each line is JSON. The documents are made up here. At a high temperature a small model writes what
it likes: what is counted is how many of its markers point at nothing that it was shown.
"""

from __future__ import annotations

import argparse
import json
import platform
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import pincite
from pincite.checks.resolve import resolve
from pincite.grammar import gbnf, prose_rules, unbroken_runs
from pincite.grammar.rules import Chars, Literal, Ref, Repeat, Seq
from pincite.models.chat import Ending, chat_messages
from pincite.models.gguf import Gguf
from pincite.parse import parse_answer
from pincite.prompt import make_prompt
from pincite.readers import read_document
from pincite.records import CitationStatus, Library
from pincite.refs import Range
from pincite.split import split

SIZES = (100, 1_000, 5_000)
QUESTIONS = (
    "Which mills ground the most sacks?",
    "What happened at the rivers?",
    "What is said of mill 12 and of river 30?",
    "Which mills ground sacks in 1850?",
)
BEGINNINGS = ("The documents say so ", "As stated in ", "See ", "Mill 7 ")
"""What each answer begins with, before a `[s`: left alone, a model this small writes no marker."""


def documents(sentences: int) -> Library:
    """Two documents with that many sentences together."""
    half = sentences // 2
    texts = [
        " ".join(f"Mill {n} ground {7 * n % 93} sacks in {1800 + n % 90}." for n in range(half)),
        " ".join(f"River {n} rose by {n % 40} feet." for n in range(sentences - half)),
    ]
    return split(
        read_document(text.encode(), name=f"{name}.txt", source_id=name)
        for name, text in zip(("mills", "rivers"), texts, strict=True)
    )


def markers(model: Gguf, *, n: int) -> Iterator[dict[str, object]]:
    """The markers of `n` answers, without and with the grammar, by what they point at."""
    library = documents(300)
    packs = [pincite.pack(q, library, budget_tokens=400) for q in QUESTIONS]
    for held in (False, True):
        found: Counter[str] = Counter()
        start, pieces = time.perf_counter(), 0
        for number in range(n):
            chosen = packs[number * len(packs) // n]
            prompt = make_prompt(chosen.task, chosen)
            shown = unbroken_runs(library, chosen.shown)
            body = {
                "messages": chat_messages(prompt),
                "stream": True,
                "max_tokens": model.max_tokens,
                "temperature": model.temperature,
                "seed": number,
                "grammar": begun(BEGINNINGS[number % len(BEGINNINGS)], shown if held else None),
            }
            texts = [t for chunk in model.chunks(body) for t in Ending("model").texts(chunk)]
            text = "".join(texts)
            pieces += len(texts)
            answer = parse_answer(text)
            found["answers with a marker"] += bool(answer.citations)
            found["unread"] += len(answer.unread_markers)
            for citation in answer.citations:
                found[resolve(citation, library, chosen).status or CitationStatus.OK] += 1
        seconds = time.perf_counter() - start
        yield {
            "held": held,
            "answers": n,
            "citations": sum(found[status] for status in CitationStatus),
            **{str(key): count for key, count in sorted(found.items())},
            "pieces_a_second": round(pieces / seconds, 1),
        }


def begun(beginning: str, runs: Sequence[Range] | None) -> str:
    """A grammar of answers that begin with a marker's opening, free after it or held to runs."""
    if runs is None:
        free = Repeat(Chars(r"\x00", negated=True), 0, None)
        return gbnf({"root": Seq((Literal(f"{beginning}[s"), free))})
    rules = prose_rules(runs)
    first = Seq((Literal(beginning), Ref("marker"), rules["root"]))
    return gbnf({**rules, "root": first})


def cost(model: Gguf, *, repeats: int) -> Iterator[dict[str, object]]:
    """Rules, their bytes and the processor time to make them, and what tokens then cost."""
    for size in SIZES:
        library = documents(size)
        whole = unbroken_runs(library, [(1, size)])
        scattered = [(first, first + 2) for first in range(1, size - 2, 4)]
        for shape, runs in (("whole", whole), ("scattered", scattered)):
            start = time.process_time()
            written = gbnf(prose_rules(runs))
            made = time.process_time() - start
            speeds = sorted(_speed(model, written) for _ in range(repeats))
            free = sorted(_speed(model, None) for _ in range(repeats))
            yield {
                "sentences": size,
                "shape": shape,
                "rules": written.count("\n"),
                "bytes": len(written),
                "made_ms": round(1000 * made, 1),
                "ms_a_token": round(speeds[len(speeds) // 2], 2),
                "ms_a_token_free": round(free[len(free) // 2], 2),
            }


def _speed(model: Gguf, grammar: str | None) -> float:
    """Milliseconds of a token of a text full of markers, the first one left out."""
    messages = [{"role": "user", "content": "Repeat: [s1], [s2], [s3] and so on."}]
    body = {
        "messages": messages,
        "stream": True,
        "max_tokens": 48,
        "temperature": 0.8,
        "seed": 1,
        **({"grammar": grammar} if grammar else {}),
    }
    times = [time.perf_counter() for _ in model.chunks(body)]
    return 1000 * (times[-1] - times[2]) / max(1, len(times) - 3)


def main() -> None:
    """Print what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("model", type=Path)
    parser.add_argument("--n", type=int, default=400)
    parser.add_argument("--tokens", type=int, default=24)
    parser.add_argument("--temperature", type=float, default=1.5)
    parser.add_argument("--cost", action="store_true")
    parser.add_argument("--repeats", type=int, default=3)
    asked = parser.parse_args()
    model = Gguf(
        asked.model,
        context_tokens=2048,
        max_tokens=asked.tokens,
        temperature=asked.temperature,
        threads=1,
    )
    common = {
        "model": asked.model.name,
        "machine": platform.machine(),
        "pincite": pincite.__version__,
    }
    lines = cost(model, repeats=asked.repeats) if asked.cost else markers(model, n=asked.n)
    for line in lines:
        print(json.dumps({**common, **line}), flush=True)


if __name__ == "__main__":
    main()
