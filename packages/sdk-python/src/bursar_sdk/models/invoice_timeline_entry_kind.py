from typing import Literal, cast

InvoiceTimelineEntryKind = Literal[
    "canceled",
    "created",
    "debitAuthorized",
    "debitCollected",
    "debitReturned",
    "emailDropped",
    "emailWaiting",
    "invoiceEmailed",
    "matchUndone",
    "paid",
    "paymentMatched",
    "receiptEmailed",
    "reminderEmailed",
]


def check_invoice_timeline_entry_kind(value: str) -> InvoiceTimelineEntryKind:
    """Passes every value: a newer service may know more of them."""
    return cast(InvoiceTimelineEntryKind, value)
