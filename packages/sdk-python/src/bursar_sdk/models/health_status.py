from typing import Literal, cast

HealthStatus = Literal["ok"]


def check_health_status(value: str) -> HealthStatus:
    """Passes every value: a newer service may know more of them."""
    return cast(HealthStatus, value)
