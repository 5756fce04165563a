"""POST /transaction/{transaction_id}/attachment"""

from typing import Any
from uuid import UUID

import httpx

from ...models.attachment import Attachment
from ...models.upload_document_request import UploadDocumentRequest
from ...requests import OperationKey, path_segment

PATH = "/transaction/{transaction_id}/attachment"
KEY: OperationKey = "form"


def request(
    transaction_id: UUID,
    *,
    body: UploadDocumentRequest,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}

    _kwargs: dict[str, Any] = {
        "operation": f"POST {PATH}",
        "method": "POST",
        "url": PATH.format(
            transaction_id=path_segment(transaction_id),
        ),
    }

    _kwargs["files"] = body.to_multipart()

    _kwargs["headers"] = headers
    return _kwargs


def parse(response: httpx.Response) -> Attachment:
    response_200 = Attachment.from_dict(response.json())

    return response_200
