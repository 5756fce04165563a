from typing import Literal, cast

PaymentUndoKind = Literal["recall", "reversal"]


def check_payment_undo_kind(value: str) -> PaymentUndoKind:
    """Passes every value: a newer service may know more of them."""
    return cast(PaymentUndoKind, value)
