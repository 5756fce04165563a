from typing import Literal, cast

TimelineEntryKind = Literal[
    "approved",
    "bankAnswered",
    "bankFile",
    "categoryChanged",
    "created",
    "handedOver",
    "noteChanged",
    "rejected",
    "requested",
    "scheduled",
    "screened",
    "statusChanged",
    "undo",
    "webhook",
]


def check_timeline_entry_kind(value: str) -> TimelineEntryKind:
    """Passes every value: a newer service may know more of them."""
    return cast(TimelineEntryKind, value)
