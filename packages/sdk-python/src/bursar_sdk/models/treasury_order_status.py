from typing import Literal, cast

TreasuryOrderStatus = Literal["canceled", "executed", "placed", "rejected", "settled"]


def check_treasury_order_status(value: str) -> TreasuryOrderStatus:
    """Passes every value: a newer service may know more of them."""
    return cast(TreasuryOrderStatus, value)
