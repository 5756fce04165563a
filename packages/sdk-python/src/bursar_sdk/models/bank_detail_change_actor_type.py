from typing import Literal, cast

BankDetailChangeActorType = Literal["payee", "service", "token", "user"]


def check_bank_detail_change_actor_type(value: str) -> BankDetailChangeActorType:
    """Passes every value: a newer service may know more of them."""
    return cast(BankDetailChangeActorType, value)
