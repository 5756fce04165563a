from typing import Literal, cast

UserOrganizationRole = Literal["administrator", "bookkeeper", "cardOnlyUser", "customUser", "employee"]


def check_user_organization_role(value: str) -> UserOrganizationRole:
    """Passes every value: a newer service may know more of them."""
    return cast(UserOrganizationRole, value)
