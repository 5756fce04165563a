from typing import Literal, cast

OrganizationBillingCadence = Literal["annual", "monthly"]


def check_organization_billing_cadence(value: str) -> OrganizationBillingCadence:
    """Passes every value: a newer service may know more of them."""
    return cast(OrganizationBillingCadence, value)
