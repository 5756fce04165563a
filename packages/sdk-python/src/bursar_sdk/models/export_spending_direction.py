from typing import Literal, cast

ExportSpendingDirection = Literal["in", "out"]


def check_export_spending_direction(value: str) -> ExportSpendingDirection:
    """Passes every value: a newer service may know more of them."""
    return cast(ExportSpendingDirection, value)
