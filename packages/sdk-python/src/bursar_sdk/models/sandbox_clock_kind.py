from typing import Literal, cast

SandboxClockKind = Literal["system", "virtual"]


def check_sandbox_clock_kind(value: str) -> SandboxClockKind:
    """Passes every value: a newer service may know more of them."""
    return cast(SandboxClockKind, value)
