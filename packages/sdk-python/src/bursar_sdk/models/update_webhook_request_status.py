from typing import Literal, cast

UpdateWebhookRequestStatus = Literal["active", "paused"]


def check_update_webhook_request_status(value: str) -> UpdateWebhookRequestStatus:
    """Passes every value: a newer service may know more of them."""
    return cast(UpdateWebhookRequestStatus, value)
