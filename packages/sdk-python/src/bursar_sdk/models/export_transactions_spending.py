from typing import Literal, cast

ExportTransactionsSpending = Literal["in", "out"]


def check_export_transactions_spending(value: str) -> ExportTransactionsSpending:
    """Passes every value: a newer service may know more of them."""
    return cast(ExportTransactionsSpending, value)
