from typing import Literal, cast

SweepDirection = Literal["in", "out"]


def check_sweep_direction(value: str) -> SweepDirection:
    """Passes every value: a newer service may know more of them."""
    return cast(SweepDirection, value)
