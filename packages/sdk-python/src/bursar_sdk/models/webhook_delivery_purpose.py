from typing import Literal, cast

WebhookDeliveryPurpose = Literal["event", "resend"]


def check_webhook_delivery_purpose(value: str) -> WebhookDeliveryPurpose:
    """Passes every value: a newer service may know more of them."""
    return cast(WebhookDeliveryPurpose, value)
