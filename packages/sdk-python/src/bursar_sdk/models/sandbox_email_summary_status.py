from typing import Literal, cast

SandboxEmailSummaryStatus = Literal["givenUp", "sent", "waiting"]


def check_sandbox_email_summary_status(value: str) -> SandboxEmailSummaryStatus:
    """Passes every value: a newer service may know more of them."""
    return cast(SandboxEmailSummaryStatus, value)
