from typing import Literal, cast

UploadTaxDocumentRequestFormType = Literal["w8BEN", "w8BENE", "w9"]


def check_upload_tax_document_request_form_type(value: str) -> UploadTaxDocumentRequestFormType:
    """Passes every value: a newer service may know more of them."""
    return cast(UploadTaxDocumentRequestFormType, value)
