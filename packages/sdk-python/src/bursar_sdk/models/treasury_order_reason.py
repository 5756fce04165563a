from typing import Literal, cast

TreasuryOrderReason = Literal["fee", "sweep", "withdrawal"]


def check_treasury_order_reason(value: str) -> TreasuryOrderReason:
    """Passes every value: a newer service may know more of them."""
    return cast(TreasuryOrderReason, value)
