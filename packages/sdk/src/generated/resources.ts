// Generated from api/openapi.json by `npm run gen`: do not edit.
import type { List } from "../client/list.ts";
import type { RequestOptions } from "../client/operation.ts";
import type { OperationsOf } from "../client/resource.ts";
import type {
  Account,
  AccountCardList,
  AccountList,
  AccountTransactionList,
  AdvanceSandboxClockRequest,
  AdvancedSandboxClock,
  ApplyCategoryRulesRequest,
  ApprovalRequest,
  Attachment,
  AttachmentList,
  AuthorizeDebitRequest,
  BalanceHistory,
  Bank,
  BankConnectionList,
  BankConnectionTest,
  BankDetailChangeList,
  BankFile,
  BankFileItem,
  BankFileItemList,
  BankFileList,
  BankMovement,
  BankMovementList,
  BankNotice,
  BankNoticeList,
  CardList,
  CashFlow,
  CategorizeTransactionsRequest,
  CategorizedTransactions,
  CategoryData,
  CategoryList,
  CategoryRule,
  CategoryRuleList,
  CategoryRuleRun,
  Check,
  CheckExceptionList,
  CreateCategoryRequest,
  CreateCategoryRuleRequest,
  CreateInvoiceCustomerRequest,
  CreateInvoiceRequest,
  CreateRecipientInviteRequest,
  CreateRecipientRequest,
  CreateSendMoneyApprovalRequest,
  CreateStatementRequest,
  CreateWebhookRequest,
  CreditAccountList,
  Event,
  EventList,
  ExportSpendingQuery,
  ExportTransactionsQuery,
  GetAccountStatementQuery,
  GetAccountStatementsQuery,
  GetAccountsQuery,
  GetBalanceHistoryQuery,
  GetBankFileQuery,
  GetCashFlowQuery,
  GetEventsQuery,
  GetInvoicingOverviewQuery,
  GetNameSpellingQuery,
  GetRecipientsQuery,
  GetSpendingQuery,
  GetStatementBeancountQuery,
  GetStatementHledgerQuery,
  GetStatementQboQuery,
  GetTreasuryQuery,
  GetTreasuryStatementsQuery,
  GetTreasuryTransactionsQuery,
  GetUsersQuery,
  GetWebhookDeliveriesQuery,
  GetWebhooksQuery,
  Health,
  IncomingPayment,
  IncomingPaymentList,
  Invoice,
  InvoiceActivity,
  InvoiceAttachment,
  InvoiceCustomer,
  InvoiceCustomerList,
  InvoiceList,
  InvoiceRow,
  InvoiceRowList,
  InvoiceSettings,
  InvoiceSummary,
  InvoicingOverview,
  ListAccountTransactionsQuery,
  ListBankFileItemsQuery,
  ListBankFilesQuery,
  ListBankMovementsQuery,
  ListBankNoticesQuery,
  ListCategoriesQuery,
  ListCustomersQuery,
  ListIncomingPaymentsQuery,
  ListInvoiceRowsQuery,
  ListInvoicesQuery,
  ListRecipientInvitesQuery,
  ListRecipientsAttachmentsQuery,
  ListSandboxEmailsQuery,
  ListSandboxReasonsQuery,
  ListSendMoneyApprovalRequestsQuery,
  ListStatementsQuery,
  ListTransactionsQuery,
  ListTransferMoneyApprovalRequestsQuery,
  MagicNumberList,
  MatchSuggestionList,
  NameSpelling,
  Nothing,
  OpenSandboxAccountRequest,
  OpenedSandboxAccount,
  OrganizationEnvelope,
  PatchInvoiceCustomerRequest,
  PatchInvoiceRequest,
  PayableInvoice,
  PayeeDetails,
  PayeeInvite,
  PayeeVerification,
  PaymentUndo,
  PaymentUndoList,
  PaymentUndoOptions,
  PennyTest,
  Readiness,
  Recipient,
  RecipientAttachmentItem,
  RecipientAttachmentList,
  RecipientInvite,
  RecipientInviteList,
  RecipientList,
  Reconciliation,
  RequestPaymentUndoRequest,
  ResendWebhookEventsRequest,
  ResentWebhookEvents,
  SafeList,
  SandboxAnswerRequest,
  SandboxBankRun,
  SandboxClock,
  SandboxDecisionRequest,
  SandboxDepositRequest,
  SandboxEmail,
  SandboxEmailList,
  SandboxEmailSummary,
  SandboxReasons,
  SandboxYield,
  SandboxYieldRequest,
  SendMoneyApprovalRequest,
  SendMoneyApprovalRequestList,
  SendMoneyPreview,
  SendMoneyRequest,
  Spending,
  Statement,
  StatementDocument,
  StatementList,
  StatementSummary,
  StatementSummaryList,
  TaxDocument,
  TokenInfo,
  Transaction,
  TransactionList,
  TransactionTimeline,
  Transfer,
  TransferApprovalRequest,
  TransferApprovalRequestList,
  TransferRequest,
  TreasuryAccount,
  TreasuryAccountList,
  TreasuryOverview,
  TreasuryStatement,
  TreasuryStatementList,
  TreasuryTransaction,
  TreasuryTransactionList,
  UpdateCategoryRequest,
  UpdateCategoryRuleRequest,
  UpdateInvoiceCustomerRequest,
  UpdateInvoiceRequest,
  UpdateRecipientRequest,
  UpdateTransactionRequest,
  UpdateWebhookRequest,
  UploadDocumentRequest,
  UploadRecipientDocumentRequest,
  UploadTaxDocumentRequest,
  User,
  UserList,
  VerifyDepositsRequest,
  VerifyWebhookRequest,
  Webhook,
  WebhookDelivery,
  WebhookDeliveryList,
  WebhookList,
} from "./types.ts";

export interface OperationsResource {
  /**
   * Check liveness.
   *
   * Returns 200 as long as the process responds at all. Restart it if this fails.
   *
   * Operation `getHealth`.
   */
  getHealth(options?: RequestOptions): Promise<Health>;
  /**
   * Check readiness.
   *
   * 200 if the database responds, the schema is the one that this version needs, and no ledger account is in doubt; otherwise 503 with the reasons. Send requests elsewhere while this fails.
   *
   * Operation `getReadiness`.
   */
  getReadiness(options?: RequestOptions): Promise<Readiness>;
  /**
   * Metrics for Prometheus.
   *
   * Requests, payments, webhooks, background work, and the process itself, in the Prometheus text format.
   *
   * Operation `getMetrics`.
   */
  getMetrics(options?: RequestOptions): Promise<string>;
}

export interface AccountsResource {
  /**
   * List accounts.
   *
   * The organization's checking, savings and treasury accounts with their balances, in the order in which they were opened.
   *
   * Operation `getAccounts`, scope `fetchDepositoryAccounts`.
   */
  list(query?: GetAccountsQuery, options?: RequestOptions): List<AccountList, Account>;
  /**
   * Get an account.
   *
   * One of the organization's accounts with its balances.
   *
   * Operation `getAccount`, scope `fetchDepositoryAccounts`.
   */
  get(accountId: string, options?: RequestOptions): Promise<Account>;
  /**
   * List cards.
   *
   * Debit and credit cards: this service has none. The list is empty, and an item is not found.
   *
   * Operation `listCards`, scope `fetchDepositoryAccounts`.
   */
  listCards(options?: RequestOptions): Promise<CardList>;
  /**
   * List an account's cards.
   *
   * Debit and credit cards: this service has none. The list is empty, and an item is not found.
   *
   * Operation `listAccountCards`, scope `fetchDepositoryAccounts`.
   */
  listAccountCards(accountId: string, options?: RequestOptions): Promise<AccountCardList>;
  /**
   * List credit accounts.
   *
   * Credit accounts: this service has none. The list is empty, and an item is not found.
   *
   * Operation `listCreditAccounts`, scope `fetchDepositoryAccounts`.
   */
  listCreditAccounts(options?: RequestOptions): Promise<CreditAccountList>;
  /**
   * List SAFEs.
   *
   * Simple agreements for future equity: this service has none. The list is empty, and an item is not found.
   *
   * Operation `listSafes`, scope `fetchDepositoryAccounts`.
   */
  listSafes(options?: RequestOptions): Promise<SafeList>;
  /**
   * Get cash flow by month.
   *
   * By calendar month in New York, current month last. Payments count when they are sent; returned payments count as inflow. Transfers between accounts count for a single account, but not for all accounts together.
   *
   * Operation `getCashFlow`, scope `fetchDepositoryAccounts`.
   */
  getCashFlow(query?: GetCashFlowQuery, options?: RequestOptions): Promise<CashFlow>;
  /**
   * Get end-of-day balances.
   *
   * The current balance (including holds for payments not sent yet) at the end of each day in New York; for today, the balance now.
   *
   * Operation `getBalanceHistory`, scope `fetchDepositoryAccounts`.
   */
  getBalanceHistory(query?: GetBalanceHistoryQuery, options?: RequestOptions): Promise<BalanceHistory>;
}

