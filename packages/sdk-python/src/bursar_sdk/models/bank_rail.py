from typing import Literal, cast

BankRail = Literal["ach", "check", "internationalWire", "realTime", "wire"]


def check_bank_rail(value: str) -> BankRail:
    """Passes every value: a newer service may know more of them."""
    return cast(BankRail, value)
