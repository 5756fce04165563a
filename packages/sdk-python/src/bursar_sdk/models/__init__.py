"""Contains all the data models used in inputs/outputs"""

from .account import Account
from .account_card_list import AccountCardList
from .account_list import AccountList
from .account_status import AccountStatus
from .account_transaction_list import AccountTransactionList
from .account_type import AccountType
from .account_validation import AccountValidation
from .account_validation_method import AccountValidationMethod
from .account_validation_state import AccountValidationState
from .ach_fields import AchFields
from .actor_type import ActorType
from .address import Address
from .advance_sandbox_clock_request import AdvanceSandboxClockRequest
from .advanced_sandbox_clock import AdvancedSandboxClock
from .aging_bucket import AgingBucket
from .apply_category_rules_request import ApplyCategoryRulesRequest
from .approval_request_status import ApprovalRequestStatus
from .approval_request_status_filter import ApprovalRequestStatusFilter
from .approval_review import ApprovalReview
from .approval_review_status import ApprovalReviewStatus
from .approver import Approver
from .attachment import Attachment
from .attachment_list import AttachmentList
from .attachment_type import AttachmentType
from .authorize_debit_request import AuthorizeDebitRequest
from .authorize_debit_request_account_type import AuthorizeDebitRequestAccountType
from .balance_day import BalanceDay
from .balance_history import BalanceHistory
from .bank import Bank
from .bank_connection import BankConnection
from .bank_connection_first_days import BankConnectionFirstDays
from .bank_connection_kind import BankConnectionKind
from .bank_connection_list import BankConnectionList
from .bank_connection_state import BankConnectionState
from .bank_connection_test import BankConnectionTest
from .bank_connection_test_step import BankConnectionTestStep
from .bank_connection_test_step_name import BankConnectionTestStepName
from .bank_connection_test_step_outcome import BankConnectionTestStepOutcome
from .bank_detail_change import BankDetailChange
from .bank_detail_change_actor_type import BankDetailChangeActorType
from .bank_detail_change_allowed_actions_item import BankDetailChangeAllowedActionsItem
from .bank_detail_change_author import BankDetailChangeAuthor
from .bank_detail_change_kind import BankDetailChangeKind
from .bank_detail_change_list import BankDetailChangeList
from .bank_detail_change_status import BankDetailChangeStatus
from .bank_file import BankFile
from .bank_file_direction import BankFileDirection
from .bank_file_format import BankFileFormat
from .bank_file_item import BankFileItem
from .bank_file_item_kind import BankFileItemKind
from .bank_file_item_list import BankFileItemList
from .bank_file_item_state import BankFileItemState
from .bank_file_list import BankFileList
from .bank_file_payment import BankFilePayment
from .bank_file_purpose import BankFilePurpose
from .bank_file_state import BankFileState
from .bank_file_tolerance import BankFileTolerance
from .bank_movement import BankMovement
from .bank_movement_list import BankMovementList
from .bank_notice import BankNotice
from .bank_notice_kind import BankNoticeKind
from .bank_notice_list import BankNoticeList
from .bank_notice_outcome import BankNoticeOutcome
from .bank_rail import BankRail
from .brand import Brand
from .card_list import CardList
from .cash_flow import CashFlow
from .cash_flow_month import CashFlowMonth
from .categorize_transactions_request import CategorizeTransactionsRequest
from .categorized_transactions import CategorizedTransactions
from .category_data import CategoryData
from .category_list import CategoryList
from .category_rule import CategoryRule
from .category_rule_conditions import CategoryRuleConditions
from .category_rule_list import CategoryRuleList
from .category_rule_run import CategoryRuleRun
from .category_rule_run_status import CategoryRuleRunStatus
from .charge_type import ChargeType
from .check import Check
from .check_exception import CheckException
from .check_exception_decision import CheckExceptionDecision
from .check_exception_kind import CheckExceptionKind
from .check_exception_list import CheckExceptionList
from .check_exception_state import CheckExceptionState
from .check_info import CheckInfo
from .check_state import CheckState
from .check_stop import CheckStop
from .check_stop_outcome_type_1 import CheckStopOutcomeType1
from .check_stop_outcome_type_2_type_1 import CheckStopOutcomeType2Type1
from .check_stop_outcome_type_3_type_1 import CheckStopOutcomeType3Type1
from .check_stop_state import CheckStopState
from .correspondent_info import CorrespondentInfo
from .correspondent_input import CorrespondentInput
from .create_category_request import CreateCategoryRequest
from .create_category_rule_request import CreateCategoryRuleRequest
from .create_invoice_customer_request import CreateInvoiceCustomerRequest
from .create_invoice_request import CreateInvoiceRequest
from .create_invoice_request_currency_code import CreateInvoiceRequestCurrencyCode
from .create_invoice_request_send_email_option import CreateInvoiceRequestSendEmailOption
from .create_recipient_invite_request import CreateRecipientInviteRequest
from .create_recipient_request import CreateRecipientRequest
from .create_send_money_approval_request import CreateSendMoneyApprovalRequest
from .create_statement_request import CreateStatementRequest
from .create_webhook_request import CreateWebhookRequest
from .credit_account_list import CreditAccountList
from .credit_card_info import CreditCardInfo
from .currency_exchange_info import CurrencyExchangeInfo
from .dba import Dba
from .debit_card_info import DebitCardInfo
from .debit_offer import DebitOffer
from .domestic_wire_routing_input import DomesticWireRoutingInput
from .electronic_account_type import ElectronicAccountType
from .electronic_routing_info import ElectronicRoutingInfo
from .electronic_routing_input import ElectronicRoutingInput
from .email_kind import EmailKind
from .empty_request import EmptyRequest
from .error import Error
from .error_code import ErrorCode
from .error_details import ErrorDetails
from .event import Event
from .event_list import EventList
from .event_merge_patch import EventMergePatch
from .event_operation_type import EventOperationType
from .event_previous_values_type_0 import EventPreviousValuesType0
from .event_resource_type import EventResourceType
from .export_transactions_categorized import ExportTransactionsCategorized
from .field_problem import FieldProblem
from .gl_allocation import GlAllocation
from .health import Health
from .health_status import HealthStatus
from .idempotency_key_request import IdempotencyKeyRequest
from .incoming_payment import IncomingPayment
from .incoming_payment_list import IncomingPaymentList
from .incoming_payment_status import IncomingPaymentStatus
from .incomplete_statement import IncompleteStatement
from .international_bank_details import InternationalBankDetails
from .international_details import InternationalDetails
from .international_wire_routing_info import InternationalWireRoutingInfo
from .international_wire_routing_info_country_specific import InternationalWireRoutingInfoCountrySpecific
from .invoice import Invoice
from .invoice_activity import InvoiceActivity
from .invoice_activity_allowed_actions_item import InvoiceActivityAllowedActionsItem
from .invoice_age import InvoiceAge
from .invoice_attachment import InvoiceAttachment
from .invoice_customer import InvoiceCustomer
from .invoice_customer_address import InvoiceCustomerAddress
from .invoice_customer_address_request import InvoiceCustomerAddressRequest
from .invoice_customer_list import InvoiceCustomerList
from .invoice_debit import InvoiceDebit
from .invoice_debit_status import InvoiceDebitStatus
from .invoice_line_item import InvoiceLineItem
from .invoice_line_item_request import InvoiceLineItemRequest
from .invoice_list import InvoiceList
from .invoice_match import InvoiceMatch
from .invoice_match_source import InvoiceMatchSource
from .invoice_match_status import InvoiceMatchStatus
from .invoice_row import InvoiceRow
from .invoice_row_list import InvoiceRowList
from .invoice_settings import InvoiceSettings
from .invoice_status import InvoiceStatus
from .invoice_summary import InvoiceSummary
from .invoice_timeline_entry import InvoiceTimelineEntry
from .invoice_timeline_entry_kind import InvoiceTimelineEntryKind
from .invoicing_overview import InvoicingOverview
from .ledger_entry import LedgerEntry
from .legacy_address import LegacyAddress
from .list_account_transactions_categorized import ListAccountTransactionsCategorized
from .list_bank_file_items_open import ListBankFileItemsOpen
from .list_bank_files_attention import ListBankFilesAttention
from .list_bank_movements_state import ListBankMovementsState
from .list_bank_notices_open import ListBankNoticesOpen
from .list_incoming_payments_status import ListIncomingPaymentsStatus
from .list_invoice_rows_status import ListInvoiceRowsStatus
from .list_sandbox_reasons_outcome import ListSandboxReasonsOutcome
from .list_transactions_categorized import ListTransactionsCategorized
from .magic_number import MagicNumber
from .magic_number_list import MagicNumberList
from .masked_bank_details import MaskedBankDetails
from .match_suggestion_list import MatchSuggestionList
from .merchant_data import MerchantData
from .mercury_category import MercuryCategory
from .money_direction import MoneyDirection
from .name_on_payment import NameOnPayment
from .name_spelling import NameSpelling
from .named_address import NamedAddress
from .named_organization import NamedOrganization
from .not_ready import NotReady
from .not_ready_status import NotReadyStatus
from .open_items import OpenItems
from .open_sandbox_account_request import OpenSandboxAccountRequest
from .open_sandbox_account_request_kind import OpenSandboxAccountRequestKind
from .opened_sandbox_account import OpenedSandboxAccount
from .organization import Organization
from .organization_billing_cadence import OrganizationBillingCadence
from .organization_envelope import OrganizationEnvelope
from .organization_kind import OrganizationKind
from .organization_subscription_tier import OrganizationSubscriptionTier
from .page import Page
from .patch_invoice_customer_request import PatchInvoiceCustomerRequest
from .patch_invoice_request import PatchInvoiceRequest
from .payable_invoice import PayableInvoice
from .payable_invoice_line import PayableInvoiceLine
from .payee_details import PayeeDetails
from .payee_electronic_routing_input import PayeeElectronicRoutingInput
from .payee_invite import PayeeInvite
from .payee_verification import PayeeVerification
from .payment_ach_fields import PaymentAchFields
from .payment_ach_fields_settlement_type_1 import PaymentAchFieldsSettlementType1
from .payment_ach_fields_settlement_type_2_type_1 import PaymentAchFieldsSettlementType2Type1
from .payment_ach_fields_settlement_type_3_type_1 import PaymentAchFieldsSettlementType3Type1
from .payment_method import PaymentMethod
from .payment_undo import PaymentUndo
from .payment_undo_action import PaymentUndoAction
from .payment_undo_decision import PaymentUndoDecision
from .payment_undo_kind import PaymentUndoKind
from .payment_undo_list import PaymentUndoList
from .payment_undo_options import PaymentUndoOptions
from .payment_undo_reason import PaymentUndoReason
from .payment_undo_review import PaymentUndoReview
from .payment_undo_state import PaymentUndoState
from .payment_undo_terms import PaymentUndoTerms
from .penny_test import PennyTest
from .penny_test_step import PennyTestStep
from .penny_test_step_name import PennyTestStepName
from .penny_test_step_outcome import PennyTestStepOutcome
from .preview_rule import PreviewRule
from .preview_step import PreviewStep
from .preview_warning import PreviewWarning
from .preview_warning_code import PreviewWarningCode
from .purpose import Purpose
from .readiness import Readiness
from .readiness_status import ReadinessStatus
from .real_time_payment_routing_input import RealTimePaymentRoutingInput
from .recipient import Recipient
from .recipient_attachment import RecipientAttachment
from .recipient_attachment_item import RecipientAttachmentItem
from .recipient_attachment_list import RecipientAttachmentList
from .recipient_invite import RecipientInvite
from .recipient_invite_allowed_actions_item import RecipientInviteAllowedActionsItem
from .recipient_invite_list import RecipientInviteList
from .recipient_invite_status import RecipientInviteStatus
from .recipient_list import RecipientList
from .recipient_status import RecipientStatus
from .reconciled_account import ReconciledAccount
from .reconciled_statement import ReconciledStatement
from .reconciliation import Reconciliation
from .related_transaction import RelatedTransaction
from .request_payment_undo_request import RequestPaymentUndoRequest
from .resend_webhook_events_request import ResendWebhookEventsRequest
from .resent_webhook_events import ResentWebhookEvents
from .returned_line import ReturnedLine
from .sandbox_answer_request import SandboxAnswerRequest
from .sandbox_bank_run import SandboxBankRun
from .sandbox_clock import SandboxClock
from .sandbox_clock_kind import SandboxClockKind
from .sandbox_decision_request import SandboxDecisionRequest
from .sandbox_deposit_request import SandboxDepositRequest
from .sandbox_email import SandboxEmail
from .sandbox_email_list import SandboxEmailList
from .sandbox_email_status import SandboxEmailStatus
from .sandbox_email_summary import SandboxEmailSummary
from .sandbox_reason import SandboxReason
from .sandbox_reasons import SandboxReasons
from .sandbox_yield import SandboxYield
from .sandbox_yield_request import SandboxYieldRequest
from .scope import Scope
from .send_money_approval_request import SendMoneyApprovalRequest
from .send_money_approval_request_list import SendMoneyApprovalRequestList
from .send_money_preview import SendMoneyPreview
from .send_money_request import SendMoneyRequest
from .service_mode import ServiceMode
from .simple_purpose import SimplePurpose
from .sort_order import SortOrder
from .spending import Spending
from .spending_by_category import SpendingByCategory
from .spending_month import SpendingMonth
from .statement import Statement
from .statement_address import StatementAddress
from .statement_document import StatementDocument
from .statement_kind import StatementKind
from .statement_line import StatementLine
from .statement_list import StatementList
from .statement_summary import StatementSummary
from .statement_summary_list import StatementSummaryList
from .statement_transaction import StatementTransaction
from .suggested_match import SuggestedMatch
from .sweep_direction import SweepDirection
from .tax_document import TaxDocument
from .tax_form_type import TaxFormType
from .timeline_actor import TimelineActor
from .timeline_delivery import TimelineDelivery
from .timeline_entry import TimelineEntry
from .timeline_entry_kind import TimelineEntryKind
from .token_day_limit import TokenDayLimit
from .token_info import TokenInfo
from .token_kind import TokenKind
from .token_limits import TokenLimits
from .token_month_limit import TokenMonthLimit
from .token_number_limit import TokenNumberLimit
from .token_rate_limit import TokenRateLimit
from .trade_action import TradeAction
from .transaction import Transaction
from .transaction_address import TransactionAddress
from .transaction_attachment import TransactionAttachment
from .transaction_details import TransactionDetails
from .transaction_electronic_routing_info import TransactionElectronicRoutingInfo
from .transaction_kind import TransactionKind
from .transaction_list import TransactionList
from .transaction_relation_kind import TransactionRelationKind
from .transaction_status import TransactionStatus
from .transaction_timeline import TransactionTimeline
from .transaction_timeline_allowed_actions_item import TransactionTimelineAllowedActionsItem
from .transaction_wire_routing_info import TransactionWireRoutingInfo
from .transfer import Transfer
from .transfer_approval_request import TransferApprovalRequest
from .transfer_approval_request_list import TransferApprovalRequestList
from .transfer_instructions import TransferInstructions
from .transfer_request import TransferRequest
from .treasury_account import TreasuryAccount
from .treasury_account_list import TreasuryAccountList
from .treasury_day import TreasuryDay
from .treasury_dividend import TreasuryDividend
from .treasury_dividend_type import TreasuryDividendType
from .treasury_document_type import TreasuryDocumentType
from .treasury_net_return import TreasuryNetReturn
from .treasury_net_return_status import TreasuryNetReturnStatus
from .treasury_order import TreasuryOrder
from .treasury_order_reason import TreasuryOrderReason
from .treasury_order_status import TreasuryOrderStatus
from .treasury_overview import TreasuryOverview
from .treasury_security import TreasurySecurity
from .treasury_statement import TreasuryStatement
from .treasury_statement_list import TreasuryStatementList
from .treasury_sweep import TreasurySweep
from .treasury_transaction import TreasuryTransaction
from .treasury_transaction_details import TreasuryTransactionDetails
from .treasury_transaction_list import TreasuryTransactionList
from .treasury_transaction_type import TreasuryTransactionType
from .update_category_request import UpdateCategoryRequest
from .update_category_rule_request import UpdateCategoryRuleRequest
from .update_invoice_customer_request import UpdateInvoiceCustomerRequest
from .update_invoice_request import UpdateInvoiceRequest
from .update_recipient_request import UpdateRecipientRequest
from .update_transaction_request import UpdateTransactionRequest
from .update_webhook_request import UpdateWebhookRequest
from .update_webhook_request_status import UpdateWebhookRequestStatus
from .upload_document_request import UploadDocumentRequest
from .upload_document_request_attachment_type import UploadDocumentRequestAttachmentType
from .upload_recipient_document_request import UploadRecipientDocumentRequest
from .upload_tax_document_request import UploadTaxDocumentRequest
from .upload_tax_document_request_form_type import UploadTaxDocumentRequestFormType
from .user import User
from .user_allowed_actions_item import UserAllowedActionsItem
from .user_list import UserList
from .user_organization_role import UserOrganizationRole
from .user_role import UserRole
from .user_status import UserStatus
from .verify_deposits_request import VerifyDepositsRequest
from .verify_webhook_request import VerifyWebhookRequest
from .webhook import Webhook
from .webhook_attempt import WebhookAttempt
from .webhook_attempt_outcome import WebhookAttemptOutcome
from .webhook_delivery import WebhookDelivery
from .webhook_delivery_list import WebhookDeliveryList
from .webhook_delivery_purpose import WebhookDeliveryPurpose
from .webhook_delivery_state import WebhookDeliveryState
from .webhook_event_type import WebhookEventType
from .webhook_list import WebhookList
from .webhook_status import WebhookStatus
from .wire_routing_info import WireRoutingInfo

