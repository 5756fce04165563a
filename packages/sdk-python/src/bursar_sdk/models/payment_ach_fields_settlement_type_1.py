from typing import Literal, cast

PaymentAchFieldsSettlementType1 = Literal["nextDay", "sameDay"]


def check_payment_ach_fields_settlement_type_1(value: str) -> PaymentAchFieldsSettlementType1:
    """Passes every value: a newer service may know more of them."""
    return cast(PaymentAchFieldsSettlementType1, value)
