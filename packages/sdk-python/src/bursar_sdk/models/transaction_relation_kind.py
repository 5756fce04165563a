from typing import Literal, cast

TransactionRelationKind = Literal[
    "FeePaymentToOriginalTransaction",
    "OriginalTransactionToFeePayment",
    "OriginalTransactionToReturn",
    "ReturnToOriginalTransaction",
]


def check_transaction_relation_kind(value: str) -> TransactionRelationKind:
    """Passes every value: a newer service may know more of them."""
    return cast(TransactionRelationKind, value)