__all__ = (
    "Account",
    "AccountCardList",
    "AccountList",
    "AccountStatus",
    "AccountTransactionList",
    "AccountType",
    "AccountValidation",
    "AccountValidationMethod",
    "AccountValidationState",
    "AchFields",
    "ActorType",
    "Address",
    "AdvancedSandboxClock",
    "AdvanceSandboxClockRequest",
    "AgingBucket",
    "ApplyCategoryRulesRequest",
    "ApprovalRequestStatus",
    "ApprovalRequestStatusFilter",
    "ApprovalReview",
    "ApprovalReviewStatus",
    "Approver",
    "Attachment",
    "AttachmentList",
    "AttachmentType",
    "AuthorizeDebitRequest",
    "AuthorizeDebitRequestAccountType",
    "BalanceDay",
    "BalanceHistory",
    "Bank",
    "BankConnection",
    "BankConnectionFirstDays",
    "BankConnectionKind",
    "BankConnectionList",
    "BankConnectionState",
    "BankConnectionTest",
    "BankConnectionTestStep",
    "BankConnectionTestStepName",
    "BankConnectionTestStepOutcome",
    "BankDetailChange",
    "BankDetailChangeActorType",
    "BankDetailChangeAllowedActionsItem",
    "BankDetailChangeAuthor",
    "BankDetailChangeKind",
    "BankDetailChangeList",
    "BankDetailChangeStatus",
    "BankFile",
    "BankFileDirection",
    "BankFileFormat",
    "BankFileItem",
    "BankFileItemKind",
    "BankFileItemList",
    "BankFileItemState",
    "BankFileList",
    "BankFilePayment",
    "BankFilePurpose",
    "BankFileState",
    "BankFileTolerance",
    "BankMovement",
    "BankMovementList",
    "BankNotice",
    "BankNoticeKind",
    "BankNoticeList",
    "BankNoticeOutcome",
    "BankRail",
    "Brand",
    "CardList",
    "CashFlow",
    "CashFlowMonth",
    "CategorizedTransactions",
    "CategorizeTransactionsRequest",
    "CategoryData",
    "CategoryList",
    "CategoryRule",
    "CategoryRuleConditions",
    "CategoryRuleList",
    "CategoryRuleRun",
    "CategoryRuleRunStatus",
    "ChargeType",
    "Check",
    "CheckException",
    "CheckExceptionDecision",
    "CheckExceptionKind",
    "CheckExceptionList",
    "CheckExceptionState",
    "CheckInfo",
    "CheckState",
    "CheckStop",
    "CheckStopOutcomeType1",
    "CheckStopOutcomeType2Type1",
    "CheckStopOutcomeType3Type1",
    "CheckStopState",
    "CorrespondentInfo",
    "CorrespondentInput",
    "CreateCategoryRequest",
    "CreateCategoryRuleRequest",
    "CreateInvoiceCustomerRequest",
    "CreateInvoiceRequest",
    "CreateInvoiceRequestCurrencyCode",
    "CreateInvoiceRequestSendEmailOption",
    "CreateRecipientInviteRequest",
    "CreateRecipientRequest",
    "CreateSendMoneyApprovalRequest",
    "CreateStatementRequest",
    "CreateWebhookRequest",
    "CreditAccountList",
    "CreditCardInfo",
    "CurrencyExchangeInfo",
    "Dba",
    "DebitCardInfo",
    "DebitOffer",
    "DomesticWireRoutingInput",
    "ElectronicAccountType",
    "ElectronicRoutingInfo",
    "ElectronicRoutingInput",
    "EmailKind",
    "EmptyRequest",
    "Error",
    "ErrorCode",
    "ErrorDetails",
    "Event",
    "EventList",
    "EventMergePatch",
    "EventOperationType",
    "EventPreviousValuesType0",
    "EventResourceType",
    "ExportTransactionsCategorized",
    "FieldProblem",
    "GlAllocation",
    "Health",
    "HealthStatus",
    "IdempotencyKeyRequest",
    "IncomingPayment",
    "IncomingPaymentList",
    "IncomingPaymentStatus",
    "IncompleteStatement",
    "InternationalBankDetails",
    "InternationalDetails",
    "InternationalWireRoutingInfo",
    "InternationalWireRoutingInfoCountrySpecific",
    "Invoice",
    "InvoiceActivity",
    "InvoiceActivityAllowedActionsItem",
    "InvoiceAge",
    "InvoiceAttachment",
    "InvoiceCustomer",
    "InvoiceCustomerAddress",
    "InvoiceCustomerAddressRequest",
    "InvoiceCustomerList",
    "InvoiceDebit",
    "InvoiceDebitStatus",
    "InvoiceLineItem",
    "InvoiceLineItemRequest",
    "InvoiceList",
    "InvoiceMatch",
    "InvoiceMatchSource",
    "InvoiceMatchStatus",
    "InvoiceRow",
    "InvoiceRowList",
    "InvoiceSettings",
    "InvoiceStatus",
    "InvoiceSummary",
    "InvoiceTimelineEntry",
    "InvoiceTimelineEntryKind",
    "InvoicingOverview",
    "LedgerEntry",
    "LegacyAddress",
    "ListAccountTransactionsCategorized",
    "ListBankFileItemsOpen",
    "ListBankFilesAttention",
    "ListBankMovementsState",
    "ListBankNoticesOpen",
    "ListIncomingPaymentsStatus",
    "ListInvoiceRowsStatus",
    "ListSandboxReasonsOutcome",
    "ListTransactionsCategorized",
    "MagicNumber",
    "MagicNumberList",
    "MaskedBankDetails",
    "MatchSuggestionList",
    "MerchantData",
    "MercuryCategory",
    "MoneyDirection",
    "NamedAddress",
    "NamedOrganization",
    "NameOnPayment",
    "NameSpelling",
    "NotReady",
    "NotReadyStatus",
    "OpenedSandboxAccount",
    "OpenItems",
    "OpenSandboxAccountRequest",
    "OpenSandboxAccountRequestKind",
    "Organization",
    "OrganizationBillingCadence",
    "OrganizationEnvelope",
    "OrganizationKind",
    "OrganizationSubscriptionTier",
    "Page",
    "PatchInvoiceCustomerRequest",
    "PatchInvoiceRequest",
    "PayableInvoice",
    "PayableInvoiceLine",
    "PayeeDetails",
    "PayeeElectronicRoutingInput",
    "PayeeInvite",
    "PayeeVerification",
    "PaymentAchFields",
    "PaymentAchFieldsSettlementType1",
    "PaymentAchFieldsSettlementType2Type1",
    "PaymentAchFieldsSettlementType3Type1",
    "PaymentMethod",
    "PaymentUndo",
    "PaymentUndoAction",
    "PaymentUndoDecision",
    "PaymentUndoKind",
    "PaymentUndoList",
    "PaymentUndoOptions",
    "PaymentUndoReason",
    "PaymentUndoReview",
    "PaymentUndoState",
    "PaymentUndoTerms",
    "PennyTest",
    "PennyTestStep",
    "PennyTestStepName",
    "PennyTestStepOutcome",
    "PreviewRule",
    "PreviewStep",
    "PreviewWarning",
    "PreviewWarningCode",
    "Purpose",
    "Readiness",
    "ReadinessStatus",
    "RealTimePaymentRoutingInput",
    "Recipient",
    "RecipientAttachment",
    "RecipientAttachmentItem",
    "RecipientAttachmentList",
    "RecipientInvite",
    "RecipientInviteAllowedActionsItem",
    "RecipientInviteList",
    "RecipientInviteStatus",
    "RecipientList",
    "RecipientStatus",
    "ReconciledAccount",
    "ReconciledStatement",
    "Reconciliation",
    "RelatedTransaction",
    "RequestPaymentUndoRequest",
    "ResendWebhookEventsRequest",
    "ResentWebhookEvents",
    "ReturnedLine",
    "SandboxAnswerRequest",
    "SandboxBankRun",
    "SandboxClock",
    "SandboxClockKind",
    "SandboxDecisionRequest",
    "SandboxDepositRequest",
    "SandboxEmail",
    "SandboxEmailList",
    "SandboxEmailStatus",
    "SandboxEmailSummary",
    "SandboxReason",
    "SandboxReasons",
    "SandboxYield",
    "SandboxYieldRequest",
    "Scope",
    "SendMoneyApprovalRequest",
    "SendMoneyApprovalRequestList",
    "SendMoneyPreview",
    "SendMoneyRequest",
    "ServiceMode",
    "SimplePurpose",
    "SortOrder",
    "Spending",
    "SpendingByCategory",
    "SpendingMonth",
    "Statement",
    "StatementAddress",
    "StatementDocument",
    "StatementKind",
    "StatementLine",
    "StatementList",
    "StatementSummary",
    "StatementSummaryList",
    "StatementTransaction",
    "SuggestedMatch",
    "SweepDirection",
    "TaxDocument",
    "TaxFormType",
    "TimelineActor",
    "TimelineDelivery",
    "TimelineEntry",
    "TimelineEntryKind",
    "TokenDayLimit",
    "TokenInfo",
    "TokenKind",
    "TokenLimits",
    "TokenMonthLimit",
    "TokenNumberLimit",
    "TokenRateLimit",
    "TradeAction",
    "Transaction",
    "TransactionAddress",
    "TransactionAttachment",
    "TransactionDetails",
    "TransactionElectronicRoutingInfo",
    "TransactionKind",
    "TransactionList",
    "TransactionRelationKind",
    "TransactionStatus",
    "TransactionTimeline",
    "TransactionTimelineAllowedActionsItem",
    "TransactionWireRoutingInfo",
    "Transfer",
    "TransferApprovalRequest",
    "TransferApprovalRequestList",
    "TransferInstructions",
    "TransferRequest",
    "TreasuryAccount",
    "TreasuryAccountList",
    "TreasuryDay",
    "TreasuryDividend",
    "TreasuryDividendType",
    "TreasuryDocumentType",
    "TreasuryNetReturn",
    "TreasuryNetReturnStatus",
    "TreasuryOrder",
    "TreasuryOrderReason",
    "TreasuryOrderStatus",
    "TreasuryOverview",
    "TreasurySecurity",
    "TreasuryStatement",
    "TreasuryStatementList",
    "TreasurySweep",
    "TreasuryTransaction",
    "TreasuryTransactionDetails",
    "TreasuryTransactionList",
    "TreasuryTransactionType",
    "UpdateCategoryRequest",
    "UpdateCategoryRuleRequest",
    "UpdateInvoiceCustomerRequest",
    "UpdateInvoiceRequest",
    "UpdateRecipientRequest",
    "UpdateTransactionRequest",
    "UpdateWebhookRequest",
    "UpdateWebhookRequestStatus",
    "UploadDocumentRequest",
    "UploadDocumentRequestAttachmentType",
    "UploadRecipientDocumentRequest",
    "UploadTaxDocumentRequest",
    "UploadTaxDocumentRequestFormType",
    "User",
    "UserAllowedActionsItem",
    "UserList",
    "UserOrganizationRole",
    "UserRole",
    "UserStatus",
    "VerifyDepositsRequest",
    "VerifyWebhookRequest",
    "Webhook",
    "WebhookAttempt",
    "WebhookAttemptOutcome",
    "WebhookDelivery",
    "WebhookDeliveryList",
    "WebhookDeliveryPurpose",
    "WebhookDeliveryState",
    "WebhookEventType",
    "WebhookList",
    "WebhookStatus",
    "WireRoutingInfo",
)
