from typing import Literal, cast

ListBankFilesAttention = Literal["false", "true"]


def check_list_bank_files_attention(value: str) -> ListBankFilesAttention:
    """Passes every value: a newer service may know more of them."""
    return cast(ListBankFilesAttention, value)
