from typing import Literal, cast

BankConnectionKind = Literal["folder", "sftp", "simulated"]


def check_bank_connection_kind(value: str) -> BankConnectionKind:
    """Passes every value: a newer service may know more of them."""
    return cast(BankConnectionKind, value)