export interface RecipientsResource {
  /**
   * List recipients.
   *
   * Saved recipients in the order in which they were added. Deleted ones are listed only with `status=deleted`.
   *
   * Operation `getRecipients`, scope `fetchRecipients`.
   */
  list(query?: GetRecipientsQuery, options?: RequestOptions): List<RecipientList, Recipient>;
  /**
   * Add a recipient.
   *
   * Saves a recipient with the bank details of one or more payment methods. Routing numbers, account numbers, and addresses are validated immediately. Real-time payments use `electronicRoutingInfo` unless `realTimePaymentRoutingInfo` is given. International details are entered through a recipient invite or in the dashboard.
   *
   * Operation `createRecipient`, scope `createRecipients`.
   */
  create(body: CreateRecipientRequest, options?: RequestOptions): Promise<Recipient>;
  /**
   * Get the spelling of a name in payments.
   *
   * How payments by each method would carry a recipient's name: accents are removed, letters such as ß are written out, and the name is cut at the width of the method's field. Saving a recipient with a name that cannot be written is refused with the same problem.
   *
   * Operation `getNameSpelling`, scope `fetchRecipients`.
   */
  getNameSpelling(query?: GetNameSpellingQuery, options?: RequestOptions): Promise<NameSpelling>;
  /**
   * Get a recipient.
   *
   * A saved recipient with the current bank details. A deleted recipient is not found.
   *
   * Operation `getRecipient`, scope `fetchRecipients`.
   */
  get(recipientId: string, options?: RequestOptions): Promise<Recipient>;
  /**
   * Change a recipient.
   *
   * The same as POST.
   *
   * Operation `patchRecipient`, scope `editRecipients`.
   */
  patch(recipientId: string, body: UpdateRecipientRequest, options?: RequestOptions): Promise<Recipient>;
  /**
   * Change a recipient.
   *
   * Omitted members keep their values; null clears. Bank details are replaced as a whole per method; a new name counts as a change of the details of every method. Earlier payments keep the name and details to which they were sent. If the organization requires confirmation by a second user, changes wait (`awaitingConfirmation`, `proposedName`), and payments keep using the current details.
   *
   * Operation `updateRecipient`, scope `editRecipients`.
   */
  update(recipientId: string, body: UpdateRecipientRequest, options?: RequestOptions): Promise<Recipient>;
  /**
   * Change a recipient.
   *
   * The same as POST: omitted members keep their values.
   *
   * Operation `putRecipient`, scope `editRecipients`.
   */
  put(recipientId: string, body: UpdateRecipientRequest, options?: RequestOptions): Promise<Recipient>;
  /**
   * Delete a recipient.
   *
   * The recipient can no longer be paid, read, or changed; transactions keep its name and details. Rejected while a payment to it is pending.
   *
   * Operation `deleteRecipient`, scope `editRecipients`.
   */
  delete(recipientId: string, options?: RequestOptions): Promise<void>;
  /**
   * List changes of a recipient's bank details and name.
   *
   * The last 100, newest first; the initial details are the oldest. Account numbers are always masked.
   *
   * Operation `listBankDetailChanges`, scope `fetchRecipients`.
   */
  listBankDetailChanges(recipientId: string, options?: RequestOptions): Promise<BankDetailChangeList>;
  /**
   * List the files of all recipients.
   *
   * Tax forms and other files in the order in which they were uploaded, also those of deleted recipients.
   *
   * Operation `listRecipientsAttachments`, scope `fetchRecipients`.
   */
  listAttachments(query?: ListRecipientsAttachmentsQuery, options?: RequestOptions): List<RecipientAttachmentList, RecipientAttachmentItem>;
  /**
   * Attach a file to a recipient.
   *
   * For tax forms (W-9, W-8) and other documents of the recipient. The file is inspected: its content decides its type, and files that could be harmful are rejected. Images lose their metadata, such as the location. It is stored encrypted.
   *
   * Operation `uploadRecipientAttachment`, scope `editRecipients`.
   */
  uploadAttachment(recipientId: string, body: UploadRecipientDocumentRequest, options?: RequestOptions): Promise<Attachment>;
  /**
   * List the files of a recipient.
   *
   * In the order in which they were attached; at most 100.
   *
   * Operation `listRecipientAttachments`, scope `fetchRecipients`.
   */
  listRecipientAttachments(recipientId: string, options?: RequestOptions): Promise<AttachmentList>;
  /**
   * Attach a file to a recipient.
   *
   * For tax forms (W-9, W-8) and other documents of the recipient. The file is inspected: its content decides its type, and files that could be harmful are rejected. Images lose their metadata, such as the location. It is stored encrypted. The same as the path in the plural, for clients that use this one.
   *
   * Operation `uploadRecipientAttachmentAlias`, scope `editRecipients`.
   * @deprecated
   */
  uploadAttachmentAlias(recipientId: string, body: UploadRecipientDocumentRequest, options?: RequestOptions): Promise<Attachment>;
  /**
   * Delete a file of a recipient.
   *
   * It is no longer shown, its links stop working, and its content is deleted from the store.
   *
   * Operation `deleteRecipientAttachment`, scope `editRecipients`.
   */
  deleteAttachment(recipientId: string, attachmentId: string, options?: RequestOptions): Promise<void>;
  /**
   * Get the bank of a routing number.
   *
   * From the Federal Reserve's directory, if the operator has provided it (BURSAR_BANK_DIRECTORY). A number without a name may still be right.
   *
   * Operation `getBank`.
   */
  getBank(routingNumber: string, options?: RequestOptions): Promise<Bank>;
}

export interface RecipientInvitesResource {
  /**
   * Invite a recipient.
   *
   * Creates a link with which a recipient enters their own bank details, once, within 30 days. Submitting the details creates a recipient, or completes the one named by `recipientId`. International details can be entered only this way or in the dashboard. The link is in the first response only: a replay of its key identifies the invite by an `id` that is not a link. Use POST /recipients/invites/{inviteId}/resend to email a lost link, or withdraw the invite and create another.
   *
   * Operation `createRecipientInvite`, scope `createRecipientInvites`.
   */
  create(body: CreateRecipientInviteRequest, options?: RequestOptions): Promise<RecipientInvite>;
  /**
   * List invites.
   *
   * In order of creation, without withdrawn invites.
   *
   * Operation `listRecipientInvites`, scope `fetchRecipientInvites`.
   */
  list(query?: ListRecipientInvitesQuery, options?: RequestOptions): List<RecipientInviteList, RecipientInvite>;
  /**
   * Get an invite.
   *
   * An invite, with its link for the user or token that created it. A withdrawn invite is not found.
   *
   * Operation `getRecipientInvite`, scope `fetchRecipientInvites`.
   */
  get(inviteId: string, options?: RequestOptions): Promise<RecipientInvite>;
  /**
   * Withdraw an invite.
   *
   * Its link stops working, and it is no longer listed. A recipient that it filled is not changed.
   *
   * Operation `deleteRecipientInvite`, scope `editRecipientInvites`.
   */
  delete(inviteId: string, options?: RequestOptions): Promise<void>;
  /**
   * Resend an invite.
   *
   * Emails the same link again. A replay of its key identifies the invite by an `id` that is not a link.
   *
   * Operation `resendRecipientInvite`, scope `createRecipientInvites`.
   */
  resend(inviteId: string, options?: RequestOptions): Promise<RecipientInvite>;
  /**
   * Get an invite as its recipient.
   *
   * For the recipient's page. An unknown, used, expired, or withdrawn link gets the same refusal; guessing links is throttled.
   *
   * Operation `getPayeeInvite`.
   */
  getPayeeInvite(inviteId: string, options?: RequestOptions): Promise<PayeeInvite>;
  /**
   * Answer an invite.
   *
   * The recipient's own bank details for at least one requested method, validated like those of POST /recipients. If the invite requires a tax form, it must have been uploaded. The link is then used up. If they replace existing details, and the organization requires confirmation by a second user, they wait for it.
   *
   * Operation `completeInvite`.
   */
  completeInvite(inviteId: string, body: PayeeDetails, options?: RequestOptions): Promise<void>;
  /**
   * Upload the tax form of an invite.
   *
   * For an invite with `requireTaxDocument`, before its details are submitted. Another upload replaces the form. It becomes an attachment of the recipient.
   *
   * Operation `uploadTaxDocument`.
   */
  uploadTaxDocument(inviteId: string, body: UploadTaxDocumentRequest, options?: RequestOptions): Promise<TaxDocument>;
  /**
   * Get a verification as its payee.
   *
   * For the page on which a recipient enters the amounts of two deposits. An unknown, used, or expired link gets the same refusal; guessing links is throttled.
   *
   * Operation `getPayeeVerification`.
   */
  getPayeeVerification(secret: string, options?: RequestOptions): Promise<PayeeVerification>;
  /**
   * Enter the amounts of two deposits.
   *
   * The amounts in any order. The right ones validate the recipient's bank details and use up the link. After three wrong answers it no longer works.
   *
   * Operation `verifyDeposits`.
   */
  verifyDeposits(secret: string, body: VerifyDepositsRequest, options?: RequestOptions): Promise<void>;
}

export interface AttachmentsResource {
  /**
   * Download an attachment.
   *
   * The file of a `url`, as it was uploaded; photos have lost their metadata, such as the place. A link that was changed, has expired, or leads to a deleted file is not found. A connection that ends before `Content-Length` bytes means that the file is incomplete.
   *
   * Operation `downloadAttachment`.
   */
  download(link: string, options?: RequestOptions): Promise<Blob>;
}

export interface PaymentsResource {
  /**
   * Send a payment.
   *
   * Pays a saved recipient immediately: the amount is held, the payment is submitted to the bank at the next cut-off and becomes `sent` (or `failed`, `blocked`) when the bank answers. Requires a token whose allowlist includes the caller's address. Repeating the idempotency key returns the first response with `Idempotent-Replayed: true` and pays nothing. The same recipient, account, amount, and method within the duplicate guard's hours (24 by default) is rejected even with another key. Approval rules do not apply, except those for direct send, which reject what they require to be approved (`approvalRequired`).
   *
   * Operation `createTransaction`, scope `sendMoney`.
   */
  createTransaction(accountId: string, body: SendMoneyRequest, options?: RequestOptions): Promise<Transaction>;
  /**
   * Preview a payment.
   *
   * Sends and writes nothing: the response says what would happen, and for which reasons the payment would be rejected. Takes the body of POST /account/{accountId}/transactions, whose `idempotencyKey` is not used here.
   *
   * Operation `previewTransaction`, scope `sendMoney`.
   */
  previewTransaction(accountId: string, body: SendMoneyRequest, options?: RequestOptions): Promise<SendMoneyPreview>;
  /**
   * Cancel a payment.
   *
   * Moves a `pending` payment that was not submitted to the bank yet to `cancelled` and releases the held amount. Rejected once it was submitted.
   *
   * Operation `cancelTransaction`, scope `sendMoney`.
   */
  cancelTransaction(transactionId: string, options?: RequestOptions): Promise<Transaction>;
}

