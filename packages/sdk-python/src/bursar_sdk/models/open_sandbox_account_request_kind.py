from typing import Literal, cast

OpenSandboxAccountRequestKind = Literal["checking", "savings", "treasury"]


def check_open_sandbox_account_request_kind(value: str) -> OpenSandboxAccountRequestKind:
    """Passes every value: a newer service may know more of them."""
    return cast(OpenSandboxAccountRequestKind, value)
