from typing import Literal, cast

ListIncomingPaymentsStatus = Literal["credit", "ignored", "matched", "open", "returned"]


def check_list_incoming_payments_status(value: str) -> ListIncomingPaymentsStatus:
    """Passes every value: a newer service may know more of them."""
    return cast(ListIncomingPaymentsStatus, value)