export interface TransactionsResource {
  /**
   * List the transactions of one account.
   *
   * Newest first by default. Pages by `offset` with the `total` of all matching rows, or by cursor (then `page` is given too). Without `start`, `requestId` or a cursor, the 30 days up to today, or up to `end`.
   *
   * Operation `listAccountTransactions`, scope `fetchTransactions`.
   */
  listAccountTransactions(accountId: string, query?: ListAccountTransactionsQuery, options?: RequestOptions): List<AccountTransactionList, Transaction>;
  /**
   * List the transactions of all accounts.
   *
   * Cursor pages in order of creation, oldest first by default. Pages stay stable while transactions arrive.
   *
   * Operation `listTransactions`, scope `fetchTransactions`.
   */
  list(query?: ListTransactionsQuery, options?: RequestOptions): List<TransactionList, Transaction>;
  /**
   * Get a transaction.
   *
   * One transaction of any account of the organization.
   *
   * Operation `getTransactionById`, scope `fetchTransactions`.
   */
  get(transactionId: string, options?: RequestOptions): Promise<Transaction>;
  /**
   * Edit the note or category of a transaction.
   *
   * Omitted members keep their values, null clears. Emits `transaction.updated` if something changed.
   *
   * Operation `updateTransaction`, scope `updateTransactions`.
   */
  update(transactionId: string, body: UpdateTransactionRequest, options?: RequestOptions): Promise<Transaction>;
  /**
   * Get a transaction of an account.
   *
   * One transaction of this account.
   *
   * Operation `getTransaction`, scope `fetchTransactions`.
   */
  getTransaction(accountId: string, transactionId: string, options?: RequestOptions): Promise<Transaction>;
  /**
   * Attach a file to a transaction.
   *
   * For receipts, bills, and other documents. The file is inspected: its content decides its type, and files that could be harmful are rejected. Images lose their metadata, such as the location. It is stored encrypted.
   *
   * Operation `uploadTransactionAttachment`, scope `updateTransactions`.
   */
  uploadAttachment(transactionId: string, body: UploadDocumentRequest, options?: RequestOptions): Promise<Attachment>;
  /**
   * List the files of a transaction.
   *
   * In the order in which they were attached; at most 100.
   *
   * Operation `listTransactionAttachments`, scope `fetchTransactions`.
   */
  listAttachments(transactionId: string, options?: RequestOptions): Promise<AttachmentList>;
  /**
   * Attach a file to a transaction.
   *
   * For receipts, bills, and other documents. The file is inspected: its content decides its type, and files that could be harmful are rejected. Images lose their metadata, such as the location. It is stored encrypted. The same as the path in the plural, for clients that use this one.
   *
   * Operation `uploadTransactionAttachmentAlias`, scope `updateTransactions`.
   * @deprecated
   */
  uploadAttachmentAlias(transactionId: string, body: UploadDocumentRequest, options?: RequestOptions): Promise<Attachment>;
  /**
   * Delete a file of a transaction.
   *
   * It is no longer shown, its links stop working, and its content is deleted from the store.
   *
   * Operation `deleteTransactionAttachment`, scope `updateTransactions`.
   */
  deleteAttachment(transactionId: string, attachmentId: string, options?: RequestOptions): Promise<void>;
  /**
   * Export transactions as CSV.
   *
   * Every matching transaction, with the filters of `GET /transactions`, oldest first unless `order` says otherwise. Streamed, however many there are; a connection that ends before the last chunk means that the file is incomplete.
   *
   * Operation `exportTransactions`, scope `fetchTransactions`.
   */
  export(query?: ExportTransactionsQuery, options?: RequestOptions): Promise<string>;
  /**
   * Get whether the bank can undo a payment.
   *
   * Whether and until when the payment can be reversed (ACH) or recalled (wires and real-time payments), why not, and what was requested before.
   *
   * Operation `getPaymentUndoOptions`, scope `fetchTransactions`.
   */
  getPaymentUndoOptions(transactionId: string, options?: RequestOptions): Promise<PaymentUndoOptions>;
  /**
   * Request that the bank undoes a payment.
   *
   * Requests the reversal of an ACH payment, within five banking days of its settlement, or the recall of a wire or real-time payment. Users approve it by the rule of a payment of the same amount; tokens cannot. The money is back only when the payment is `reversed`: a recipient's bank may refuse. Follow it with GET /transaction/{transactionId}/undo.
   *
   * Operation `requestPaymentUndo`, scope `requestSendMoney`.
   */
  requestPaymentUndo(transactionId: string, body: RequestPaymentUndoRequest, options?: RequestOptions): Promise<PaymentUndo>;
  /**
   * List reversals and recalls that wait for approval.
   *
   * The oldest first.
   *
   * Operation `listPaymentUndos`, scope `fetchSendMoneyRequests`.
   */
  listPaymentUndos(options?: RequestOptions): Promise<PaymentUndoList>;
  /**
   * Get a transaction's timeline.
   *
   * The request and its reviews, creation, submission, the bank's answers, edits, and webhooks, oldest first; and what the caller may do with the transaction now.
   *
   * Operation `getTransactionTimeline`, scope `fetchTransactions`.
   */
  getTimeline(transactionId: string, options?: RequestOptions): Promise<TransactionTimeline>;
  /**
   * Download a payment confirmation as PDF.
   *
   * Amount, recipient, method, references, dates, and status history of a payment. Only a payment that the bank confirmed gets a confirmation: of any other, the document is titled "Payment record" and says first that it failed, was returned, or is not confirmed. A tagged PDF with account numbers masked and without the internal note. The same payment in the same state gives the same bytes, unless the organization's name or address or the layout changes.
   *
   * Operation `getPaymentConfirmation`, scope `fetchTransactions`.
   */
  getPaymentConfirmation(transactionId: string, options?: RequestOptions): Promise<Blob>;
  /**
   * Download a remittance advice as PDF.
   *
   * Tells the recipient who pays what, when, and for which memo or invoice, with the names of the attached files; of a pending or sent payment. A tagged PDF with account numbers masked and without the internal note. The same payment in the same state gives the same bytes, unless the organization's name or address or the layout changes.
   *
   * Operation `getRemittanceAdvice`, scope `fetchTransactions`.
   */
  getRemittanceAdvice(transactionId: string, options?: RequestOptions): Promise<Blob>;
  /**
   * Set the category of several transactions.
   *
   * Sets or clears the category of all of them, or of none if one does not exist. Category rules then leave these transactions alone.
   *
   * Operation `categorizeTransactions`, scope `updateTransactions`.
   */
  categorize(body: CategorizeTransactionsRequest, options?: RequestOptions): Promise<CategorizedTransactions>;
  /**
   * Get spending by month and category.
   *
   * Counts transactions by the month in New York in which they were created: pending and sent ones of all kinds, except transfers between own accounts. A payment that failed, was blocked, was cancelled, or was returned counts for nothing. `GET /transactions` with the parameter `spending` lists the same transactions.
   *
   * Operation `getSpending`, scope `fetchTransactions`.
   */
  getSpending(query?: GetSpendingQuery, options?: RequestOptions): Promise<Spending>;
  /**
   * Export spending as CSV.
   *
   * A line per category with a column per month, and a line with the totals. Counts transactions by the month in New York in which they were created: pending and sent ones of all kinds, except transfers between own accounts. A payment that failed, was blocked, was cancelled, or was returned counts for nothing. `GET /transactions` with the parameter `spending` lists the same transactions.
   *
   * Operation `exportSpending`, scope `fetchTransactions`.
   */
  exportSpending(query?: ExportSpendingQuery, options?: RequestOptions): Promise<string>;
}

export interface TransfersResource {
  /**
   * Transfer between accounts.
   *
   * Moves money immediately: two transactions, both `sent`, created together or not at all. At or above the amount set by the organization (`approvalStepUpFrom`), a user must reauthenticate (POST /session/step-up). `treasuryTransfer` if a treasury account is involved.
   *
   * Operation `createInternalTransfer`, scope `sendMoney`.
   */
  createInternalTransfer(body: TransferRequest, options?: RequestOptions): Promise<Transfer>;
}

export interface ApprovalRequestsResource {
  /**
   * Request a payment.
   *
   * Always queues the payment: until the last approval, no money is held, and no transaction or event exists. Funds, recipient, and account are checked again then; a payment that cannot be made stays `pendingApproval` with its `problem`. Supports all five methods; needs no allowlist; the duplicate guard does not apply. The token's limits do: per day, they count what it sent and requested, except rejected and withdrawn requests. Poll GET /request-send-money/{requestId}; the transaction has the `requestId`.
   *
   * Operation `requestSendMoney`, scope `requestSendMoney`.
   */
  requestSendMoney(accountId: string, body: CreateSendMoneyApprovalRequest, options?: RequestOptions): Promise<SendMoneyApprovalRequest>;
  /**
   * Preview a request for a payment.
   *
   * Requests and writes nothing: the response says which rule would apply, who can approve, when the payment would be sent and arrive, and what to review. Takes the body of POST /account/{accountId}/request-send-money, whose `idempotencyKey` is not used here.
   *
   * Operation `previewSendMoneyRequest`, scope `requestSendMoney`.
   */
  previewSendMoneyRequest(accountId: string, body: CreateSendMoneyApprovalRequest, options?: RequestOptions): Promise<SendMoneyPreview>;
  /**
   * List approval requests.
   *
   * Open requests unless `status` says otherwise, oldest first.
   *
   * Operation `listSendMoneyApprovalRequests`, scope `fetchSendMoneyRequests`.
   */
  listSendMoney(query?: ListSendMoneyApprovalRequestsQuery, options?: RequestOptions): List<SendMoneyApprovalRequestList, SendMoneyApprovalRequest>;
  /**
   * Get an approval request.
   *
   * Its status, its reviews, and the resulting transaction.
   *
   * Operation `getSendMoneyApprovalRequest`, scope `fetchSendMoneyRequests`.
   */
  getSendMoney(requestId: string, options?: RequestOptions): Promise<SendMoneyApprovalRequest>;
  /**
   * Attach a file to an approval request.
   *
   * For the approvers: an invoice or a contract. After approval, the transaction has these files, too. Accepted while the request is open. The file is inspected: its content decides its type, and files that could be harmful are rejected. Images lose their metadata, such as the location. It is stored encrypted.
   *
   * Operation `uploadRequestAttachment`, scope `requestSendMoney`.
   */
  uploadRequestAttachment(requestId: string, body: UploadDocumentRequest, options?: RequestOptions): Promise<Attachment>;
  /**
   * List the files of an approval request.
   *
   * In the order in which they were attached; at most 100.
   *
   * Operation `listRequestAttachments`, scope `fetchSendMoneyRequests`.
   */
  listRequestAttachments(requestId: string, options?: RequestOptions): Promise<AttachmentList>;
  /**
   * Delete a file of an approval request.
   *
   * It is no longer shown, its links stop working, and its content is deleted from the store.
   *
   * Operation `deleteRequestAttachment`, scope `requestSendMoney`.
   */
  deleteRequestAttachment(requestId: string, attachmentId: string, options?: RequestOptions): Promise<void>;
  /**
   * Request a transfer.
   *
   * Queues a transfer between two of your accounts. Nothing is held and nothing moves until the last approval.
   *
   * Operation `requestTransferMoney`, scope `requestSendMoney`.
   */
  requestTransferMoney(body: TransferRequest, options?: RequestOptions): Promise<TransferApprovalRequest>;
  /**
   * List transfer requests.
   *
   * Open requests unless `status` says otherwise, oldest first.
   *
   * Operation `listTransferMoneyApprovalRequests`, scope `fetchSendMoneyRequests`.
   */
  listTransferMoney(query?: ListTransferMoneyApprovalRequestsQuery, options?: RequestOptions): List<TransferApprovalRequestList, TransferApprovalRequest>;
  /**
   * Get a transfer request.
   *
   * Its status, its reviews, and the resulting transaction.
   *
   * Operation `getTransferMoneyApprovalRequest`, scope `fetchSendMoneyRequests`.
   */
  getTransferMoney(requestId: string, options?: RequestOptions): Promise<TransferApprovalRequest>;
}

