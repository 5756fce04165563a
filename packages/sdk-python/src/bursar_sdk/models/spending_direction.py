from typing import Literal, cast

SpendingDirection = Literal["in", "out"]


def check_spending_direction(value: str) -> SpendingDirection:
    """Passes every value: a newer service may know more of them."""
    return cast(SpendingDirection, value)
