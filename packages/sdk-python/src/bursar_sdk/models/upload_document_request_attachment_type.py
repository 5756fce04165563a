from typing import Literal, cast

UploadDocumentRequestAttachmentType = Literal["bill", "other", "receipt"]


def check_upload_document_request_attachment_type(value: str) -> UploadDocumentRequestAttachmentType:
    """Passes every value: a newer service may know more of them."""
    return cast(UploadDocumentRequestAttachmentType, value)
