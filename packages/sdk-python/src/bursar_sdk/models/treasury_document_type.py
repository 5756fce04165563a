from typing import Literal, cast

TreasuryDocumentType = Literal[
    "1042S", "1099", "1099Q", "1099R", "5498", "5498ESA", "FMV", "MonthlyStatement", "SDIRA", "TradeConfirmation"
]


def check_treasury_document_type(value: str) -> TreasuryDocumentType:
    """Passes every value: a newer service may know more of them."""
    return cast(TreasuryDocumentType, value)
