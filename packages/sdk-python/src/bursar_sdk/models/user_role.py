from typing import Literal, cast

UserRole = Literal["administrator", "approver", "bookkeeper", "custom", "viewer"]


def check_user_role(value: str) -> UserRole:
    """Passes every value: a newer service may know more of them."""
    return cast(UserRole, value)
