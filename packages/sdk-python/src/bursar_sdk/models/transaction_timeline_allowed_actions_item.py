from typing import Literal, cast

TransactionTimelineAllowedActionsItem = Literal["block", "cancel", "editNote", "fail", "return", "settle"]


def check_transaction_timeline_allowed_actions_item(value: str) -> TransactionTimelineAllowedActionsItem:
    """Passes every value: a newer service may know more of them."""
    return cast(TransactionTimelineAllowedActionsItem, value)
