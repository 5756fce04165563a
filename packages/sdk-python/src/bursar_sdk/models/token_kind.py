from typing import Literal, cast

TokenKind = Literal["agent", "custom", "provisioning", "readOnly", "readWrite"]


def check_token_kind(value: str) -> TokenKind:
    """Passes every value: a newer service may know more of them."""
    return cast(TokenKind, value)