export interface BankConnectionsResource {
  /**
   * Follow a penny test.
   *
   * Pay $0.01 like any other payment, to an account of your own at another bank.
   *
   * Operation `getPennyTest`, scope `bankFiles`.
   */
  getPennyTest(bankConnectionId: string, options?: RequestOptions): Promise<PennyTest>;
  /**
   * List bank connections.
   *
   * In order of creation, without removed ones and without secrets.
   *
   * Operation `getBankConnections`, scope `bankFiles`.
   */
  list(options?: RequestOptions): Promise<BankConnectionList>;
  /**
   * Test a bank connection.
   *
   * Connects to the bank, checks its host key, signs in, and lists both directories, for up to 45 s. Sends and changes nothing there. Also 200 if a step fails. A repeated key gets the first response.
   *
   * Operation `testBankConnection`, scope `bankFiles`.
   */
  test(bankConnectionId: string, options?: RequestOptions): Promise<BankConnectionTest>;
}

export interface StatementsResource {
  /**
   * List an account's statements.
   *
   * Statements whose period begins from `start` to `end`: by default, in the last three months; with one of the two, in the three months after or before it. An `end` in the future means today, and more than three months are refused.
   *
   * Operation `getAccountStatements`, scope `fetchAccountStatements`.
   */
  listAccountStatements(accountId: string, query?: GetAccountStatementsQuery, options?: RequestOptions): List<StatementList, Statement>;
  /**
   * Make a statement for any days.
   *
   * Makes a statement for whole days that are over, in New York. The same days always give the same statement.
   *
   * Operation `createStatement`, scope `createAccountStatements`.
   */
  create(accountId: string, body: CreateStatementRequest, options?: RequestOptions): Promise<StatementSummary>;
  /**
   * List an account's statements.
   *
   * Statements whose period begins from `start` to `end`: by default, in the last three months; with one of the two, in the three months after or before it. An `end` in the future means today, and more than three months are refused. The same as `GET /account/{accountId}/statements`.
   *
   * Operation `getAccountStatement`, scope `fetchAccountStatements`.
   */
  listAccountStatement(accountId: string, query?: GetAccountStatementQuery, options?: RequestOptions): List<StatementList, Statement>;
  /**
   * Get a statement.
   *
   * A statement of the account.
   *
   * Operation `getStatement`, scope `fetchAccountStatements`.
   */
  get(accountId: string, statementId: string, options?: RequestOptions): Promise<Statement>;
  /**
   * List the statements of all accounts.
   *
   * Figures of statements of every account and any time, the latest first by default.
   *
   * Operation `listStatements`, scope `fetchAccountStatements`.
   */
  list(query?: ListStatementsQuery, options?: RequestOptions): List<StatementSummaryList, StatementSummary>;
  /**
   * Download a statement as PDF.
   *
   * A tagged PDF with the account number masked. The same statement always has the same bytes, unless a new version of the service changes the layout.
   *
   * Operation `getStatementPdf`, scope `fetchAccountStatements`.
   */
  getPdf(statementId: string, options?: RequestOptions): Promise<Blob>;
  /**
   * Download a statement as CSV.
   *
   * One line per transaction with the balance after it, in UTF-8 with a header line. Streamed: a connection that ends before the last chunk means that the file is incomplete. The same statement always has the same bytes for the same kind of caller; signed-in users get the account number masked.
   *
   * Operation `getStatementCsv`, scope `fetchAccountStatements`.
   */
  getCsv(statementId: string, options?: RequestOptions): Promise<string>;
  /**
   * Download a statement as camt.053.
   *
   * ISO 20022 camt.053.001.08, for treasury and accounting software. Streamed: a connection that ends before the last chunk means that the file is incomplete. The same statement always has the same bytes for the same kind of caller; signed-in users get the account number masked.
   *
   * Operation `getStatementCamt053`, scope `fetchAccountStatements`.
   */
  getCamt053(statementId: string, options?: RequestOptions): Promise<string>;
  /**
   * Download a statement as OFX.
   *
   * OFX 2.2, for bookkeeping software. Texts are in ASCII: accents are removed, and what has no such form is a question mark. Streamed: a connection that ends before the last chunk means that the file is incomplete. The same statement always has the same bytes for the same kind of caller; signed-in users get the account number masked.
   *
   * Operation `getStatementOfx`, scope `fetchAccountStatements`.
   */
  getOfx(statementId: string, options?: RequestOptions): Promise<string>;
  /**
   * Download a statement as QBO.
   *
   * QuickBooks Web Connect, for QuickBooks Desktop and Online. Texts are in ASCII, as in OFX. Streamed: a connection that ends before the last chunk means that the file is incomplete. The same statement always has the same bytes for the same kind of caller; signed-in users get the account number masked.
   *
   * Operation `getStatementQbo`, scope `fetchAccountStatements`.
   */
  getQbo(statementId: string, query?: GetStatementQboQuery, options?: RequestOptions): Promise<string>;
  /**
   * Download a statement as CSV for QuickBooks.
   *
   * The three columns that QuickBooks Online imports: date (MM/DD/YYYY), description, and amount. Streamed: a connection that ends before the last chunk means that the file is incomplete. The same statement always has the same bytes for the same kind of caller; signed-in users get the account number masked.
   *
   * Operation `getStatementQuickBooksCsv`, scope `fetchAccountStatements`.
   */
  getQuickBooksCsv(statementId: string, options?: RequestOptions): Promise<string>;
  /**
   * Download a statement as CSV for Xero.
   *
   * The columns of Xero's template for bank statements, with dates as MM/DD/YYYY. Streamed: a connection that ends before the last chunk means that the file is incomplete. The same statement always has the same bytes for the same kind of caller; signed-in users get the account number masked.
   *
   * Operation `getStatementXeroCsv`, scope `fetchAccountStatements`.
   */
  getXeroCsv(statementId: string, options?: RequestOptions): Promise<string>;
  /**
   * Download a statement as hledger journal.
   *
   * A journal for hledger: one balanced entry for each line, and an assertion of the closing balance. Streamed: a connection that ends before the last chunk means that the file is incomplete. The same statement always has the same bytes for the same kind of caller; signed-in users get the account number masked.
   *
   * Operation `getStatementHledger`, scope `fetchAccountStatements`.
   */
  getHledger(statementId: string, query?: GetStatementHledgerQuery, options?: RequestOptions): Promise<string>;
  /**
   * Download a statement as Beancount journal.
   *
   * A journal for Beancount: one balanced entry for each line, and an assertion of the closing balance. Streamed: a connection that ends before the last chunk means that the file is incomplete. The same statement always has the same bytes for the same kind of caller; signed-in users get the account number masked.
   *
   * Operation `getStatementBeancount`, scope `fetchAccountStatements`.
   */
  getBeancount(statementId: string, query?: GetStatementBeancountQuery, options?: RequestOptions): Promise<string>;
  /**
   * Download a statement as JSON.
   *
   * The figures of the statement and all of its lines, each with the balance after it. Streamed: a connection that ends before the last chunk means that the file is incomplete. The same statement always has the same bytes for the same kind of caller; signed-in users get the account number masked.
   *
   * Operation `getStatementJson`, scope `fetchAccountStatements`.
   */
  getJson(statementId: string, options?: RequestOptions): Promise<StatementDocument>;
}

export interface TreasuryResource {
  /**
   * List treasury accounts.
   *
   * Treasury accounts with their balances and monthly returns, in the order in which they were opened.
   *
   * Operation `getTreasury`, scope `fetchTreasuryAccounts`.
   */
  list(query?: GetTreasuryQuery, options?: RequestOptions): List<TreasuryAccountList, TreasuryAccount>;
  /**
   * List treasury transactions.
   *
   * Deposits, withdrawals, sweeps, trades, dividends, and fees of a treasury account. Pages stay stable while transactions are added.
   *
   * Operation `getTreasuryTransactions`, scope `fetchTreasuryTransactions`.
   */
  listTransactions(treasuryId: string, query?: GetTreasuryTransactionsQuery, options?: RequestOptions): List<TreasuryTransactionList, TreasuryTransaction>;
  /**
   * Get a treasury account's overview.
   *
   * Cash and shares, income, the sweep, open orders, and the last year by day.
   *
   * Operation `getTreasuryOverview`, scope `fetchTreasuryAccounts`.
   */
  getOverview(treasuryId: string, options?: RequestOptions): Promise<TreasuryOverview>;
  /**
   * List treasury statements.
   *
   * Monthly statements, trade confirmations, and documents of the custodian, in order of issue.
   *
   * Operation `getTreasuryStatements`, scope `fetchTreasuryStatements`.
   */
  listStatements(treasuryId: string, query?: GetTreasuryStatementsQuery, options?: RequestOptions): List<TreasuryStatementList, TreasuryStatement>;
  /**
   * Download a treasury statement.
   *
   * As a PDF file, always the same.
   *
   * Operation `getTreasuryStatementPdf`, scope `fetchTreasuryStatements`.
   */
  getStatementPdf(treasuryId: string, treasuryStatementId: string, options?: RequestOptions): Promise<Blob>;
}

