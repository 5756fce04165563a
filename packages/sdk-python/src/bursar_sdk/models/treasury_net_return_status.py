from typing import Literal, cast

TreasuryNetReturnStatus = Literal["charged", "error", "pending", "processing"]


def check_treasury_net_return_status(value: str) -> TreasuryNetReturnStatus:
    """Passes every value: a newer service may know more of them."""
    return cast(TreasuryNetReturnStatus, value)
