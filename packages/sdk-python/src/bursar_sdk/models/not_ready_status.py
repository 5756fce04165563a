from typing import Literal, cast

NotReadyStatus = Literal["notReady"]


def check_not_ready_status(value: str) -> NotReadyStatus:
    """Passes every value: a newer service may know more of them."""
    return cast(NotReadyStatus, value)