export interface CategoriesResource {
  /**
   * List categories.
   *
   * In order of creation.
   *
   * Operation `listCategories`, scope `fetchCategories`.
   */
  list(query?: ListCategoriesQuery, options?: RequestOptions): List<CategoryList, CategoryData>;
  /**
   * Create a category.
   *
   * Set it on transactions with PATCH /transaction/{transactionId}.
   *
   * Operation `createCategory`, scope `editCategories`.
   */
  create(body: CreateCategoryRequest, options?: RequestOptions): Promise<CategoryData>;
  /**
   * Create a category.
   *
   * Set it on transactions with PATCH /transaction/{transactionId}.
   *
   * Operation `createCategoryAlias`, scope `editCategories`.
   * @deprecated
   */
  createAlias(body: CreateCategoryRequest, options?: RequestOptions): Promise<CategoryData>;
  /**
   * Edit a category.
   *
   * The same as POST.
   *
   * Operation `patchCategory`, scope `editCategories`.
   */
  patch(categoryId: string, body: UpdateCategoryRequest, options?: RequestOptions): Promise<CategoryData>;
  /**
   * Edit a category.
   *
   * Omitted members keep their values.
   *
   * Operation `editCategory`, scope `editCategories`.
   */
  edit(categoryId: string, body: UpdateCategoryRequest, options?: RequestOptions): Promise<CategoryData>;
  /**
   * Delete a category.
   *
   * It can no longer be set. Transactions that have it keep it and still show it; category rules that give it do nothing.
   *
   * Operation `deleteCategory`, scope `editCategories`.
   */
  delete(categoryId: string, options?: RequestOptions): Promise<void>;
  /**
   * Edit a category.
   *
   * Omitted members keep their values.
   *
   * Operation `editCategoryAlias`, scope `editCategories`.
   * @deprecated
   */
  editAlias(categoryId: string, body: UpdateCategoryRequest, options?: RequestOptions): Promise<CategoryData>;
  /**
   * List category rules.
   *
   * Rules give new transactions a category shortly after they are created; the first match applies. They never change a category that a person or token has chosen or cleared, nor transfers between own accounts.
   *
   * Operation `listCategoryRules`, scope `fetchCategories`.
   */
  listRules(options?: RequestOptions): Promise<CategoryRuleList>;
  /**
   * Create a category rule.
   *
   * Applies to transactions created from now on. POST /category-rules/apply applies the rules to existing ones.
   *
   * Operation `createCategoryRule`, scope `editCategories`.
   */
  createRule(body: CreateCategoryRuleRequest, options?: RequestOptions): Promise<CategoryRule>;
  /**
   * Change a category rule.
   *
   * The same as POST.
   *
   * Operation `patchCategoryRule`, scope `editCategories`.
   */
  patchRule(ruleId: string, body: UpdateCategoryRuleRequest, options?: RequestOptions): Promise<CategoryRule>;
  /**
   * Change a category rule.
   *
   * Omitted members keep their values; `conditions` replaces all conditions. Categories that the rule has given stay until the rules are applied again.
   *
   * Operation `updateCategoryRule`, scope `editCategories`.
   */
  updateRule(ruleId: string, body: UpdateCategoryRuleRequest, options?: RequestOptions): Promise<CategoryRule>;
  /**
   * Delete a category rule.
   *
   * Categories that it has given stay until the rules are applied again.
   *
   * Operation `deleteCategoryRule`, scope `editCategories`.
   */
  deleteRule(ruleId: string, options?: RequestOptions): Promise<void>;
  /**
   * Apply category rules to existing transactions.
   *
   * Gives every transaction of the range the category of the first rule that matches, and removes categories that no rule gives anymore. Categories that a person or token has chosen or cleared stay. Runs in the background: GET /category-rules/runs/{runId} shows its progress.
   *
   * Operation `applyCategoryRules`, scope `updateTransactions`.
   */
  applyRules(body: ApplyCategoryRulesRequest, options?: RequestOptions): Promise<CategoryRuleRun>;
  /**
   * Get the progress of applying category rules.
   *
   * How many transactions have been examined and changed.
   *
   * Operation `getCategoryRuleRun`, scope `fetchTransactions`.
   */
  getRuleRun(runId: string, options?: RequestOptions): Promise<CategoryRuleRun>;
}

export interface EventsResource {
  /**
   * List events.
   *
   * In the order in which they happened. To follow new events, store the last id and request the events after it. Balance events are written only while a webhook endpoint names their type.
   *
   * Operation `getEvents`.
   */
  list(query?: GetEventsQuery, options?: RequestOptions): List<EventList, Event>;
  /**
   * Get an event.
   *
   * One event by its id, such as the `webhook-id` of a delivery.
   *
   * Operation `getEvent`.
   */
  get(eventId: string, options?: RequestOptions): Promise<Event>;
}

export interface WebhooksResource {
  /**
   * List webhook endpoints.
   *
   * In order of creation; deleted ones only if requested by `status`.
   *
   * Operation `getWebhooks`, scope `fetchWebhooks`.
   */
  list(query?: GetWebhooksQuery, options?: RequestOptions): List<WebhookList, Webhook>;
  /**
   * Create a webhook endpoint.
   *
   * The first response contains the `secret` that signs deliveries. It is not shown again: a replay of its key omits it, and POST /webhooks/{webhookEndpointId}/rotate-secret replaces a lost one. At most 100 endpoints per organization.
   *
   * Operation `createWebhook`, scope `createWebhooks`.
   */
  create(body: CreateWebhookRequest, options?: RequestOptions): Promise<Webhook>;
  /**
   * Get a webhook endpoint.
   *
   * Without its secret, which is shown only when it is created.
   *
   * Operation `getWebhook`, scope `fetchWebhooks`.
   */
  get(webhookEndpointId: string, options?: RequestOptions): Promise<Webhook>;
  /**
   * Change a webhook endpoint.
   *
   * The same as POST.
   *
   * Operation `patchWebhook`, scope `createWebhooks`.
   */
  patch(webhookEndpointId: string, body: UpdateWebhookRequest, options?: RequestOptions): Promise<Webhook>;
  /**
   * Change a webhook endpoint.
   *
   * Omitted members keep their values. Events during a pause are not sent later; resend that range if you need it. Setting `active` sends the deliveries that were waiting before.
   *
   * Operation `updateWebhook`, scope `createWebhooks`.
   */
  update(webhookEndpointId: string, body: UpdateWebhookRequest, options?: RequestOptions): Promise<Webhook>;
  /**
   * Delete a webhook endpoint.
   *
   * Permanent. Waiting deliveries are not sent.
   *
   * Operation `deleteWebhook`, scope `createWebhooks`.
   */
  delete(webhookEndpointId: string, options?: RequestOptions): Promise<void>;
  /**
   * Send a test event.
   *
   * Sends one signed test event and waits up to 5 s for a 2xx response. Also works for paused and disabled endpoints. A repeated key gets the first response and sends nothing, unless both requests are concurrent.
   *
   * Operation `verifyWebhook`, scope `createWebhooks`.
   */
  verifyWebhook(webhookEndpointId: string, body?: VerifyWebhookRequest, options?: RequestOptions): Promise<void>;
  /**
   * Rotate an endpoint's secret.
   *
   * The first response contains the new `secret`; a replay of its key omits it, so rotate again if it was lost. For 24 hours, deliveries carry both signatures, the new one first.
   *
   * Operation `rotateWebhookSecret`, scope `createWebhooks`.
   */
  rotateSecret(webhookEndpointId: string, options?: RequestOptions): Promise<Webhook>;
  /**
   * List an endpoint's deliveries.
   *
   * The delivery log, in the order in which deliveries were queued, with every attempt. Use `order=desc` for the newest first.
   *
   * Operation `getWebhookDeliveries`, scope `fetchWebhooks`.
   */
  listDeliveries(webhookEndpointId: string, query?: GetWebhookDeliveriesQuery, options?: RequestOptions): List<WebhookDeliveryList, WebhookDelivery>;
  /**
   * Resend events.
   *
   * One event, or all events in a time range (at most 10,000) that match the endpoint's filters. They keep their ids.
   *
   * Operation `resendWebhookEvents`, scope `createWebhooks`.
   */
  resendEvents(webhookEndpointId: string, body: ResendWebhookEventsRequest, options?: RequestOptions): Promise<ResentWebhookEvents>;
}

export interface OrganizationResource {
  /**
   * Get the organization.
   *
   * The organization that the token belongs to.
   *
   * Operation `getOrganization`, scope `fetchOrganization`.
   */
  get(options?: RequestOptions): Promise<OrganizationEnvelope>;
}

export interface TokenResource {
  /**
   * Get the current token.
   *
   * Returns the scopes, allowlist, remaining limits, and organization of the token that makes the request. Open to every token.
   *
   * Operation `getToken`.
   */
  get(options?: RequestOptions): Promise<TokenInfo>;
}

export interface UsersResource {
  /**
   * List users.
   *
   * The organization's users, including locked ones.
   *
   * Operation `getUsers`, scope `fetchUsers`.
   */
  list(query?: GetUsersQuery, options?: RequestOptions): List<UserList, User>;
  /**
   * Get a user.
   *
   * One user of the organization.
   *
   * Operation `getUser`, scope `fetchUsers`.
   */
  get(userId: string, options?: RequestOptions): Promise<User>;
}

