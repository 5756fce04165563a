from typing import Literal, cast

BankConnectionTestStepName = Literal[
    "connect", "downloadDirectory", "hostKey", "pgp", "signIn", "uploadDirectory", "writePermission"
]


def check_bank_connection_test_step_name(value: str) -> BankConnectionTestStepName:
    """Passes every value: a newer service may know more of them."""
    return cast(BankConnectionTestStepName, value)
