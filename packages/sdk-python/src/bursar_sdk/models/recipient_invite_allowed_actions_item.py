from typing import Literal, cast

RecipientInviteAllowedActionsItem = Literal["passOn", "resend", "withdraw"]


def check_recipient_invite_allowed_actions_item(value: str) -> RecipientInviteAllowedActionsItem:
    """Passes every value: a newer service may know more of them."""
    return cast(RecipientInviteAllowedActionsItem, value)
