from typing import Literal, cast

ServiceMode = Literal["production", "sandbox"]


def check_service_mode(value: str) -> ServiceMode:
    """Passes every value: a newer service may know more of them."""
    return cast(ServiceMode, value)
