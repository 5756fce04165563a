from typing import Literal, cast

AuthorizeDebitRequestAccountType = Literal["checking", "savings"]


def check_authorize_debit_request_account_type(value: str) -> AuthorizeDebitRequestAccountType:
    """Passes every value: a newer service may know more of them."""
    return cast(AuthorizeDebitRequestAccountType, value)
