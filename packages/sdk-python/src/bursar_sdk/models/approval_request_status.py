from typing import Literal, cast

ApprovalRequestStatus = Literal["approved", "cancelled", "pendingApproval", "rejected"]


def check_approval_request_status(value: str) -> ApprovalRequestStatus:
    """Passes every value: a newer service may know more of them."""
    return cast(ApprovalRequestStatus, value)