export interface InvoicingResource {
  /**
   * List customers.
   *
   * In the order in which they were added, without deleted ones.
   *
   * Operation `listCustomers`, scope `fetchInvoices`.
   */
  listCustomers(query?: ListCustomersQuery, options?: RequestOptions): List<InvoiceCustomerList, InvoiceCustomer>;
  /**
   * Add a customer.
   *
   * Someone to send invoices to.
   *
   * Operation `createCustomer`, scope `modifyInvoices`.
   */
  createCustomer(body: CreateInvoiceCustomerRequest, options?: RequestOptions): Promise<InvoiceCustomer>;
  /**
   * Get a customer.
   *
   * A customer, even if it was deleted.
   *
   * Operation `getCustomer`, scope `fetchInvoices`.
   */
  getCustomer(customerId: string, options?: RequestOptions): Promise<InvoiceCustomer>;
  /**
   * Replace a customer.
   *
   * Omitted members keep their values.
   *
   * Operation `patchCustomer`, scope `modifyInvoices`.
   */
  patchCustomer(customerId: string, body: PatchInvoiceCustomerRequest, options?: RequestOptions): Promise<InvoiceCustomer>;
  /**
   * Replace a customer.
   *
   * Replaces every member; an omitted address is removed. PATCH keeps what is omitted.
   *
   * Operation `updateCustomer`, scope `modifyInvoices`.
   */
  updateCustomer(customerId: string, body: UpdateInvoiceCustomerRequest, options?: RequestOptions): Promise<InvoiceCustomer>;
  /**
   * Delete a customer.
   *
   * Its invoices stay, and it can still be read. Deleting it again changes nothing.
   *
   * Operation `deleteCustomer`, scope `modifyInvoices`.
   */
  deleteCustomer(customerId: string, options?: RequestOptions): Promise<Nothing>;
  /**
   * List invoices.
   *
   * In order of creation.
   *
   * Operation `listInvoices`, scope `fetchInvoices`.
   */
  listInvoices(query?: ListInvoicesQuery, options?: RequestOptions): List<InvoiceList, InvoiceSummary>;
  /**
   * Create an invoice.
   *
   * Creates an invoice and emails it to the customer, with its PDF and a link to the page where it can be paid. Without `invoiceNumber`, it gets the next number of the series, which has no gaps.
   *
   * Operation `createInvoice`, scope `modifyInvoices`.
   */
  createInvoice(body: CreateInvoiceRequest, options?: RequestOptions): Promise<Invoice>;
  /**
   * Get an invoice.
   *
   * An invoice with its lines.
   *
   * Operation `getInvoice`, scope `fetchInvoices`.
   */
  getInvoice(invoiceId: string, options?: RequestOptions): Promise<Invoice>;
  /**
   * Replace an invoice.
   *
   * Omitted members keep their values.
   *
   * Operation `patchInvoice`, scope `modifyInvoices`.
   */
  patchInvoice(invoiceId: string, body: PatchInvoiceRequest, options?: RequestOptions): Promise<Invoice>;
  /**
   * Replace an invoice.
   *
   * Replaces every member that can change, while the invoice is unpaid and no payment is matched with it. It is not emailed again. PATCH keeps what is omitted.
   *
   * Operation `updateInvoice`, scope `modifyInvoices`.
   */
  updateInvoice(invoiceId: string, body: UpdateInvoiceRequest, options?: RequestOptions): Promise<Invoice>;
  /**
   * Cancel an invoice.
   *
   * Nothing is due on a canceled invoice; it keeps its number. Canceling it again changes nothing. An invoice with matched payments cannot be canceled until they are undone.
   *
   * Operation `cancelInvoice`, scope `modifyInvoices`.
   */
  cancelInvoice(invoiceId: string, options?: RequestOptions): Promise<Nothing>;
  /**
   * Get an invoice as a PDF.
   *
   * By the invoice's id or slug.
   *
   * Operation `getInvoicePdf`, scope `fetchInvoices`.
   */
  getInvoicePdf(invoiceId: string, options?: RequestOptions): Promise<Blob>;
  /**
   * Attach a file to an invoice.
   *
   * For contracts, timesheets, and other documents of the invoice. The customer does not see them. The file is inspected: its content decides its type, and files that could be harmful are rejected. Images lose their metadata, such as the location. It is stored encrypted.
   *
   * Operation `uploadInvoiceAttachment`, scope `modifyInvoices`.
   */
  uploadInvoiceAttachment(invoiceId: string, body: UploadDocumentRequest, options?: RequestOptions): Promise<Attachment>;
  /**
   * List the files of an invoice.
   *
   * In the order in which they were attached; at most 100.
   *
   * Operation `listInvoiceAttachments`, scope `fetchInvoices`.
   */
  listInvoiceAttachments(invoiceId: string, options?: RequestOptions): Promise<AttachmentList>;
  /**
   * Delete a file of an invoice.
   *
   * It is no longer shown, its links stop working, and its content is deleted from the store.
   *
   * Operation `deleteInvoiceAttachment`, scope `modifyInvoices`.
   */
  deleteInvoiceAttachment(invoiceId: string, attachmentId: string, options?: RequestOptions): Promise<void>;
  /**
   * Get a file of an invoice.
   *
   * With a new link that downloads it.
   *
   * Operation `getAttachment`, scope `fetchInvoices`.
   */
  getAttachment(attachmentId: string, options?: RequestOptions): Promise<InvoiceAttachment>;
  /**
   * Get what customers owe.
   *
   * What is due by age, and what was paid.
   *
   * Operation `getInvoicingOverview`, scope `fetchInvoices`.
   */
  getOverview(query?: GetInvoicingOverviewQuery, options?: RequestOptions): Promise<InvoicingOverview>;
  /**
   * List invoices for the dashboard.
   *
   * With the customers' names and what is due; newest first.
   *
   * Operation `listInvoiceRows`, scope `fetchInvoices`.
   */
  listInvoiceRows(query?: ListInvoiceRowsQuery, options?: RequestOptions): List<InvoiceRowList, InvoiceRow>;
  /**
   * Get an invoice's payments and timeline.
   *
   * What is paid and due, the matched payments, what happened, and what the caller may do.
   *
   * Operation `getInvoiceActivity`, scope `fetchInvoices`.
   */
  getInvoiceActivity(invoiceId: string, options?: RequestOptions): Promise<InvoiceActivity>;
  /**
   * List incoming payments.
   *
   * Deposits that may pay invoices, with their matches; newest first.
   *
   * Operation `listIncomingPayments`, scope `fetchInvoices`.
   */
  listIncomingPayments(query?: ListIncomingPaymentsQuery, options?: RequestOptions): List<IncomingPaymentList, IncomingPayment>;
  /**
   * List invoices that a payment may be for.
   *
   * Unpaid invoices with the number in the memo, a customer's name near the payer's, or the amount; the most likely first.
   *
   * Operation `listMatchSuggestions`, scope `fetchInvoices`.
   */
  listMatchSuggestions(transactionId: string, options?: RequestOptions): Promise<MatchSuggestionList>;
  /**
   * Get the settings for invoices.
   *
   * Reminders and automatic matching.
   *
   * Operation `getInvoiceSettings`, scope `fetchInvoices`.
   */
  getInvoiceSettings(options?: RequestOptions): Promise<InvoiceSettings>;
}

export interface PayPageResource {
  /**
   * Get an invoice as its customer.
   *
   * For the customer's page. An unknown link is refused; guessing links is throttled.
   *
   * Operation `getPayableInvoice`.
   */
  getPayableInvoice(slug: string, options?: RequestOptions): Promise<PayableInvoice>;
  /**
   * Get an invoice's PDF as its customer.
   *
   * The same file as the one attached to the email.
   *
   * Operation `getPayableInvoicePdf`.
   */
  getPayableInvoicePdf(slug: string, options?: RequestOptions): Promise<Blob>;
  /**
   * Pay an invoice by ACH debit.
   *
   * Records the customer's authorization with the time and address, and submits the debit to the bank. The invoice is `Processing` until the money is available, a few banking days later. The same request again changes nothing.
   *
   * Operation `authorizeInvoiceDebit`.
   */
  authorizeInvoiceDebit(slug: string, body: AuthorizeDebitRequest, options?: RequestOptions): Promise<PayableInvoice>;
}

export interface BankFilesResource {
  /**
   * List bank files.
   *
   * Files sent and received, the latest first; with `state=open`, those that still collect payments.
   *
   * Operation `listBankFiles`, scope `bankFiles`.
   */
  list(query?: ListBankFilesQuery, options?: RequestOptions): List<BankFileList, BankFile>;
  /**
   * Get a bank file.
   *
   * A file with its payments.
   *
   * Operation `getBankFile`, scope `bankFiles`.
   */
  get(fileId: string, query?: GetBankFileQuery, options?: RequestOptions): Promise<BankFile>;
  /**
   * Download a bank file.
   *
   * Its bytes, with full account numbers; recorded in the audit log. Incomplete if the connection ends before `Content-Length` bytes.
   *
   * Operation `downloadBankFile`, scope `bankFiles`.
   */
  download(fileId: string, options?: RequestOptions): Promise<Blob>;
  /**
   * Compare accounts with the bank.
   *
   * Each account's latest statement and the ledger.
   *
   * Operation `getReconciliation`, scope `bankFiles`.
   */
  getReconciliation(options?: RequestOptions): Promise<Reconciliation>;
  /**
   * List bank movements.
   *
   * By default, those without transactions.
   *
   * Operation `listBankMovements`, scope `bankFiles`.
   */
  listBankMovements(accountId: string, query?: ListBankMovementsQuery, options?: RequestOptions): List<BankMovementList, BankMovement>;
  /**
   * List notices of banks.
   *
   * Corrected bank details, returns that are late, dishonored, or contested, and reversals that went wrong; the latest first.
   *
   * Operation `listBankNotices`, scope `bankFiles`.
   */
  listBankNotices(query?: ListBankNoticesQuery, options?: RequestOptions): List<BankNoticeList, BankNotice>;
  /**
   * List open items of bank files.
   *
   * What received files say and could not be applied, the latest first.
   *
   * Operation `listBankFileItems`, scope `bankFiles`.
   */
  listItems(query?: ListBankFileItemsQuery, options?: RequestOptions): List<BankFileItemList, BankFileItem>;
  /**
   * Get the check of a payment.
   *
   * Only of payments over a bank connection, once the check has a number.
   *
   * Operation `getCheck`, scope `bankFiles`.
   */
  getCheck(transactionId: string, options?: RequestOptions): Promise<Check>;
  /**
   * List check exceptions.
   *
   * Presented checks that two people have to decide about, the most urgent first.
   *
   * Operation `listCheckExceptions`, scope `bankFiles`.
   */
  listCheckExceptions(options?: RequestOptions): Promise<CheckExceptionList>;
}

