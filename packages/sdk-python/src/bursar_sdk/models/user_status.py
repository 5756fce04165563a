from typing import Literal, cast

UserStatus = Literal["active", "locked"]


def check_user_status(value: str) -> UserStatus:
    """Passes every value: a newer service may know more of them."""
    return cast(UserStatus, value)
