from typing import Literal, cast

StatementKind = Literal["custom", "monthly"]


def check_statement_kind(value: str) -> StatementKind:
    """Passes every value: a newer service may know more of them."""
    return cast(StatementKind, value)