export interface SandboxResource {
  /**
   * Get the time.
   *
   * The service's clock, which determines all times.
   *
   * Operation `getSandboxClock`, scope `sendMoney`.
   */
  getClock(options?: RequestOptions): Promise<SandboxClock>;
  /**
   * Advance the time.
   *
   * Moves the clock forward by `hours` or `to` an instant. Everything due on the way happens at its own time and in order: payments are submitted at their cut-offs, the bank answers at its hours, webhooks are sent and retried. At most ten years ahead of today. 200 means that the clock has reached its target. One call takes about 20 seconds at most: a longer way is answered with 409 `clockOnItsWay`, which says how far it got (`now`, `percent`) and the target (`to`). Send `{"to": …}` with that target to continue; `GET /sandbox/clock` shows the time meanwhile.
   *
   * Operation `advanceSandboxClock`, scope `sendMoney`.
   */
  advanceClock(body: AdvanceSandboxClockRequest, options?: RequestOptions): Promise<AdvancedSandboxClock>;
  /**
   * Reset the clock.
   *
   * Resets the clock to the machine's time. Objects created ahead of it keep their later times, so lists show them after new ones, and anything due then waits until then. Start with an empty database for a clean slate.
   *
   * Operation `resetSandboxClock`, scope `sendMoney`.
   */
  resetClock(options?: RequestOptions): Promise<SandboxClock>;
  /**
   * Run the bank now.
   *
   * Submits every waiting payment of the organization and makes the simulated bank send all of its answers now, including returns.
   *
   * Operation `runSandboxBank`, scope `sendMoney`.
   */
  runBank(options?: RequestOptions): Promise<SandboxBankRun>;
  /**
   * List magic numbers.
   *
   * What the simulated bank does with payments to these account numbers, or with checks over these amounts. All other payments succeed.
   *
   * Operation `listMagicNumbers`, scope `sendMoney`.
   */
  listMagicNumbers(options?: RequestOptions): Promise<MagicNumberList>;
  /**
   * Confirm a payment.
   *
   * Makes the simulated bank give this answer now, with the same message that it would send later: a `pending` payment becomes `sent`. It is first submitted if the bank does not have it.
   *
   * Operation `settleTransaction`, scope `sendMoney`.
   */
  settleTransaction(transactionId: string, options?: RequestOptions): Promise<Transaction>;
  /**
   * Reject a payment.
   *
   * Makes the simulated bank give this answer now, with the same message that it would send later: a `pending` payment becomes `failed`. It is first submitted if the bank does not have it. A `treasuryTransfer` is reversed, as if the custodian had rejected it.
   *
   * Operation `failTransaction`, scope `sendMoney`.
   */
  failTransaction(transactionId: string, body?: SandboxAnswerRequest, options?: RequestOptions): Promise<Transaction>;
  /**
   * Block a payment.
   *
   * Makes the simulated bank give this answer now, with the same message that it would send later: a `pending` payment becomes `blocked`. It is first submitted if the bank does not have it.
   *
   * Operation `blockTransaction`, scope `sendMoney`.
   */
  blockTransaction(transactionId: string, body?: SandboxAnswerRequest, options?: RequestOptions): Promise<Transaction>;
  /**
   * Return a payment.
   *
   * Makes the simulated bank give this answer now, with the same message that it would send later: a `sent` payment becomes `reversed`. It is first submitted if the bank does not have it. A deposit or `treasuryTransfer` is reversed by another transaction, which is the response.
   *
   * Operation `returnTransaction`, scope `sendMoney`.
   */
  returnTransaction(transactionId: string, body?: SandboxAnswerRequest, options?: RequestOptions): Promise<Transaction>;
  /**
   * Deposit money.
   *
   * Deposits money into an account, as if it had been paid to the organization. The transaction is `sent` immediately.
   *
   * Operation `depositToAccount`, scope `sendMoney`.
   */
  depositToAccount(accountId: string, body: SandboxDepositRequest, options?: RequestOptions): Promise<Transaction>;
  /**
   * Open an account.
   *
   * Opens an account at the simulated bank, with a balance of zero and a new account number. In production mode, the command line opens accounts.
   *
   * Operation `openSandboxAccount`, scope `sendMoney`.
   */
  openAccount(body: OpenSandboxAccountRequest, options?: RequestOptions): Promise<OpenedSandboxAccount>;
  /**
   * List reason codes.
   *
   * The reasons that the simulated bank can give with an outcome of a payment.
   *
   * Operation `listSandboxReasons`, scope `sendMoney`.
   */
  listReasons(query?: ListSandboxReasonsQuery, options?: RequestOptions): Promise<SandboxReasons>;
  /**
   * Set the fund's yield.
   *
   * Of the simulated money-market fund, from the next close (17:00 New York) on.
   *
   * Operation `setSandboxYield`, scope `sendMoney`.
   */
  setYield(body: SandboxYieldRequest, options?: RequestOptions): Promise<SandboxYield>;
  /**
   * Approve as a user.
   *
   * Decides a request as a user of the organization, with every check of the dashboard. Also accepts requests for transfers.
   *
   * Operation `approveRequest`, scope `sendMoney`.
   */
  approveRequest(requestId: string, body?: SandboxDecisionRequest, options?: RequestOptions): Promise<ApprovalRequest>;
  /**
   * Reject as a user.
   *
   * Decides a request as a user of the organization, with every check of the dashboard. Also accepts requests for transfers.
   *
   * Operation `rejectRequest`, scope `sendMoney`.
   */
  rejectRequest(requestId: string, body?: SandboxDecisionRequest, options?: RequestOptions): Promise<ApprovalRequest>;
  /**
   * List emails.
   *
   * Newest first. They include one-time links, so in sandbox mode only.
   *
   * Operation `listSandboxEmails`, scope `sendMoney`.
   */
  listEmails(query?: ListSandboxEmailsQuery, options?: RequestOptions): List<SandboxEmailList, SandboxEmailSummary>;
  /**
   * Get an email.
   *
   * One email with its content.
   *
   * Operation `getSandboxEmail`, scope `sendMoney`.
   */
  getEmail(emailId: string, options?: RequestOptions): Promise<SandboxEmail>;
}

/** Every operation of the API, by resource. */
export interface Resources {
  readonly operations: OperationsResource;
  readonly accounts: AccountsResource;
  readonly recipients: RecipientsResource;
  readonly recipientInvites: RecipientInvitesResource;
  readonly attachments: AttachmentsResource;
  readonly payments: PaymentsResource;
  readonly transactions: TransactionsResource;
  readonly transfers: TransfersResource;
  readonly approvalRequests: ApprovalRequestsResource;
  readonly bankConnections: BankConnectionsResource;
  readonly statements: StatementsResource;
  readonly treasury: TreasuryResource;
  readonly categories: CategoriesResource;
  readonly events: EventsResource;
  readonly webhooks: WebhooksResource;
  readonly organization: OrganizationResource;
  readonly token: TokenResource;
  readonly users: UsersResource;
  readonly invoicing: InvoicingResource;
  readonly payPage: PayPageResource;
  readonly bankFiles: BankFilesResource;
  readonly sandbox: SandboxResource;
}

