from typing import Literal, cast

PaymentUndoReason = Literal[
    "duplicate", "fraud", "requested", "technicalError", "wrongAmount", "wrongDate", "wrongRecipient"
]


def check_payment_undo_reason(value: str) -> PaymentUndoReason:
    """Passes every value: a newer service may know more of them."""
    return cast(PaymentUndoReason, value)
