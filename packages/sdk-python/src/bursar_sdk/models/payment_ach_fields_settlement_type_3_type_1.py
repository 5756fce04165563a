from typing import Literal, cast

PaymentAchFieldsSettlementType3Type1 = Literal["nextDay", "sameDay"]


def check_payment_ach_fields_settlement_type_3_type_1(value: str) -> PaymentAchFieldsSettlementType3Type1:
    """Passes every value: a newer service may know more of them."""
    return cast(PaymentAchFieldsSettlementType3Type1, value)
