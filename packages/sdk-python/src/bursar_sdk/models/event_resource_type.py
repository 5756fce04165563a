from typing import Literal, cast

EventResourceType = Literal[
    "checkingAccount", "creditAccount", "investmentAccount", "savingsAccount", "transaction", "treasuryAccount"
]


def check_event_resource_type(value: str) -> EventResourceType:
    """Passes every value: a newer service may know more of them."""
    return cast(EventResourceType, value)
