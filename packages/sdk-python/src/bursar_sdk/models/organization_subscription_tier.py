from typing import Literal, cast

OrganizationSubscriptionTier = Literal["enterprise", "free", "plus", "premium", "pro"]


def check_organization_subscription_tier(value: str) -> OrganizationSubscriptionTier:
    """Passes every value: a newer service may know more of them."""
    return cast(OrganizationSubscriptionTier, value)
