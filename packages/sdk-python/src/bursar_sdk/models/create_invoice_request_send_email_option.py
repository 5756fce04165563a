from typing import Literal, cast

CreateInvoiceRequestSendEmailOption = Literal["DontSend", "SendNow"]


def check_create_invoice_request_send_email_option(value: str) -> CreateInvoiceRequestSendEmailOption:
    """Passes every value: a newer service may know more of them."""
    return cast(CreateInvoiceRequestSendEmailOption, value)
