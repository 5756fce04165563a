from typing import Literal, cast

WebhookEventType = Literal[
    "checkingAccount.balance.updated",
    "creditAccount.balance.updated",
    "investmentAccount.balance.updated",
    "savingsAccount.balance.updated",
    "transaction.created",
    "transaction.updated",
    "treasuryAccount.balance.updated",
]


def check_webhook_event_type(value: str) -> WebhookEventType:
    """Passes every value: a newer service may know more of them."""
    return cast(WebhookEventType, value)
