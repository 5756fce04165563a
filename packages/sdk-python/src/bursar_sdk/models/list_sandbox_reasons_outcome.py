from typing import Literal, cast

ListSandboxReasonsOutcome = Literal["blocked", "rejected", "returned"]


def check_list_sandbox_reasons_outcome(value: str) -> ListSandboxReasonsOutcome:
    """Passes every value: a newer service may know more of them."""
    return cast(ListSandboxReasonsOutcome, value)
