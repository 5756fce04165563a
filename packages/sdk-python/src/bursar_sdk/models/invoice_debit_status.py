from typing import Literal, cast

InvoiceDebitStatus = Literal["collected", "returned", "reversed", "waiting"]


def check_invoice_debit_status(value: str) -> InvoiceDebitStatus:
    """Passes every value: a newer service may know more of them."""
    return cast(InvoiceDebitStatus, value)
