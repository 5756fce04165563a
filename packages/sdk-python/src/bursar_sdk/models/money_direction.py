from typing import Literal, cast

MoneyDirection = Literal["in", "out"]


def check_money_direction(value: str) -> MoneyDirection:
    """Passes every value: a newer service may know more of them."""
    return cast(MoneyDirection, value)
