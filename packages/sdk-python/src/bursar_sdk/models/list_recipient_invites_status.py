from typing import Literal, cast

ListRecipientInvitesStatus = Literal["completed", "created", "expired"]


def check_list_recipient_invites_status(value: str) -> ListRecipientInvitesStatus:
    """Passes every value: a newer service may know more of them."""
    return cast(ListRecipientInvitesStatus, value)
