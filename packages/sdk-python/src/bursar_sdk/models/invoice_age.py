from typing import Literal, cast

InvoiceAge = Literal["current", "days1To30", "days31To60", "days61To90", "over90Days"]


def check_invoice_age(value: str) -> InvoiceAge:
    """Passes every value: a newer service may know more of them."""
    return cast(InvoiceAge, value)
