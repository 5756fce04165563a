"""POST /recipient/{recipient_id}/attachments"""

from typing import Any
from uuid import UUID

import httpx

from ...models.attachment import Attachment
from ...models.upload_recipient_document_request import UploadRecipientDocumentRequest
from ...requests import OperationKey, path_segment

PATH = "/recipient/{recipient_id}/attachments"
KEY: OperationKey = "form"


def request(
    recipient_id: UUID,
    *,
    body: UploadRecipientDocumentRequest,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}

    _kwargs: dict[str, Any] = {
        "operation": f"POST {PATH}",
        "method": "POST",
        "url": PATH.format(
            recipient_id=path_segment(recipient_id),
        ),
    }

    _kwargs["files"] = body.to_multipart()

    _kwargs["headers"] = headers
    return _kwargs


def parse(response: httpx.Response) -> Attachment:
    response_200 = Attachment.from_dict(response.json())

    return response_200
