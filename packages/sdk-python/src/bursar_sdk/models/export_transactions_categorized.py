from typing import Literal, cast

ExportTransactionsCategorized = Literal["false", "true"]


def check_export_transactions_categorized(value: str) -> ExportTransactionsCategorized:
    """Passes every value: a newer service may know more of them."""
    return cast(ExportTransactionsCategorized, value)
