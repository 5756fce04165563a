from typing import Literal, cast

Scope = Literal[
    "bankFiles",
    "createAccountStatements",
    "createRecipientInvites",
    "createRecipients",
    "createWebhooks",
    "editCategories",
    "editRecipientInvites",
    "editRecipients",
    "fetchAccountStatements",
    "fetchCategories",
    "fetchDepositoryAccounts",
    "fetchInvoices",
    "fetchOrganization",
    "fetchRecipientInvites",
    "fetchRecipients",
    "fetchSendMoneyRequests",
    "fetchTransactions",
    "fetchTreasuryAccounts",
    "fetchTreasuryStatements",
    "fetchTreasuryTransactions",
    "fetchUsers",
    "fetchWebhooks",
    "modifyInvoices",
    "requestSendMoney",
    "sendMoney",
    "updateTransactions",
]


def check_scope(value: str) -> Scope:
    """Passes every value: a newer service may know more of them."""
    return cast(Scope, value)
