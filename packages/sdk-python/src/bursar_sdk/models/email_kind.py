from typing import Literal, cast

EmailKind = Literal[
    "approvalNeeded",
    "bankFileAlert",
    "digest",
    "invitation",
    "invoice",
    "notification",
    "passwordReset",
    "paymentFailed",
    "recipientInvite",
    "remittanceAdvice",
    "securityNotice",
    "statementReady",
    "testEmail",
]


def check_email_kind(value: str) -> EmailKind:
    """Passes every value: a newer service may know more of them."""
    return cast(EmailKind, value)
