"""All operations, grouped by their tags."""

from ..transport import AsyncTransport, Transport
from .accounts import Accounts, AsyncAccounts
from .approval_requests import ApprovalRequests, AsyncApprovalRequests
from .attachments import AsyncAttachments, Attachments
from .bank_connections import AsyncBankConnections, BankConnections
from .bank_files import AsyncBankFiles, BankFiles
from .categories import AsyncCategories, Categories
from .events import AsyncEvents, Events
from .invoicing import AsyncInvoicing, Invoicing
from .operations import AsyncOperations, Operations
from .organization import AsyncOrganization, Organization
from .pay_page import AsyncPayPage, PayPage
from .payments import AsyncPayments, Payments
from .recipient_invites import AsyncRecipientInvites, RecipientInvites
from .recipients import AsyncRecipients, Recipients
from .sandbox import AsyncSandbox, Sandbox
from .statements import AsyncStatements, Statements
from .token import AsyncToken, Token
from .transactions import AsyncTransactions, Transactions
from .transfers import AsyncTransfers, Transfers
from .treasury import AsyncTreasury, Treasury
from .users import AsyncUsers, Users
from .webhooks import AsyncWebhooks, Webhooks


class AllOperations:
    """The operations of the API: one attribute for each of its subjects."""

    def __init__(self, transport: Transport) -> None:
        self.operations = Operations(transport)
        self.accounts = Accounts(transport)
        self.recipients = Recipients(transport)
        self.recipient_invites = RecipientInvites(transport)
        self.attachments = Attachments(transport)
        self.transactions = Transactions(transport)
        self.payments = Payments(transport)
        self.transfers = Transfers(transport)
        self.approval_requests = ApprovalRequests(transport)
        self.bank_connections = BankConnections(transport)
        self.statements = Statements(transport)
        self.treasury = Treasury(transport)
        self.categories = Categories(transport)
        self.events = Events(transport)
        self.webhooks = Webhooks(transport)
        self.organization = Organization(transport)
        self.token = Token(transport)
        self.users = Users(transport)
        self.invoicing = Invoicing(transport)
        self.pay_page = PayPage(transport)
        self.bank_files = BankFiles(transport)
        self.sandbox = Sandbox(transport)


class AsyncAllOperations:
    """The operations of the API: one attribute for each of its subjects."""

    def __init__(self, transport: AsyncTransport) -> None:
        self.operations = AsyncOperations(transport)
        self.accounts = AsyncAccounts(transport)
        self.recipients = AsyncRecipients(transport)
        self.recipient_invites = AsyncRecipientInvites(transport)
        self.attachments = AsyncAttachments(transport)
        self.transactions = AsyncTransactions(transport)
        self.payments = AsyncPayments(transport)
        self.transfers = AsyncTransfers(transport)
        self.approval_requests = AsyncApprovalRequests(transport)
        self.bank_connections = AsyncBankConnections(transport)
        self.statements = AsyncStatements(transport)
        self.treasury = AsyncTreasury(transport)
        self.categories = AsyncCategories(transport)
        self.events = AsyncEvents(transport)
        self.webhooks = AsyncWebhooks(transport)
        self.organization = AsyncOrganization(transport)
        self.token = AsyncToken(transport)
        self.users = AsyncUsers(transport)
        self.invoicing = AsyncInvoicing(transport)
        self.pay_page = AsyncPayPage(transport)
        self.bank_files = AsyncBankFiles(transport)
        self.sandbox = AsyncSandbox(transport)
