from typing import Literal, cast

PaymentAchFieldsSettlementType2Type1 = Literal["nextDay", "sameDay"]


def check_payment_ach_fields_settlement_type_2_type_1(value: str) -> PaymentAchFieldsSettlementType2Type1:
    """Passes every value: a newer service may know more of them."""
    return cast(PaymentAchFieldsSettlementType2Type1, value)
