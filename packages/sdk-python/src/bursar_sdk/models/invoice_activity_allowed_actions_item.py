from typing import Literal, cast

InvoiceActivityAllowedActionsItem = Literal["cancel", "edit", "email", "remind", "renewLink"]


def check_invoice_activity_allowed_actions_item(value: str) -> InvoiceActivityAllowedActionsItem:
    """Passes every value: a newer service may know more of them."""
    return cast(InvoiceActivityAllowedActionsItem, value)
