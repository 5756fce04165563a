from typing import Literal, cast

PaymentMethod = Literal["ach", "check", "domesticWire", "internationalWire", "realTimePayment"]


def check_payment_method(value: str) -> PaymentMethod:
    """Passes every value: a newer service may know more of them."""
    return cast(PaymentMethod, value)
