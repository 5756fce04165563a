from typing import Literal, cast

OrganizationKind = Literal["business", "personal"]


def check_organization_kind(value: str) -> OrganizationKind:
    """Passes every value: a newer service may know more of them."""
    return cast(OrganizationKind, value)
