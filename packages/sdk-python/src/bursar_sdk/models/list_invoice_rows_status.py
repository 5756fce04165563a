from typing import Literal, cast

ListInvoiceRowsStatus = Literal["Cancelled", "overdue", "Paid", "Processing", "Unpaid"]


def check_list_invoice_rows_status(value: str) -> ListInvoiceRowsStatus:
    """Passes every value: a newer service may know more of them."""
    return cast(ListInvoiceRowsStatus, value)
