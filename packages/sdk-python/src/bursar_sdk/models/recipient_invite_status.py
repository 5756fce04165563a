from typing import Literal, cast

RecipientInviteStatus = Literal["completed", "created", "expired"]


def check_recipient_invite_status(value: str) -> RecipientInviteStatus:
    """Passes every value: a newer service may know more of them."""
    return cast(RecipientInviteStatus, value)
