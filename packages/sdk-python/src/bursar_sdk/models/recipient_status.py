from typing import Literal, cast

RecipientStatus = Literal["active", "deleted"]


def check_recipient_status(value: str) -> RecipientStatus:
    """Passes every value: a newer service may know more of them."""
    return cast(RecipientStatus, value)
