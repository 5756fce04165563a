from typing import Literal, cast

PaymentUndoAction = Literal["approve", "decline", "withdraw"]


def check_payment_undo_action(value: str) -> PaymentUndoAction:
    """Passes every value: a newer service may know more of them."""
    return cast(PaymentUndoAction, value)
