from typing import Literal, cast

CreateInvoiceRequestCurrencyCode = Literal["USD"]


def check_create_invoice_request_currency_code(value: str) -> CreateInvoiceRequestCurrencyCode:
    """Passes every value: a newer service may know more of them."""
    return cast(CreateInvoiceRequestCurrencyCode, value)
