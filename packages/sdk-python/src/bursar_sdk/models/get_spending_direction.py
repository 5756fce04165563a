from typing import Literal, cast

GetSpendingDirection = Literal["in", "out"]


def check_get_spending_direction(value: str) -> GetSpendingDirection:
    """Passes every value: a newer service may know more of them."""
    return cast(GetSpendingDirection, value)
