from typing import Literal, cast

UserAllowedActionsItem = Literal["changeRole", "endSessions", "lock", "rename", "unlock"]


def check_user_allowed_actions_item(value: str) -> UserAllowedActionsItem:
    """Passes every value: a newer service may know more of them."""
    return cast(UserAllowedActionsItem, value)
