"""What the generated operations build requests with."""

from __future__ import annotations

from typing import Literal, TypeAlias
from urllib.parse import quote

OperationKey: TypeAlias = Literal["header", "form"] | None
"""Where an operation takes an idempotency key, if it does."""


def path_segment(value: object) -> str:
    """A path parameter. IDs that would lead to another route are refused: an empty one, `.`, and `..`."""
    text = str(value)
    if text in ("", ".", ".."):
        raise ValueError(f"A path parameter must be an ID, not {text!r}.")
    return quote(text, safe="")
