from typing import Literal, cast

PaymentUndoState = Literal[
    "approved",
    "declined",
    "expired",
    "filed",
    "granted",
    "overtaken",
    "pending",
    "refused",
    "requested",
    "sent",
    "succeeded",
    "takenBack",
    "withdrawn",
]


def check_payment_undo_state(value: str) -> PaymentUndoState:
    """Passes every value: a newer service may know more of them."""
    return cast(PaymentUndoState, value)
