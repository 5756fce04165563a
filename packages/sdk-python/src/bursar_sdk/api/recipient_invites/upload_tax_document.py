"""POST /invites/{invite_id}/tax-document"""

from typing import Any

import httpx

from ...models.tax_document import TaxDocument
from ...models.upload_tax_document_request import UploadTaxDocumentRequest
from ...requests import OperationKey, path_segment

PATH = "/invites/{invite_id}/tax-document"
KEY: OperationKey = None


def request(
    invite_id: str,
    *,
    body: UploadTaxDocumentRequest,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}

    _kwargs: dict[str, Any] = {
        "operation": f"POST {PATH}",
        "method": "POST",
        "url": PATH.format(
            invite_id=path_segment(invite_id),
        ),
    }

    _kwargs["files"] = body.to_multipart()

    _kwargs["headers"] = headers
    return _kwargs


def parse(response: httpx.Response) -> TaxDocument:
    response_200 = TaxDocument.from_dict(response.json())

    return response_200
