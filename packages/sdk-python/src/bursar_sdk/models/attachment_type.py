from typing import Literal, cast

AttachmentType = Literal["checkImage", "other", "receipt"]


def check_attachment_type(value: str) -> AttachmentType:
    """Passes every value: a newer service may know more of them."""
    return cast(AttachmentType, value)
