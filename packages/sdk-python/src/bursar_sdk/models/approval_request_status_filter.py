from typing import Literal, cast

ApprovalRequestStatusFilter = Literal["all", "approved", "cancelled", "pendingApproval", "rejected"]


def check_approval_request_status_filter(value: str) -> ApprovalRequestStatusFilter:
    """Passes every value: a newer service may know more of them."""
    return cast(ApprovalRequestStatusFilter, value)
