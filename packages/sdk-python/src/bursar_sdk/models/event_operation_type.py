from typing import Literal, cast

EventOperationType = Literal["create", "delete", "update"]


def check_event_operation_type(value: str) -> EventOperationType:
    """Passes every value: a newer service may know more of them."""
    return cast(EventOperationType, value)