export const resources: { readonly [Name in keyof Resources]: OperationsOf<Resources[Name]> } = {
  operations: {
    getHealth: { method: "GET", path: "/healthz" },
    getReadiness: { method: "GET", path: "/readyz" },
    getMetrics: { method: "GET", path: "/metrics", output: "text" },
  },
  accounts: {
    list: { method: "GET", path: "/accounts", input: "query", items: "accounts" },
    get: { method: "GET", path: "/account/{accountId}" },
    listCards: { method: "GET", path: "/cards" },
    listAccountCards: { method: "GET", path: "/account/{accountId}/cards" },
    listCreditAccounts: { method: "GET", path: "/credit" },
    listSafes: { method: "GET", path: "/safes" },
    getCashFlow: { method: "GET", path: "/cash-flow", input: "query" },
    getBalanceHistory: { method: "GET", path: "/balance-history", input: "query" },
  },
  recipients: {
    list: { method: "GET", path: "/recipients", input: "query", items: "recipients" },
    create: { method: "POST", path: "/recipients", input: "json", key: "header" },
    getNameSpelling: { method: "GET", path: "/recipients/spelling", input: "query" },
    get: { method: "GET", path: "/recipient/{recipientId}" },
    patch: { method: "PATCH", path: "/recipient/{recipientId}", input: "json", key: "header" },
    update: { method: "POST", path: "/recipient/{recipientId}", input: "json", key: "header" },
    put: { method: "PUT", path: "/recipient/{recipientId}", input: "json", key: "header" },
    delete: { method: "DELETE", path: "/recipient/{recipientId}", output: "nothing" },
    listBankDetailChanges: { method: "GET", path: "/recipient/{recipientId}/changes" },
    listAttachments: { method: "GET", path: "/recipients/attachments", input: "query", items: "attachments" },
    uploadAttachment: { method: "POST", path: "/recipient/{recipientId}/attachments", input: "form", key: "form" },
    listRecipientAttachments: { method: "GET", path: "/recipient/{recipientId}/attachments" },
    uploadAttachmentAlias: { method: "POST", path: "/recipient/{recipientId}/attachment", input: "form", key: "form" },
    deleteAttachment: { method: "DELETE", path: "/recipient/{recipientId}/attachments/{attachmentId}", output: "nothing" },
    getBank: { method: "GET", path: "/banks/{routingNumber}" },
  },
  recipientInvites: {
    create: { method: "POST", path: "/recipients/invites", input: "json", key: "header" },
    list: { method: "GET", path: "/recipients/invites", input: "query", items: "invites" },
    get: { method: "GET", path: "/recipients/invites/{inviteId}" },
    delete: { method: "DELETE", path: "/recipients/invites/{inviteId}", output: "nothing" },
    resend: { method: "POST", path: "/recipients/invites/{inviteId}/resend", key: "header" },
    getPayeeInvite: { method: "GET", path: "/invites/{inviteId}" },
    completeInvite: { method: "POST", path: "/invites/{inviteId}", input: "json", output: "nothing" },
    uploadTaxDocument: { method: "POST", path: "/invites/{inviteId}/tax-document", input: "form" },
    getPayeeVerification: { method: "GET", path: "/verifications/{secret}" },
    verifyDeposits: { method: "POST", path: "/verifications/{secret}", input: "json", output: "nothing" },
  },
  attachments: {
    download: { method: "GET", path: "/attachments/{link}", output: "blob" },
  },
  payments: {
    createTransaction: { method: "POST", path: "/account/{accountId}/transactions", input: "json", key: "header" },
    previewTransaction: { method: "POST", path: "/account/{accountId}/transactions/preview", input: "json" },
    cancelTransaction: { method: "POST", path: "/transaction/{transactionId}/cancel", key: "header" },
  },
  transactions: {
    listAccountTransactions: { method: "GET", path: "/account/{accountId}/transactions", input: "query", items: "transactions" },
    list: { method: "GET", path: "/transactions", input: "query", items: "transactions" },
    get: { method: "GET", path: "/transaction/{transactionId}" },
    update: { method: "PATCH", path: "/transaction/{transactionId}", input: "json" },
    getTransaction: { method: "GET", path: "/account/{accountId}/transaction/{transactionId}" },
    uploadAttachment: { method: "POST", path: "/transaction/{transactionId}/attachments", input: "form", key: "form" },
    listAttachments: { method: "GET", path: "/transaction/{transactionId}/attachments" },
    uploadAttachmentAlias: { method: "POST", path: "/transaction/{transactionId}/attachment", input: "form", key: "form" },
    deleteAttachment: { method: "DELETE", path: "/transaction/{transactionId}/attachments/{attachmentId}", output: "nothing" },
    export: { method: "GET", path: "/transactions/export", input: "query", output: "text" },
    getPaymentUndoOptions: { method: "GET", path: "/transaction/{transactionId}/undo" },
    requestPaymentUndo: { method: "POST", path: "/transaction/{transactionId}/undo", input: "json", key: "header" },
    listPaymentUndos: { method: "GET", path: "/payment-undos" },
    getTimeline: { method: "GET", path: "/transaction/{transactionId}/timeline" },
    getPaymentConfirmation: { method: "GET", path: "/transaction/{transactionId}/confirmation", output: "blob" },
    getRemittanceAdvice: { method: "GET", path: "/transaction/{transactionId}/remittance-advice", output: "blob" },
    categorize: { method: "POST", path: "/transactions/categorize", input: "json", key: "header" },
    getSpending: { method: "GET", path: "/spending", input: "query" },
    exportSpending: { method: "GET", path: "/spending/export", input: "query", output: "text" },
  },
  transfers: {
    createInternalTransfer: { method: "POST", path: "/transfer", input: "json", key: "header" },
  },
  approvalRequests: {
    requestSendMoney: { method: "POST", path: "/account/{accountId}/request-send-money", input: "json", key: "header" },
    previewSendMoneyRequest: { method: "POST", path: "/account/{accountId}/request-send-money/preview", input: "json" },
    listSendMoney: { method: "GET", path: "/request-send-money", input: "query", items: "requests" },
    getSendMoney: { method: "GET", path: "/request-send-money/{requestId}" },
    uploadRequestAttachment: { method: "POST", path: "/request-send-money/{requestId}/attachments", input: "form", key: "form" },
    listRequestAttachments: { method: "GET", path: "/request-send-money/{requestId}/attachments" },
    deleteRequestAttachment: { method: "DELETE", path: "/request-send-money/{requestId}/attachments/{attachmentId}", output: "nothing" },
    requestTransferMoney: { method: "POST", path: "/request-transfer", input: "json", key: "header" },
    listTransferMoney: { method: "GET", path: "/request-transfer", input: "query", items: "requests" },
    getTransferMoney: { method: "GET", path: "/request-transfer/{requestId}" },
  },
  bankConnections: {
    getPennyTest: { method: "GET", path: "/bank-connections/{bankConnectionId}/penny-test" },
    list: { method: "GET", path: "/bank-connections" },
    test: { method: "POST", path: "/bank-connections/{bankConnectionId}/test", key: "header" },
  },
  statements: {
    listAccountStatements: { method: "GET", path: "/account/{accountId}/statements", input: "query", items: "statements" },
    create: { method: "POST", path: "/account/{accountId}/statements", input: "json", key: "header" },
    listAccountStatement: { method: "GET", path: "/account/{accountId}/statement", input: "query", items: "statements" },
    get: { method: "GET", path: "/account/{accountId}/statement/{statementId}" },
    list: { method: "GET", path: "/statements", input: "query", items: "statements" },
    getPdf: { method: "GET", path: "/statements/{statementId}/pdf", output: "blob" },
    getCsv: { method: "GET", path: "/statements/{statementId}/csv", output: "text" },
    getCamt053: { method: "GET", path: "/statements/{statementId}/camt053", output: "text" },
    getOfx: { method: "GET", path: "/statements/{statementId}/ofx", output: "text" },
    getQbo: { method: "GET", path: "/statements/{statementId}/qbo", input: "query", output: "text" },
    getQuickBooksCsv: { method: "GET", path: "/statements/{statementId}/quickbooks-csv", output: "text" },
    getXeroCsv: { method: "GET", path: "/statements/{statementId}/xero-csv", output: "text" },
    getHledger: { method: "GET", path: "/statements/{statementId}/hledger", input: "query", output: "text" },
    getBeancount: { method: "GET", path: "/statements/{statementId}/beancount", input: "query", output: "text" },
    getJson: { method: "GET", path: "/statements/{statementId}/json" },
  },
  treasury: {
    list: { method: "GET", path: "/treasury", input: "query", items: "accounts" },
    listTransactions: { method: "GET", path: "/treasury/{treasuryId}/transactions", input: "query", items: "transactions" },
    getOverview: { method: "GET", path: "/treasury/{treasuryId}/overview" },
    listStatements: { method: "GET", path: "/treasury/{treasuryId}/statements", input: "query", items: "statements" },
    getStatementPdf: { method: "GET", path: "/treasury/{treasuryId}/statements/{treasuryStatementId}/pdf", output: "blob" },
  },
  categories: {
    list: { method: "GET", path: "/categories", input: "query", items: "categories" },
    create: { method: "POST", path: "/categories", input: "json", key: "header" },
    createAlias: { method: "POST", path: "/categories/create", input: "json", key: "header" },
    patch: { method: "PATCH", path: "/categories/{categoryId}", input: "json", key: "header" },
    edit: { method: "POST", path: "/categories/{categoryId}", input: "json", key: "header" },
    delete: { method: "DELETE", path: "/categories/{categoryId}", output: "nothing" },
    editAlias: { method: "POST", path: "/categories/{categoryId}/edit", input: "json", key: "header" },
    listRules: { method: "GET", path: "/category-rules" },
    createRule: { method: "POST", path: "/category-rules", input: "json", key: "header" },
    patchRule: { method: "PATCH", path: "/category-rules/{ruleId}", input: "json", key: "header" },
    updateRule: { method: "POST", path: "/category-rules/{ruleId}", input: "json", key: "header" },
    deleteRule: { method: "DELETE", path: "/category-rules/{ruleId}", output: "nothing" },
    applyRules: { method: "POST", path: "/category-rules/apply", input: "json", key: "header" },
    getRuleRun: { method: "GET", path: "/category-rules/runs/{runId}" },
  },
  events: {
    list: { method: "GET", path: "/events", input: "query", items: "events" },
    get: { method: "GET", path: "/events/{eventId}" },
  },
  webhooks: {
    list: { method: "GET", path: "/webhooks", input: "query", items: "webhooks" },
    create: { method: "POST", path: "/webhooks", input: "json", key: "header" },
    get: { method: "GET", path: "/webhooks/{webhookEndpointId}" },
    patch: { method: "PATCH", path: "/webhooks/{webhookEndpointId}", input: "json", key: "header" },
    update: { method: "POST", path: "/webhooks/{webhookEndpointId}", input: "json", key: "header" },
    delete: { method: "DELETE", path: "/webhooks/{webhookEndpointId}", output: "nothing" },
    verifyWebhook: { method: "POST", path: "/webhooks/{webhookEndpointId}/verify", input: "json", key: "header", output: "nothing" },
    rotateSecret: { method: "POST", path: "/webhooks/{webhookEndpointId}/rotate-secret", key: "header" },
    listDeliveries: { method: "GET", path: "/webhooks/{webhookEndpointId}/deliveries", input: "query", items: "deliveries" },
    resendEvents: { method: "POST", path: "/webhooks/{webhookEndpointId}/resend", input: "json", key: "header" },
  },
  organization: {
    get: { method: "GET", path: "/organization" },
  },
  token: {
    get: { method: "GET", path: "/token" },
  },
  users: {
    list: { method: "GET", path: "/users", input: "query", items: "users" },
    get: { method: "GET", path: "/users/{userId}" },
  },
  invoicing: {
    listCustomers: { method: "GET", path: "/ar/customers", input: "query", items: "customers" },
    createCustomer: { method: "POST", path: "/ar/customers", input: "json", key: "header" },
    getCustomer: { method: "GET", path: "/ar/customers/{customerId}" },
    patchCustomer: { method: "PATCH", path: "/ar/customers/{customerId}", input: "json", key: "header" },
    updateCustomer: { method: "POST", path: "/ar/customers/{customerId}", input: "json", key: "header" },
    deleteCustomer: { method: "DELETE", path: "/ar/customers/{customerId}" },
    listInvoices: { method: "GET", path: "/ar/invoices", input: "query", items: "invoices" },
    createInvoice: { method: "POST", path: "/ar/invoices", input: "json", key: "header" },
    getInvoice: { method: "GET", path: "/ar/invoices/{invoiceId}" },
    patchInvoice: { method: "PATCH", path: "/ar/invoices/{invoiceId}", input: "json", key: "header" },
    updateInvoice: { method: "POST", path: "/ar/invoices/{invoiceId}", input: "json", key: "header" },
    cancelInvoice: { method: "POST", path: "/ar/invoices/{invoiceId}/cancel", key: "header" },
    getInvoicePdf: { method: "GET", path: "/ar/invoices/{invoiceId}/pdf", output: "blob" },
    uploadInvoiceAttachment: { method: "POST", path: "/ar/invoices/{invoiceId}/attachments", input: "form", key: "form" },
    listInvoiceAttachments: { method: "GET", path: "/ar/invoices/{invoiceId}/attachments" },
    deleteInvoiceAttachment: { method: "DELETE", path: "/ar/invoices/{invoiceId}/attachments/{attachmentId}", output: "nothing" },
    getAttachment: { method: "GET", path: "/ar/attachments/{attachmentId}" },
    getOverview: { method: "GET", path: "/ar/overview", input: "query" },
    listInvoiceRows: { method: "GET", path: "/ar/invoice-rows", input: "query", items: "invoices" },
    getInvoiceActivity: { method: "GET", path: "/ar/invoices/{invoiceId}/activity" },
    listIncomingPayments: { method: "GET", path: "/ar/payments", input: "query", items: "payments" },
    listMatchSuggestions: { method: "GET", path: "/ar/payments/{transactionId}/suggestions" },
    getInvoiceSettings: { method: "GET", path: "/ar/settings" },
  },
  payPage: {
    getPayableInvoice: { method: "GET", path: "/payable-invoices/{slug}" },
    getPayableInvoicePdf: { method: "GET", path: "/payable-invoices/{slug}/pdf", output: "blob" },
    authorizeInvoiceDebit: { method: "POST", path: "/payable-invoices/{slug}/debit", input: "json" },
  },
  bankFiles: {
    list: { method: "GET", path: "/bank-files", input: "query", items: "files" },
    get: { method: "GET", path: "/bank-files/{fileId}", input: "query" },
    download: { method: "GET", path: "/bank-files/{fileId}/content", output: "blob" },
    getReconciliation: { method: "GET", path: "/reconciliation" },
    listBankMovements: { method: "GET", path: "/reconciliation/{accountId}/movements", input: "query", items: "movements" },
    listBankNotices: { method: "GET", path: "/bank-notices", input: "query", items: "notices" },
    listItems: { method: "GET", path: "/bank-file-items", input: "query", items: "items" },
    getCheck: { method: "GET", path: "/checks/{transactionId}" },
    listCheckExceptions: { method: "GET", path: "/check-exceptions" },
  },
  sandbox: {
    getClock: { method: "GET", path: "/sandbox/clock" },
    advanceClock: { method: "POST", path: "/sandbox/clock/advance", input: "json" },
    resetClock: { method: "POST", path: "/sandbox/clock/reset" },
    runBank: { method: "POST", path: "/sandbox/bank/run" },
    listMagicNumbers: { method: "GET", path: "/sandbox/magic-numbers" },
    settleTransaction: { method: "POST", path: "/sandbox/transactions/{transactionId}/settle" },
    failTransaction: { method: "POST", path: "/sandbox/transactions/{transactionId}/fail", input: "json" },
    blockTransaction: { method: "POST", path: "/sandbox/transactions/{transactionId}/block", input: "json" },
    returnTransaction: { method: "POST", path: "/sandbox/transactions/{transactionId}/return", input: "json" },
    depositToAccount: { method: "POST", path: "/sandbox/accounts/{accountId}/deposit", input: "json", key: "header" },
    openAccount: { method: "POST", path: "/sandbox/accounts", input: "json", key: "header" },
    listReasons: { method: "GET", path: "/sandbox/reasons", input: "query" },
    setYield: { method: "POST", path: "/sandbox/treasury/yield", input: "json" },
    approveRequest: { method: "POST", path: "/sandbox/request-send-money/{requestId}/approve", input: "json" },
    rejectRequest: { method: "POST", path: "/sandbox/request-send-money/{requestId}/reject", input: "json" },
    listEmails: { method: "GET", path: "/sandbox/emails", input: "query", items: "emails" },
    getEmail: { method: "GET", path: "/sandbox/emails/{emailId}" },
  },
};
