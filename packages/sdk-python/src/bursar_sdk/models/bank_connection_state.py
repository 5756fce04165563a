from typing import Literal, cast

BankConnectionState = Literal["draft", "live", "rehearsal"]


def check_bank_connection_state(value: str) -> BankConnectionState:
    """Passes every value: a newer service may know more of them."""
    return cast(BankConnectionState, value)
