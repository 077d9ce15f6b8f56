"""The whole exception tree; what a caller may want to catch, and what to do about it.

    PinciteError
    ├── CallerError            the caller's mistake: the same call fails again
    │   ├── DocumentError      a document that cannot be read, with the reason
    │   ├── LimitError         an input beyond a limit that is a setting
    │   ├── RecordError        a JSON record that is malformed or of another schema
    │   └── MismatchError      a pack, answer or number of another library
    └── WorldError             the world's failure: `retryable` says whether to try again
        ├── ExtraError         an optional dependency is not installed
        └── GeneratorError     a model did not answer, or answered with an error
            └── WindowError    a prompt longer than the model's window

A model's bad citation is none of these: it is a verdict (see `pincite.verify`).
"""

from __future__ import annotations

from typing import Literal

__all__ = [
    "CallerError",
    "DocumentError",
    "ExtraError",
    "GeneratorError",
    "LimitError",
    "MismatchError",
    "PinciteError",
    "RecordError",
    "WindowError",
    "WorldError",
]

DocumentReason = Literal[
    "missing", "empty", "encrypted", "scanned", "damaged", "binary", "encoding", "unsupported"
]


class PinciteError(Exception):
    """The root of every exception that pincite raises on purpose.

    Args:
        message: What happened, with the values concerned.
        remedy: What the caller can do about it; kept as the exception's note.
    """

    def __init__(self, message: str, *, remedy: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.remedy = remedy
        if remedy:
            self.add_note(remedy)


class CallerError(PinciteError):
    """The caller's mistake; the same call fails again."""


class DocumentError(CallerError):
    """A document that cannot be read.

    Args:
        message: What happened.
        name: The file name, address or id of the document.
        reason: Which kind of failure it is.
        remedy: What the caller can do about it.
    """

    def __init__(
        self, message: str, *, name: str, reason: DocumentReason, remedy: str | None = None
    ) -> None:
        super().__init__(message, remedy=remedy)
        self.name = name
        self.reason = reason


class LimitError(CallerError):
    """An input beyond a limit; limits are settings.

    Args:
        message: What happened.
        limit: The name of the setting.
        value: What was found.
        maximum: What is allowed.
    """

    def __init__(self, message: str, *, limit: str, value: int, maximum: int) -> None:
        super().__init__(message, remedy=f"raise the limit {limit!r} if the input is to be trusted")
        self.limit = limit
        self.value = value
        self.maximum = maximum


class RecordError(CallerError):
    """A JSON record that is malformed or of another schema."""


class MismatchError(CallerError):
    """A pack, an answer or a number that belongs to another library."""


class WorldError(PinciteError):
    """The world's failure.

    Args:
        message: What happened.
        retryable: Whether the same call may succeed later.
        remedy: What the caller can do about it.
    """

    def __init__(self, message: str, *, retryable: bool, remedy: str | None = None) -> None:
        super().__init__(message, remedy=remedy)
        self.retryable = retryable


class ExtraError(WorldError):
    """An optional dependency that is not installed.

    Args:
        feature: What was asked for.
        extra: The extra of this distribution that brings it.
    """

    def __init__(self, feature: str, *, extra: str) -> None:
        super().__init__(
            f"{feature} needs the extra {extra!r}, which is not installed",
            retryable=False,
            remedy=f"pip install 'pincite[{extra}]'",
        )
        self.feature = feature
        self.extra = extra


class GeneratorError(WorldError):
    """A model that did not answer, or answered with an error."""


class TokenLimitError(GeneratorError):
    """An answer that reached the most tokens it may have; asked again it would again.

    Args:
        name: Of the generator.
    """

    def __init__(self, name: str) -> None:
        super().__init__(
            f"{name} stopped at its limit of tokens",
            retryable=False,
            remedy="raise the most tokens of an answer, or ask for less",
        )


class WindowError(GeneratorError):
    """A prompt that is longer than the model's window; a smaller pack may do.

    Args:
        message: What happened.
        window_tokens: Of the model, None where it is not known.
        prompt_tokens: Of the prompt as the model counts, None where it is not known.
    """

    def __init__(
        self, message: str, *, window_tokens: int | None = None, prompt_tokens: int | None = None
    ) -> None:
        super().__init__(
            message, retryable=False, remedy="give a smaller budget, or serve a larger window"
        )
        self.window_tokens = window_tokens
        self.prompt_tokens = prompt_tokens
