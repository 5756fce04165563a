from typing import Literal, cast

IncomingPaymentStatus = Literal["ignored", "matched", "open", "returned"]


def check_incoming_payment_status(value: str) -> IncomingPaymentStatus:
    """Passes every value: a newer service may know more of them."""
    return cast(IncomingPaymentStatus, value)
