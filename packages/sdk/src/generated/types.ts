// Generated from api/openapi.json by `npm run gen`: do not edit.
/**
 * The shape of every response with a status of 400 or above.
 */
export type Error = {
    errors: ErrorDetails;
    /**
     * The same as `errors.message`.
     */
    message: string;
};

/**
 * What went wrong, for programs.
 */
export type ErrorCode = 'invalidRequest' | 'malformedDateParam' | 'malformedTransactionStatusParam' | 'unknownCursor' | 'conflictingCursors' | 'conflictingIdempotencyKeys' | 'malformedJson' | 'badRequest' | 'requestTimeout' | 'headersTooLarge' | 'resourceNotFound' | 'routeNotFound' | 'methodNotAllowed' | 'idempotencyKeyReused' | 'rowNotProven' | 'organizationKeyRevoked' | 'bodyTooLarge' | 'unsupportedMediaType' | 'internalError' | 'serviceUnavailable' | 'authenticationRequired' | 'noTokenInDBButMaybeMalformed' | 'productionToken' | 'invalidToken' | 'tokenExpired' | 'tokenRevoked' | 'tokenAwaitsConfirmation' | 'tooManyFailedAttempts' | 'rateLimited' | 'tokenNotInScope' | 'personNeeded' | 'settingsChanged' | 'ipNotWhitelisted' | 'signInRefused' | 'signInExpired' | 'providerNeeded' | 'tooManySignIns' | 'sessionEnded' | 'crossOriginRefused' | 'tokenNeeded' | 'notPermitted' | 'stepUpNeeded' | 'stepUpRefused' | 'secondFactorNeeded' | 'invitationLinkNotOffered' | 'wrongCode' | 'passkeyRefused' | 'passkeyNotAdded' | 'tooManyPasskeys' | 'passkeysUnavailable' | 'secondFactorIsOn' | 'secondFactorIsOff' | 'invitationInvalid' | 'emailTaken' | 'beyondOwnRights' | 'agentConnectionInvalid' | 'ownAccount' | 'lastAdministrator' | 'setupCodeRefused' | 'setupDone' | 'setUpItemNotConfirmable' | 'tooManyTestEmails' | 'noProvider' | 'providerNotUsable' | 'providerUnreachable' | 'breakGlassNeeded' | 'signOnNotTried' | 'logoutRefused' | 'scimNotUnique' | 'scimInvalidFilter' | 'scimInvalidValue' | 'lastBreakGlass' | 'lockedInBursar' | 'ownControlChange' | 'mayNotDecideControlChange' | 'notOwnControlChange' | 'controlChangeDecided' | 'tooManyControlChanges' | 'internationalWireNotDirect' | 'paymentLimitExceeded' | 'accountNotAllowed' | 'recipientNotAllowed' | 'accountCannotPay' | 'ledgerInDoubt' | 'sameDayUnavailable' | 'sameDayLimitExceeded' | 'sameDayCutOffPassed' | 'recipientAddressMissing' | 'recipientNotFound' | 'recipientCannotReceive' | 'recipientNameUnwritable' | 'bankDetailsCoolingOff' | 'duplicatePayment' | 'insufficientFunds' | 'alreadyReturned' | 'tokenDayLimitExceeded' | 'tokenMonthLimitExceeded' | 'tokenPaymentsPerDayExceeded' | 'categoryNotFound' | 'alreadyHandedOver' | 'notCancellable' | 'tooManyToSort' | 'paymentNotFailed' | 'failureHandled' | 'undoNotAPayment' | 'undoIsCheck' | 'undoNotSent' | 'undoNotSettled' | 'undoNotPaid' | 'undoAlreadyReturned' | 'undoTooLate' | 'undoAlreadyOpen' | 'undoRefusedBefore' | 'undoWithoutConnection' | 'undoReasonNotAllowed' | 'undoDecided' | 'undoOnItsWay' | 'noPaymentDocument' | 'paymentNotMade' | 'approvalRequired' | 'requesterUnknown' | 'requestAlreadyDecided' | 'requestChanged' | 'mayNotDecide' | 'ownRequest' | 'recipientEditor' | 'notAmongApprovers' | 'approverLimitExceeded' | 'alreadyReviewed' | 'requestSentBack' | 'noOpenQuestion' | 'mayNotAnswer' | 'mayNotWithdrawQuestion' | 'mayNotWithdraw' | 'batchNotOpen' | 'batchFull' | 'notBatchCreator' | 'mayNotChangeBatch' | 'batchIncomplete' | 'batchNotSubmitted' | 'batchUngrouped' | 'batchChanged' | 'batchDecisionRunning' | 'batchDecided' | 'batchNotCovered' | 'requestNotInBatch' | 'requestNotGroupable' | 'tooManyOwnComments' | 'tooManyComments' | 'cannotBeMentioned' | 'recurringPaymentChanged' | 'recurringPaymentClosed' | 'occurrenceNotChangeable' | 'recurringRequesterLeft' | 'tooManyRecurringPayments' | 'subscriptionRequired' | 'invoiceNotChangeable' | 'invoiceNotCancellable' | 'invoiceNotOpen' | 'creditCardsUnavailable' | 'tooManyInvoiceMails' | 'matchExceedsPayment' | 'paymentNotOpen' | 'matchNotActive' | 'invoiceSettingsChanged' | 'payLinkUnusable' | 'debitUnavailable' | 'recipientInUse' | 'bankDetailChangeDecided' | 'ownBankDetailChange' | 'bankDetailsUnverified' | 'inviteUnusable' | 'inviteNotOpen' | 'tooManyInviteMails' | 'verificationUnusable' | 'amountsWrong' | 'microDepositsNotOffered' | 'accountValidationOpen' | 'tooManyValidations' | 'noAddressForVerification' | 'ownBankDetails' | 'screenerUrlNotAccepted' | 'screenerNotAvailable' | 'screeningCaseDecided' | 'screeningNeedsTwo' | 'fileTypeNotAccepted' | 'tooManyAttachments' | 'attachmentFixed' | 'bankFileNotInDoubt' | 'bankFileNotSetAside' | 'bankFileReasonMissing' | 'bankFileItemDecided' | 'bankFileItemNotAssignable' | 'bankFileItemNotIgnorable' | 'bankFileEmpty' | 'checkNotStoppable' | 'checkStopNotOpen' | 'checksNotPrinted' | 'checkExceptionDecided' | 'statementNotImported' | 'statementNeedsConnection' | 'movementNotOpen' | 'entryNotOpen' | 'matchSumsDiffer' | 'movementNotBookable' | 'movementNotCovered' | 'matchNotUndoable' | 'accountOpenAlready' | 'accountHasTransactions' | 'sweepChanged' | 'importChanged' | 'statementPeriodOpen' | 'statementTooLong' | 'categoryRuleChanged' | 'tooManyCategoryRules' | 'categoryRulesRunning' | 'savedViewPageClosed' | 'savedViewOfAnother' | 'tooManySavedViews' | 'fileDraftChanged' | 'webhookUrlNotAccepted' | 'webhookLimitReached' | 'webhookVerificationFailed' | 'resendRangeTooLarge' | 'channelUrlNotAccepted' | 'bankConnectionInState' | 'bankConnectionNotTested' | 'bankConnectionWithoutAccount' | 'bankConnectionChanged' | 'bankConnectionHasFiles' | 'accountHasBankConnection' | 'simulatedBankInProduction' | 'notASandboxDatabase' | 'clockRunsForward' | 'clockTooFarAhead' | 'clockOnItsWay' | 'notPossibleNow' | 'bankCannotAnswer' | 'depositSpent' | 'noSuchApprover';

/**
 * What went wrong. Refusals add their own members, such as `requiredScope`, `ip`, or `transactionId`.
 */
export type ErrorDetails = {
    errorCode: ErrorCode;
    /**
     * What went wrong and what to do, as a message for users.
     */
    message: string;
    /**
     * Also in the `x-request-id` header: include it in support requests. It is the one that the request sent in this header, if that was valid.
     */
    requestId: string;
    /**
     * The invalid fields of the request.
     */
    fields?: Array<FieldProblem>;
    [key: string]: unknown;
};

export type FieldProblem = {
    /**
     * Dotted path of the field, or name of the parameter.
     */
    path: string;
    /**
     * What is wrong with it.
     */
    message: string;
};

/**
 * One of the organization's own accounts.
 */
export type Account = {
    /**
     * Always `mercury`: an account of the organization.
     */
    type: 'mercury' | 'external' | 'recipient';
    /**
     * The account.
     */
    id: string;
    /**
     * Display name.
     */
    name: string;
    /**
     * The nickname given by its users.
     */
    nickname: string | null;
    /**
     * The owner: the organization's legal name.
     */
    legalBusinessName: string;
    /**
     * The full account number; masked for signed-in users, who can reveal it with a separate request.
     */
    accountNumber: string;
    /**
     * ABA routing number.
     */
    routingNumber: string;
    /**
     * Available to spend: the current balance minus holds of pending payments. US dollars.
     */
    availableBalance: number;
    /**
     * The ledger balance. US dollars.
     */
    currentBalance: number;
    /**
     * `checking`, `savings` or `treasury`.
     */
    kind: string;
    status: AccountStatus;
    /**
     * When it was opened.
     */
    createdAt: string;
    /**
     * Its page in the dashboard.
     */
    dashboardLink: string;
    /**
     * Whether it can receive money: true for an active account.
     */
    canReceiveTransactions: boolean | null;
    /**
     * Whether payments can be sent from it.
     */
    canSendPayments: boolean;
    /**
     * Whether real-time payments can be sent from it.
     */
    canSendRealTimePayments: boolean;
};

export type AccountCardList = {
    /**
     * Always empty.
     */
    cards: Array<unknown>;
};

export type AccountList = {
    /**
     * The accounts of this page.
     */
    accounts: Array<Account>;
    page: Page;
};

/**
 * Whether it is in use.
 */
export type AccountStatus = 'active' | 'deleted' | 'pending' | 'archived';

export type AccountTransactionList = {
    /**
     * The total number of matching rows, on every page.
     */
    total: number;
    /**
     * The page.
     */
    transactions: Array<Transaction>;
    page: Page;
};

/**
 * Whether the current details for ACH lead to an account of the recipient; null if nobody has tried to find out.
 */
export type AccountValidation = {
    /**
     * `pending`: being validated. `validated`: the bank details lead to an account of the recipient. `failed`: see `reason`.
     */
    state: 'pending' | 'validated' | 'failed';
    /**
     * `prenote`: a zero-dollar entry to which no bank objected. `microDeposits`: two small deposits whose amounts the recipient enters.
     */
    method: 'prenote' | 'microDeposits';
    /**
     * When it began.
     */
    startedAt: string;
    /**
     * When it ended.
     */
    endedAt: string | null;
    /**
     * Why it failed: a code and its meaning.
     */
    reason: string | null;
};

/**
 * What ACH files say in payments to this recipient, unless a payment says otherwise.
 */
export type AchFields = {
    /**
     * Company Entry Description, 10 characters: what the recipient sees as the purpose, such as `RENT`. `PAYROLL` is prescribed for wages paid to personal accounts, and is set by the purpose `employee`.
     */
    companyEntryDescription?: string | null;
    /**
     * Company Discretionary Data, 20 characters: what the originating bank wants there, such as the number of the account that pays.
     */
    companyDiscretionaryData?: string | null;
    /**
     * Individual Identification Number, 15 characters: by which the recipient knows the payment, such as a customer number. Without one, the end of the transaction's ID.
     */
    individualIdentificationNumber?: string | null;
};

/**
 * The actor's type.
 */
export type ActorType = 'token' | 'user' | 'bank' | 'operator' | 'service' | 'payee' | 'payer';

/**
 * An address.
 */
export type Address = {
    /**
     * Street line.
     */
    address1: string;
    /**
     * Second line.
     */
    address2?: string | null;
    /**
     * City.
     */
    city: string;
    /**
     * State or region; a US state by its two letters.
     */
    region: string;
    /**
     * ZIP or postal code.
     */
    postalCode: string;
    /**
     * ISO 3166-1 alpha-2, such as US.
     */
    country: string;
};

export type AdvanceSandboxClockRequest = {
    /**
     * How far ahead, in hours; fractions are accepted.
     */
    hours?: number;
    /**
     * The instant to move to.
     */
    to?: string;
};

export type AdvancedSandboxClock = {
    /**
     * The service's current time.
     */
    now: string;
    kind: SandboxClockKind;
    /**
     * The times in between at which something was due.
     */
    steps: number;
    /**
     * Always true: a call that does not reach its target gets an error.
     */
    reachedTarget: boolean;
};

/**
 * What is due, by age.
 */
export type AgingBucket = {
    /**
     * How many days overdue.
     */
    bucket: InvoiceAge;
    /**
     * How many invoices.
     */
    invoices: number;
    /**
     * What is due on them. US dollars.
     */
    amountDue: number;
};

export type ApplyCategoryRulesRequest = {
    /**
     * Transactions created on or after this day. By default, those of the last year. A date in New York, YYYY-MM-DD.
     */
    since?: string;
    idempotencyKey?: IdempotencyKey | null;
};

export type ApprovalRequest = SendMoneyApprovalRequest | TransferApprovalRequest;

/**
 * `pendingApproval`: waits for approvals, or could not be paid (`problem` says why). `approved`: approved and paid. `rejected`: a person rejected it. `cancelled`: its requester or an administrator withdrew it. `approved` includes requests with a `scheduledSendDate` to come: they have no `transactionId` yet.
 */
export type ApprovalRequestStatus = 'pendingApproval' | 'approved' | 'rejected' | 'cancelled';

export type ApprovalRequestStatusFilter = 'pendingApproval' | 'approved' | 'rejected' | 'cancelled' | 'all';

export type ApprovalReview = {
    /**
     * Who.
     */
    reviewerUserId: string;
    /**
     * Approved or rejected.
     */
    status: 'approved' | 'rejected';
    /**
     * When.
     */
    reviewedAt: string;
};

export type Approver = {
    /**
     * The user.
     */
    userId: string;
    /**
     * First and last name.
     */
    name: string;
};

/**
 * An attached file.
 */
export type Attachment = {
    /**
     * The attachment.
     */
    id: string;
    /**
     * The same as `id`.
     */
    attachmentId: string;
    /**
     * Its name.
     */
    fileName: string;
    /**
     * A link that downloads the file for 12 hours, without a token. Share it only with people who may have the file. Each response has a new one.
     */
    url: string;
    /**
     * The same as `url`.
     */
    downloadUrl: string;
    /**
     * When it was uploaded.
     */
    uploadedAt: string;
    /**
     * Its media type, detected from its content, such as `application/pdf`.
     */
    mediaType: string;
    /**
     * Its size.
     */
    sizeBytes: number;
    /**
     * SHA-256 of its content, in hexadecimal digits.
     */
    sha256: string;
    attachmentType: AttachmentType;
    /**
     * The IRS form, if the uploader named it.
     */
    formType: TaxFormType;
    /**
     * The user who uploaded it.
     */
    uploadedByUserId: string | null;
    /**
     * The token that uploaded it. If there is neither a user nor a token, the recipient uploaded it, through an invite.
     */
    uploadedByTokenId: string | null;
};

export type AttachmentList = {
    /**
     * Its files.
     */
    attachments: Array<Attachment>;
};

/**
 * What it is; a `bill` is shown as `other`.
 */
export type AttachmentType = 'checkImage' | 'receipt' | 'other';

/**
 * A customer's authorization of an ACH debit.
 */
export type AuthorizeDebitRequest = {
    /**
     * The name of the account's holder.
     */
    payerName: string;
    /**
     * ABA routing number: nine digits.
     */
    routingNumber: string;
    /**
     * 4 to 17 digits.
     */
    accountNumber: string;
    /**
     * The kind of account.
     */
    accountType: 'checking' | 'savings';
    /**
     * The amount due, as shown to the customer. US dollars, at most two decimals.
     */
    amount: number;
    /**
     * The customer accepted `debit.authorization`.
     */
    authorized: true;
};

export type BalanceDay = {
    /**
     * The day. A date in New York, YYYY-MM-DD.
     */
    day: string;
    /**
     * The balance at the end of the day. US dollars.
     */
    balance: number;
};

export type BalanceHistory = {
    /**
     * All requested days, oldest first, today last.
     */
    days: Array<BalanceDay>;
};

export type Bank = {
    /**
     * As given.
     */
    routingNumber: string;
    /**
     * The bank's name; null if it is not known.
     */
    name: string | null;
    /**
     * Its city; null if it is not known.
     */
    city: string | null;
    /**
     * Its state, two letters; null if it is not known.
     */
    state: string | null;
    /**
     * Why it cannot be a routing number; null if it can.
     */
    problem: string | null;
};

export type BankConnection = {
    /**
     * The connection.
     */
    id: string;
    /**
     * Its name.
     */
    name: string;
    /**
     * The rail whose payments it carries.
     */
    rail: BankRail;
    /**
     * How files reach the bank.
     */
    kind: 'folder' | 'sftp' | 'simulated';
    /**
     * `draft`: is being set up and carries no payments. `rehearsal`: files are written, validated, and shown, but not sent. `live`: files are sent to the bank.
     */
    state: 'draft' | 'rehearsal' | 'live';
    /**
     * The accounts whose payments it carries.
     */
    accountIds: Array<string>;
    /**
     * Where files go: a folder, or a user, host, and port.
     */
    place: string;
    firstDays: BankConnectionFirstDays | null;
    /**
     * When its current settings passed a test.
     */
    testedAt: string | null;
    /**
     * When it went live.
     */
    liveAt: string | null;
    /**
     * When it was added.
     */
    createdAt: string;
};

/**
 * Limits until the connection has proven itself.
 */
export type BankConnectionFirstDays = {
    /**
     * The last day on which the limits apply. A date in New York, YYYY-MM-DD.
     */
    until: string;
    /**
     * The most that one payment may amount to. US dollars, at most two decimals.
     */
    perPayment: number;
    /**
     * The most that all payments of a New York day together may amount to. US dollars, at most two decimals.
     */
    perDay: number;
};

export type BankConnectionList = {
    /**
     * All of them.
     */
    bankConnections: Array<BankConnection>;
};

export type BankConnectionTest = {
    /**
     * Whether no step failed.
     */
    passed: boolean;
    /**
     * In order, up to the first that prevented the others.
     */
    steps: Array<BankConnectionTestStep>;
};

export type BankConnectionTestStep = {
    step: BankConnectionTestStepName;
    /**
     * `unknown`: only an upload would show it.
     */
    outcome: 'passed' | 'failed' | 'unknown';
    /**
     * What was found, or what to do.
     */
    detail: string;
};

/**
 * What was tested.
 */
export type BankConnectionTestStepName = 'connect' | 'hostKey' | 'signIn' | 'uploadDirectory' | 'downloadDirectory' | 'writePermission' | 'pgp';

/**
 * A change of a recipient's bank details or name.
 */
export type BankDetailChange = {
    /**
     * The change.
     */
    changeId: string;
    /**
     * What changed: the bank details of a method, or the name on payments.
     */
    kind: 'details' | 'name';
    /**
     * The method whose details changed; null for a name.
     */
    paymentMethod: PaymentMethod | null;
    /**
     * The name before; null for details.
     */
    beforeName: string | null;
    /**
     * The new name; null for details.
     */
    afterName: string | null;
    /**
     * `applied`: took effect at once. `proposed`: waits for a second person. `confirmed`: a second person confirmed it, and it took effect. `declined`: a second person declined it. `overtaken`: a newer change replaced it.
     */
    status: 'applied' | 'proposed' | 'confirmed' | 'declined' | 'overtaken';
    before: MaskedBankDetails | null;
    after: MaskedBankDetails | null;
    changedBy: BankDetailChangeAuthor;
    /**
     * When it was made or proposed.
     */
    changedAt: string;
    decidedBy: BankDetailChangeAuthor | null;
    /**
     * When it was confirmed, declined or overtaken.
     */
    decidedAt: string | null;
    /**
     * What the person who asks may do about it.
     */
    allowedActions: Array<'confirm' | 'decline'>;
};

/**
 * The actor's type: a user, an API token, the recipient through an invite, or the service and its operator.
 */
export type BankDetailChangeActorType = 'user' | 'token' | 'payee' | 'service';

/**
 * The author of the change.
 */
export type BankDetailChangeAuthor = {
    kind: BankDetailChangeActorType;
    /**
     * The user or token.
     */
    id: string | null;
    /**
     * The display name.
     */
    name: string;
};

export type BankDetailChangeList = {
    /**
     * The changes.
     */
    changes: Array<BankDetailChange>;
};

/**
 * A file sent to a bank or received from one.
 */
export type BankFile = {
    /**
     * The file.
     */
    id: string;
    /**
     * Sent to the bank, or received from it.
     */
    direction: BankFileDirection;
    /**
     * The connection's payment method.
     */
    rail: BankRail;
    /**
     * Null if not recognized.
     */
    format: BankFileFormat | null;
    /**
     * Its name at the bank.
     */
    name: string | null;
    /**
     * When it was written or received.
     */
    createdAt: string;
    /**
     * `open`: it collects payments until it is due. `written`: its content is stored; it will be sent. `rehearsed`: written in a rehearsal; it is not sent. `kept`: written for use here, such as checks for our own printer; it is not sent. `sending`: it is being sent. `sent`: the bank has it. `inDoubt`: the bank may or may not have it; a person or the bank's answer decides. `acknowledged`: the bank accepted it. `rejected`: the bank rejected it as a whole. `withheld`: it was not sent, because its stored content is damaged or was changed. `received`: its content is stored; it will be processed. `processed`: it was checked, and what fits was applied; the rest is kept as open items. `repeated`: it repeats a file that was received before; nothing was changed. `quarantined`: it was set aside as a whole; nothing was changed. `dismissed`: a person, or a setting of its connection, decided that it will be neither sent nor processed.
     */
    state: BankFileState;
    /**
     * How many payments, answers, or movements it contains.
     */
    transactions: number;
    /**
     * How many of them could not be applied and wait for a person.
     */
    openItems: number;
    /**
     * Its size.
     */
    bytes: number | null;
    /**
     * SHA-256 of its content, in hexadecimal digits.
     */
    sha256: string | null;
    /**
     * The bank connection.
     */
    connectionId: string;
    /**
     * Why it is in its state, or the last problem.
     */
    reason: string | null;
    /**
     * The ID of its message, such as `MsgId`.
     */
    messageId: string | null;
    /**
     * When the bank had it.
     */
    sentAt: string | null;
    /**
     * When the bank should have answered.
     */
    answerDueAt: string | null;
    /**
     * When the bank answered.
     */
    answeredAt: string | null;
    /**
     * When it was applied.
     */
    processedAt: string | null;
    /**
     * The first file with this content.
     */
    repeatsFileId: string | null;
    /**
     * How a received file differs from its format in what cannot change its meaning.
     */
    tolerated: Array<BankFileTolerance>;
    /**
     * At most 1,000. Not in lists.
     */
    payments?: Array<BankFilePayment>;
    /**
     * Pass as `payments_after` to get more payments. Absent after the last.
     */
    nextPosition?: number;
    /**
     * What could not be applied, decided or not: at most 1,000. Not in lists.
     */
    items?: Array<BankFileItem>;
};

export type BankFileDirection = 'out' | 'in';

export type BankFileFormat = 'nacha' | 'pain.001' | 'pain.002' | 'pacs.002' | 'pacs.004' | 'pacs.008' | 'pacs.028' | 'camt.029' | 'camt.052' | 'camt.053' | 'camt.054' | 'camt.056' | 'positive-pay' | 'checks-pdf' | 'bai2' | 'acknowledgment';

/**
 * Something in a received file that could not be applied.
 */
export type BankFileItem = {
    /**
     * The item.
     */
    id: string;
    /**
     * The received file.
     */
    fileId: string;
    /**
     * Its name at the bank.
     */
    fileName: string | null;
    /**
     * The connection's payment method.
     */
    rail: BankRail;
    state: BankFileItemState;
    kind: BankFileItemKind;
    /**
     * Where it is in the file.
     */
    place: string;
    /**
     * Why it was not applied, as a sentence.
     */
    reason: string;
    /**
     * The bank's reason code.
     */
    code: string | null;
    /**
     * By which the bank names the payment.
     */
    reference: string | null;
    /**
     * In `currency`.
     */
    amount: number | null;
    /**
     * Of the amount.
     */
    currency: string | null;
    /**
     * The other company or account, masked.
     */
    subject: string | null;
    /**
     * It says something that can be applied to a payment.
     */
    assignable: boolean;
    /**
     * Later items about the same company or account can be ignored from the start.
     */
    ignorable: boolean;
    /**
     * The payment that it seems to be about, or was assigned to.
     */
    transactionId: string | null;
    /**
     * What to do; null if nothing.
     */
    nextStep: string | null;
    /**
     * The last day for it. A date in New York, YYYY-MM-DD.
     */
    actBy: string | null;
    /**
     * When the file was processed.
     */
    recordedAt: string;
    /**
     * What a person wrote when deciding.
     */
    note: string | null;
    /**
     * When it was decided.
     */
    decidedAt: string | null;
};

/**
 * `unknownPayment`: no payment has its number. `contradiction`: it contradicts what was sent, or what the bank has said. `unknownCode`, `unreadable`: it cannot be understood. `otherEntry`: it is no answer to a payment. `dispute`: another bank disputes a return. `otherCompany`, `otherAccount`: it is about a company or an account that is not in the books.
 */
export type BankFileItemKind = 'unknownPayment' | 'contradiction' | 'unknownCode' | 'unreadable' | 'otherEntry' | 'dispute' | 'otherCompany' | 'otherAccount';

export type BankFileItemList = {
    /**
     * At most 1,000.
     */
    items: Array<BankFileItem>;
    page: Page;
};

/**
 * `open`: a person has to look at it. `assigned`: two people said which payment it is about, and it was applied. `ignored`: a person decided that nothing follows from it, and noted why. `applied`: the file was processed again, and it fits now.
 */
export type BankFileItemState = 'open' | 'assigned' | 'ignored' | 'applied';

export type BankFileList = {
    /**
     * Without their payments.
     */
    files: Array<BankFile>;
    page: Page;
};

/**
 * A payment in a file.
 */
export type BankFilePayment = {
    /**
     * Its place in the file, from 1.
     */
    position: number;
    /**
     * The payment.
     */
    transactionId: string;
    /**
     * Who is paid.
     */
    counterpartyName: string | null;
    /**
     * Signed. US dollars.
     */
    amount: number | null;
    purpose: BankFilePurpose;
    /**
     * Trace number, end-to-end ID, or check number.
     */
    reference: string | null;
    /**
     * The file was not sent or was rejected; the payment may be in another.
     */
    released: boolean;
};

/**
 * Why it is in the file.
 */
export type BankFilePurpose = 'pay' | 'issue' | 'void' | 'print' | 'cancel' | 'query' | 'prenote' | 'reverse' | 'answer';

export type BankFileState = 'open' | 'written' | 'rehearsed' | 'kept' | 'sending' | 'sent' | 'inDoubt' | 'acknowledged' | 'rejected' | 'withheld' | 'received' | 'processed' | 'repeated' | 'quarantined' | 'dismissed';

export type BankFileTolerance = {
    /**
     * Its name, such as `shortLines`.
     */
    tolerance: string;
    /**
     * How often.
     */
    count: number;
    /**
     * The first lines, at most ten.
     */
    lines: Array<number>;
};

export type BankMovement = {
    /**
     * The movement.
     */
    id: string;
    /**
     * When the bank booked it. A date in New York, YYYY-MM-DD.
     */
    bookedOn: string;
    /**
     * Signed. US dollars.
     */
    amount: number;
    /**
     * Money that came or was taken back.
     */
    isReturn: boolean;
    /**
     * The bank's.
     */
    bankReference: string | null;
    /**
     * ISO 20022 or BAI2 code.
     */
    code: string;
    /**
     * Who paid or was paid.
     */
    counterparty: string | null;
    /**
     * What the payer wrote.
     */
    remittance: string | null;
    /**
     * The bank's words.
     */
    description: string | null;
    /**
     * Its first file.
     */
    fileId: string;
    /**
     * Its match.
     */
    matchId: string | null;
    /**
     * The match can be undone.
     */
    canUndo: boolean;
    /**
     * Of its match, at most 20; if open, what may be the same money.
     */
    transactions: Array<LedgerEntry>;
};

export type BankMovementList = {
    /**
     * The latest first.
     */
    movements: Array<BankMovement>;
    /**
     * With `state=open`, the oldest 200 that statements lack.
     */
    inTransit: Array<LedgerEntry>;
    /**
     * How many they lack.
     */
    inTransitCount: number;
    /**
     * Their sum. US dollars.
     */
    inTransitTotal: number;
    page: Page;
};

/**
 * A notice from a bank that may require action.
 */
export type BankNotice = {
    /**
     * The notice.
     */
    id: string;
    kind: BankNoticeKind;
    /**
     * The network's code, such as C01 or R03, or a code of ours that begins with BF-.
     */
    code: string;
    /**
     * What the bank says, as a sentence.
     */
    meaning: string;
    /**
     * What it corrects, with account numbers masked.
     */
    correction: string | null;
    outcome: BankNoticeOutcome | null;
    /**
     * What to do; null if nothing.
     */
    todo: string | null;
    /**
     * The last day for it. A date in New York, YYYY-MM-DD.
     */
    actBy: string;
    /**
     * The recipient.
     */
    recipientId: string;
    /**
     * Its name.
     */
    recipientName: string | null;
    /**
     * The payment.
     */
    transactionId: string;
    /**
     * The bank file that says it.
     */
    fileId: string;
    /**
     * When it was received.
     */
    receivedAt: string;
    /**
     * When it was completed.
     */
    doneAt: string | null;
};

/**
 * `changeOfDetails`: the recipient's bank corrects bank details. `lateReturn`: a return after its deadline. `dishonoredReturn`, `contestedReturn`: a bank does not accept a return, or that it was dishonored. `reversalReturned`: a reversal came back after its money counted. `paidBackTwice`: a payment came back while its reversal was on its way.
 */
export type BankNoticeKind = 'changeOfDetails' | 'lateReturn' | 'dishonoredReturn' | 'contestedReturn' | 'reversalReturned' | 'paidBackTwice';

export type BankNoticeList = {
    /**
     * At most 100.
     */
    notices: Array<BankNotice>;
    page: Page;
};

/**
 * The state of a correction. `proposed`: it waits for a second person. `outdated`: the recipient is paid by other details now. `manual`: a person has to make it.
 */
export type BankNoticeOutcome = 'applied' | 'proposed' | 'unchanged' | 'outdated' | 'manual';

export type BankRail = 'ach' | 'check' | 'wire' | 'internationalWire' | 'realTime';

/**
 * The logo and the color of the organization.
 */
export type Brand = {
    /**
     * Its color, #rrggbb, on which white text can be read. Null until one is chosen.
     */
    color: string | null;
    /**
     * A link to its logo, a PNG, for 12 hours. Each response has a new one. Null until one is uploaded.
     */
    logoUrl: string | null;
};

export type CardList = {
    /**
     * Always empty.
     */
    cards: Array<unknown>;
    page: Page;
};

export type CashFlow = {
    /**
     * All requested months, oldest first.
     */
    months: Array<CashFlowMonth>;
};

export type CashFlowMonth = {
    /**
     * A month in New York, YYYY-MM.
     */
    month: string;
    /**
     * Inflow. US dollars.
     */
    in: number;
    /**
     * Outflow, as a positive number. US dollars.
     */
    out: number;
};

export type CategorizeTransactionsRequest = {
    /**
     * The transactions.
     */
    transactionIds: Array<string>;
    /**
     * The organization's category; null clears it.
     */
    categoryId: string | null;
    idempotencyKey?: IdempotencyKey | null;
};

export type CategorizedTransactions = {
    /**
     * Transactions that had another category. Each emits `transaction.updated`.
     */
    changed: number;
    /**
     * Transactions that had this category already.
     */
    unchanged: number;
};

/**
 * A category of the organization.
 */
export type CategoryData = {
    /**
     * The display name.
     */
    name: string;
    /**
     * Available for card spend.
     */
    visibleForCardSpend: boolean;
    /**
     * Available for reimbursements.
     */
    visibleForReimbursements: boolean;
    /**
     * Available for everything else.
     */
    visibleForOther: boolean;
    /**
     * The category.
     */
    id: string;
};

export type CategoryList = {
    /**
     * The page.
     */
    categories: Array<CategoryData>;
    page: Page;
};

export type CategoryRule = {
    /**
     * The rule.
     */
    id: string;
    /**
     * Increases with every change; a change names the version on which it is based.
     */
    version: number;
    /**
     * The rule's name.
     */
    name: string;
    /**
     * The category it gives.
     */
    categoryId: string;
    conditions: CategoryRuleConditions;
    /**
     * Rules are checked in this order; the first match applies. The others make room.
     */
    position: number;
    /**
     * False: the rule is not checked.
     */
    active: boolean;
    /**
     * The category's name.
     */
    categoryName: string;
    /**
     * True: the category was deleted, so the rule does nothing.
     */
    categoryDeleted: boolean;
    /**
     * When it was created.
     */
    createdAt: string;
    /**
     * When it was last changed.
     */
    updatedAt: string;
};

/**
 * When the rule applies: all conditions must hold, and there is at least one.
 */
export type CategoryRuleConditions = {
    /**
     * Payments to one of these recipients.
     */
    recipientIds?: Array<string>;
    /**
     * Transactions of one of these accounts.
     */
    accountIds?: Array<string>;
    /**
     * Part of the description, the counterparty's name, the memo, or the note; case does not matter.
     */
    text?: string;
    /**
     * The text must be a whole word (or words). By default, a part of one is enough.
     */
    wholeWord?: boolean;
    /**
     * At least this amount, in or out. US dollars, at most two decimals.
     */
    amountFrom?: number;
    /**
     * At most this amount, in or out. US dollars, at most two decimals.
     */
    amountTo?: number;
    /**
     * Money that leaves the account, or money that arrives.
     */
    direction?: MoneyDirection;
};

export type CategoryRuleList = {
    /**
     * Every rule, in the order in which they are checked.
     */
    rules: Array<CategoryRule>;
};

export type CategoryRuleRun = {
    /**
     * The application of the rules.
     */
    id: string;
    /**
     * `running`: transactions are being examined, newest first. `done`: every transaction of the range has been examined.
     */
    status: 'running' | 'done';
    /**
     * Transactions examined so far.
     */
    examined: number;
    /**
     * Transactions changed so far.
     */
    changed: number;
    /**
     * When it was started.
     */
    createdAt: string;
    /**
     * When it ended.
     */
    finishedAt: string | null;
};

/**
 * International wires only: who bears the banks' fees. `ours` (the payer, the default) or `shared`.
 */
export type ChargeType = 'ours' | 'shared';

export type Check = {
    /**
     * The payment.
     */
    transactionId: string;
    /**
     * The account that it is drawn on.
     */
    accountId: string;
    /**
     * Its number.
     */
    checkNumber: string;
    state: CheckState;
    /**
     * Its amount. US dollars.
     */
    amount: number;
    /**
     * The date on it. A date in New York, YYYY-MM-DD.
     */
    issuedOn: string;
    /**
     * When its PDF was created, for the bank's printer or your own.
     */
    printedAt: string | null;
    /**
     * When it was mailed.
     */
    mailedAt: string | null;
    /**
     * When the bank paid it. A date in New York, YYYY-MM-DD.
     */
    paidOn: string | null;
    /**
     * Why it is void, stopped, or returned.
     */
    reason: string | null;
    /**
     * What stopping the check would do now; null if it has ended or is being stopped.
     */
    stopOutcome: 'voided' | 'requested' | null;
    stop: CheckStop | null;
    /**
     * Reports of the bank about its number.
     */
    exceptions: Array<CheckException>;
};

/**
 * A presented check that does not match what was issued.
 */
export type CheckException = {
    /**
     * The exception.
     */
    id: string;
    /**
     * The account that the check is drawn on.
     */
    accountId: string;
    /**
     * The number on the check.
     */
    checkNumber: string;
    /**
     * The payment of the check with this number. Null: none was issued.
     */
    transactionId: string | null;
    state: CheckExceptionState;
    kind: CheckExceptionKind;
    /**
     * What was presented. US dollars.
     */
    amount: number;
    /**
     * Of the check with this number. Null: none was issued. US dollars.
     */
    issuedAmount: number | null;
    /**
     * To whom that check was issued.
     */
    payee: string | null;
    /**
     * When it was presented. A date in New York, YYYY-MM-DD.
     */
    presentedOn: string | null;
    /**
     * When the bank reported it.
     */
    reportedAt: string;
    /**
     * The bank's deadline.
     */
    decideBy: string;
    decision: CheckExceptionDecision | null;
};

/**
 * What two people decided.
 */
export type CheckExceptionDecision = 'pay' | 'return';

/**
 * How it differs from what was issued. `paidWithoutIssue`: no check with this number was issued.
 */
export type CheckExceptionKind = 'paidWithoutIssue' | 'amountMismatch' | 'payeeMismatch' | 'paidTwice' | 'paidAfterStop' | 'paidAfterVoid';

export type CheckExceptionList = {
    /**
     * At most 100.
     */
    exceptions: Array<CheckException>;
};

/**
 * `open`: two people have to decide.
 */
export type CheckExceptionState = 'open' | 'decided';

export type CheckInfo = {
    address: Address;
};

/**
 * `numbered`: not known to be mailed.
 */
export type CheckState = 'numbered' | 'mailed' | 'paid' | 'void' | 'stopped' | 'returned';

/**
 * The last void or stop.
 */
export type CheckStop = {
    state: CheckStopState;
    /**
     * When it was requested.
     */
    requestedAt: string;
    /**
     * Why the bank refused it.
     */
    reason: string | null;
};

/**
 * `manual`: a person reports it to the bank.
 */
export type CheckStopState = 'waiting' | 'reported' | 'manual' | 'accepted' | 'refused';

/**
 * The correspondent bank.
 */
export type CorrespondentInfo = {
    /**
     * Name of the bank.
     */
    bankName: string | null;
    /**
     * Its routing number.
     */
    routingNumber: string | null;
    /**
     * Its BIC.
     */
    swiftCode: string | null;
};

/**
 * The bank through which the payment goes, if there is one.
 */
export type CorrespondentInput = {
    /**
     * Its BIC.
     */
    swiftCode: string;
};

export type CreateCategoryRequest = {
    /**
     * The display name.
     */
    name: string;
    /**
     * Available for card spend.
     */
    visibleForCardSpend: boolean;
    /**
     * Available for reimbursements.
     */
    visibleForReimbursements: boolean;
    /**
     * Available for everything else.
     */
    visibleForOther: boolean;
    idempotencyKey?: IdempotencyKey | null;
};

export type CreateCategoryRuleRequest = {
    /**
     * The rule's name.
     */
    name: string;
    /**
     * The category it gives.
     */
    categoryId: string;
    conditions: CategoryRuleConditions;
    /**
     * Its place among the rules; by default, the last.
     */
    position?: number;
    /**
     * True by default.
     */
    active?: boolean;
    idempotencyKey?: IdempotencyKey | null;
};

/**
 * A customer to add.
 */
export type CreateInvoiceCustomerRequest = {
    /**
     * The customer's name.
     */
    name: string;
    /**
     * Where invoices are sent.
     */
    email: string;
    address?: InvoiceCustomerAddressRequest | null;
    idempotencyKey?: IdempotencyKey | null;
};

/**
 * An invoice to create.
 */
export type CreateInvoiceRequest = {
    /**
     * Who pays.
     */
    customerId: string;
    /**
     * The checking or savings account that receives the payment.
     */
    destinationAccountId: string;
    /**
     * USD, the default.
     */
    currencyCode?: 'USD';
    /**
     * The invoice's number, unique within the organization; letter case, spaces, and punctuation do not matter. If omitted or empty, the next number of the series INV-0001, INV-0002, …, which has no gaps.
     */
    invoiceNumber?: string | null;
    /**
     * The date of the invoice. A date in New York, YYYY-MM-DD.
     */
    invoiceDate: string;
    /**
     * When it is due; not before `invoiceDate`. A date in New York, YYYY-MM-DD.
     */
    dueDate: string;
    /**
     * Who gets copies of the emails.
     */
    ccEmails: Array<string>;
    /**
     * Whether the customer can pay by ACH debit on the pay page, if the bank supports it.
     */
    achDebitEnabled: boolean;
    /**
     * Must be false: this service has no card processor.
     */
    creditCardEnabled: boolean;
    /**
     * Whether the PDF shows the account number. The pay page always does, because there are no virtual account numbers.
     */
    useRealAccountNumber: boolean;
    /**
     * The customer's purchase order.
     */
    poNumber?: string | null;
    /**
     * A note to the customer, shown on the invoice.
     */
    payerMemo?: string | null;
    /**
     * A note that the customer does not see.
     */
    internalNote?: string | null;
    /**
     * First day of the service period. A date in New York, YYYY-MM-DD.
     */
    servicePeriodStartDate?: string | null;
    /**
     * Last day of the service period. A date in New York, YYYY-MM-DD.
     */
    servicePeriodEndDate?: string | null;
    /**
     * The lines. Each line, and each line's tax, is rounded to a cent (a half away from zero); the amount is their sum.
     */
    lineItems: Array<InvoiceLineItemRequest>;
    idempotencyKey?: IdempotencyKey | null;
    /**
     * Whether to email it. The default is `SendNow`.
     */
    sendEmailOption?: 'DontSend' | 'SendNow';
};

export type CreateRecipientInviteRequest = {
    /**
     * The recipient's email address.
     */
    contactEmail: string;
    /**
     * The payment methods that you offer; the recipient enters the details of at least one.
     */
    paymentMethods: Array<PaymentMethod>;
    /**
     * Whether the recipient must upload a tax form (W-9, W-8BEN, or W-8BEN-E). It is then among the recipient's `attachments`.
     */
    requireTaxDocument: boolean;
    /**
     * Whether to email the link; otherwise share `onboardingUrl` yourself.
     */
    sendEmail: boolean;
    /**
     * The recipient's name. Required unless `recipientId` is given.
     */
    name?: string | null;
    /**
     * The recipient to fill. On completion, `contactEmail` and `name`, if given, replace its own; a new name may need confirmation, like new details.
     */
    recipientId?: string | null;
    /**
     * Shown to the recipient, on the page and in the email.
     */
    notes?: string | null;
    /**
     * The name by which the recipient knows you; shown next to your legal name, never in the subject of the email.
     */
    organizationNameOnRequest?: string | null;
    idempotencyKey?: IdempotencyKey | null;
};

export type CreateRecipientRequest = {
    /**
     * The recipient's name, as sent to the bank and printed on checks, in letters that can be written in Latin ones without accents (see `nameOnPayments`). A new name counts as a change of bank details.
     */
    name: string;
    /**
     * One email address: the same as `emails` with one.
     */
    email?: string;
    /**
     * The recipient's email addresses; the first is shown as `email`.
     */
    emails?: Array<string>;
    /**
     * Contact for questions to the recipient.
     */
    contactEmail?: string | null;
    /**
     * Nickname used in the organization.
     */
    nickname?: string | null;
    /**
     * Whether the recipient is a business; derived from `electronicAccountType` if absent.
     */
    isBusiness?: boolean | null;
    electronicRoutingInfo?: ElectronicRoutingInput | null;
    domesticWireRoutingInfo?: DomesticWireRoutingInput | null;
    realTimePaymentRoutingInfo?: RealTimePaymentRoutingInput | null;
    /**
     * Where checks are mailed: a US address.
     */
    checkInfo?: CheckInfo | null;
    address?: LegacyAddress | null;
    /**
     * Not accepted here: international details are entered through a recipient invite or in the dashboard. `null` removes them.
     */
    internationalWireRoutingInfo?: unknown;
    /**
     * Accepted from older clients, but not used.
     */
    paymentMethod?: string | null;
    /**
     * Accepted from older clients, but not used: the methods follow from the bank details.
     */
    paymentMethods?: unknown;
    /**
     * Accepted from older clients, but not used.
     */
    defaultForBenefitOf?: unknown;
    /**
     * Accepted from older clients, but not used: the default follows from the bank details.
     */
    defaultPaymentMethod?: string | null;
    idempotencyKey?: IdempotencyKey | null;
};

export type CreateSendMoneyApprovalRequest = {
    /**
     * The recipient.
     */
    recipientId: string;
    /**
     * The amount. US dollars, at most two decimals.
     */
    amount: number;
    /**
     * The payment method. `internationalWire` requires a `purpose`.
     */
    paymentMethod: PaymentMethod;
    idempotencyKey?: IdempotencyKey | null;
    /**
     * Internal note.
     */
    note?: string | null;
    /**
     * What the recipient sees; length and characters depend on the method.
     */
    externalMemo?: string | null;
    purpose?: PaymentPurpose | null;
    achFields?: PaymentAchFields | null;
    chargeType?: ChargeType | null;
    /**
     * The payment date in New York, today or later and within a year, instead of on approval; moved to the next banking day if necessary. A date in New York, YYYY-MM-DD.
     */
    sendOn?: string | null;
    /**
     * Only for signed-in users: a batch that the user has created and not yet submitted, in which approvers decide about the payment. It is not a term of the payment: a repeated key returns the first request, whichever batch it is in.
     */
    batchId?: string | null;
};

export type CreateStatementRequest = {
    /**
     * The first day. A date in New York, YYYY-MM-DD.
     */
    startsOn: string;
    /**
     * The last day, which is included and must be over. A date in New York, YYYY-MM-DD.
     */
    endsOn: string;
    idempotencyKey?: IdempotencyKey | null;
};

export type CreateWebhookRequest = {
    /**
     * An https URL. Sandbox mode also allows http and loopback.
     */
    url: string;
    /**
     * Event types to send. null or empty = both transaction events. Balance events are sent only if named.
     */
    eventTypes?: Array<WebhookEventType> | null;
    /**
     * Older name of `eventTypes`.
     */
    events?: Array<WebhookEventType> | null;
    /**
     * Updates are sent only if they change one of these, such as `transaction.status`; the resource may be omitted. null or empty = any. One of: transaction.amount, transaction.bankDescription, transaction.categoryData, transaction.customCategory, transaction.customCategory.id, transaction.customCategory.name, transaction.mercuryCategory, transaction.estimatedDeliveryDate, transaction.externalMemo, transaction.failedAt, transaction.note, transaction.postedAt, transaction.reasonForFailure, transaction.status, checkingAccount.availableBalance, checkingAccount.currentBalance, checkingAccount.inFlightBalance, savingsAccount.availableBalance, savingsAccount.currentBalance, savingsAccount.inFlightBalance, treasuryAccount.availableBalance, treasuryAccount.currentBalance, treasuryAccount.inFlightBalance, investmentAccount.availableBalance, investmentAccount.currentBalance, investmentAccount.inFlightBalance, creditAccount.availableBalance, creditAccount.currentBalance, creditAccount.inFlightBalance.
     */
    filterPaths?: Array<string> | null;
    idempotencyKey?: IdempotencyKey | null;
};

export type CreditAccountList = {
    /**
     * Always empty.
     */
    accounts: Array<unknown>;
};

/**
 * Credit cards only.
 */
export type CreditCardInfo = {
    /**
     * The card.
     */
    id: string;
    /**
     * The payment method.
     */
    paymentMethod: string;
    /**
     * The cardholder's email address.
     */
    email: string | null;
};

/**
 * Payments in another currency.
 */
export type CurrencyExchangeInfo = {
    /**
     * The amount before conversion.
     */
    convertedFromAmount: number;
    /**
     * ISO 4217.
     */
    convertedFromCurrency: string;
    /**
     * The amount after conversion.
     */
    convertedToAmount: number;
    /**
     * ISO 4217.
     */
    convertedToCurrency: string;
    /**
     * The converted amount divided by the amount before conversion.
     */
    exchangeRate: number;
    /**
     * The conversion fee.
     */
    feeAmount: number;
    /**
     * The conversion fee in percent.
     */
    feePercentage: number;
    /**
     * The fee's own transaction.
     */
    feeTransactionId: string | null;
};

export type Dba = {
    /**
     * A name it does business as.
     */
    dbaName: string;
    /**
     * True for the default name.
     */
    dbaIsDefault: boolean;
};

/**
 * Debit cards only.
 */
export type DebitCardInfo = {
    /**
     * The card.
     */
    id: string;
};

/**
 * Payment by ACH debit.
 */
export type DebitOffer = {
    /**
     * Whether the invoice can be paid by ACH debit now.
     */
    isOffered: boolean;
    /**
     * Whether the bank is simulated.
     */
    isSandbox: boolean;
    /**
     * What the customer agrees to.
     */
    authorization: string;
    latest: InvoiceDebit | null;
};

/**
 * Bank details for domestic wires. A wire includes the recipient's address.
 */
export type DomesticWireRoutingInput = {
    /**
     * US account number, 4 to 17 digits.
     */
    accountNumber: string;
    /**
     * ABA routing number, nine digits.
     */
    routingNumber: string;
    address: Address;
    /**
     * Name of the bank.
     */
    bankName?: string | null;
};

export type ElectronicAccountType = 'businessChecking' | 'businessSavings' | 'personalChecking' | 'personalSavings' | 'businessGeneralLedger' | 'personalGeneralLedger' | 'businessLoan' | 'personalLoan';

/**
 * ACH.
 */
export type ElectronicRoutingInfo = {
    /**
     * The full number for tokens with `fetchRecipients`, otherwise its last four digits: `••••6789`. Signed-in users can reveal it with a separate request.
     */
    accountNumber: string;
    /**
     * ABA routing number.
     */
    routingNumber: string;
    /**
     * Name of the bank.
     */
    bankName: string | null;
    address: Address | null;
    /**
     * Kind of account.
     */
    electronicAccountType: ElectronicAccountType;
    achFields?: AchFields;
};

/**
 * Bank details for ACH; also used for real-time payments without their own.
 */
export type ElectronicRoutingInput = {
    /**
     * US account number, 4 to 17 digits.
     */
    accountNumber: string;
    /**
     * ABA routing number, nine digits.
     */
    routingNumber: string;
    /**
     * Account type and holder.
     */
    electronicAccountType: ElectronicAccountType;
    address?: Address | null;
    /**
     * Name of the bank.
     */
    bankName?: string | null;
    achFields?: AchFields | null;
};

/**
 * Its subject matter.
 */
export type EmailKind = 'invitation' | 'passwordReset' | 'approvalNeeded' | 'recipientInvite' | 'securityNotice' | 'invoice' | 'remittanceAdvice' | 'statementReady' | 'paymentFailed' | 'bankFileAlert' | 'notification' | 'digest' | 'testEmail';

export type EmptyRequest = {
    [key: string]: never;
};

/**
 * A change of a transaction or of a balance.
 */
export type Event = {
    /**
     * The event. It is the same on every delivery: use it to ignore duplicates.
     */
    id: string;
    /**
     * The resource type.
     */
    resourceType: EventResourceType;
    /**
     * The transaction or account.
     */
    resourceId: string;
    /**
     * What happened to it.
     */
    operationType: 'create' | 'update' | 'delete';
    /**
     * Increases with every change of the resource: the order of its events.
     */
    resourceVersion: number;
    /**
     * When it happened.
     */
    occurredAt: string;
    /**
     * Dotted names of the fields that changed.
     */
    changedPaths: Array<string>;
    /**
     * New values of the changed fields (JSON Merge Patch, RFC 7396).
     */
    mergePatch: {
        [key: string]: unknown;
    };
    /**
     * Previous values of those fields; null if they had none.
     */
    previousValues: {
        [key: string]: unknown;
    } | null;
};

export type EventList = {
    /**
     * The page.
     */
    events: Array<Event>;
    page: Page;
};

export type EventResourceType = 'transaction' | 'checkingAccount' | 'savingsAccount' | 'treasuryAccount' | 'investmentAccount' | 'creditAccount';

/**
 * An allocation to a general ledger code.
 */
export type GlAllocation = {
    /**
     * The allocated amount. US dollars.
     */
    amount: number;
    /**
     * The general ledger code.
     */
    glCodeName: string;
    /**
     * Its description.
     */
    description: string | null;
};

/**
 * The process is alive.
 */
export type Health = {
    /**
     * The process is alive.
     */
    status: 'ok';
};

/**
 * A distinct key per request. A retry with the same key has no further effect and returns the original response, filtered for its caller and without secrets. The Idempotency-Key header does the same. Null or empty means no key.
 */
export type IdempotencyKey = string;

export type IdempotencyKeyRequest = {
    idempotencyKey?: IdempotencyKey | null;
};

/**
 * A deposit that may pay invoices.
 */
export type IncomingPayment = {
    /**
     * The incoming transaction.
     */
    id: string;
    /**
     * The receiving account.
     */
    accountId: string;
    /**
     * Who paid.
     */
    payerName: string;
    /**
     * What the payer wrote.
     */
    memo: string | null;
    /**
     * The amount. US dollars.
     */
    amount: number;
    /**
     * The part that pays invoices. US dollars.
     */
    amountMatched: number;
    /**
     * When it arrived.
     */
    receivedAt: string;
    /**
     * `open`: not matched with an invoice. `matched`: pays one or more invoices; what is left is the customer's credit. `ignored`: a user marked it as having nothing to do with invoices. `returned`: the payer's bank returned it.
     */
    status: 'open' | 'matched' | 'ignored' | 'returned';
    /**
     * Its active matches.
     */
    matches: Array<InvoiceMatch>;
    /**
     * What the payment is probably for: invoices of one customer, by the number in the memo or a name near the payer's. Only in lists with `suggestions`; nothing is matched until someone accepts it.
     */
    suggestedMatches?: Array<SuggestedMatch>;
};

/**
 * A page of incoming payments.
 */
export type IncomingPaymentList = {
    /**
     * The payments of this page.
     */
    payments: Array<IncomingPayment>;
    page: Page;
};

export type IncompleteStatement = {
    /**
     * The bank's.
     */
    reference: string;
    /**
     * Those that arrived.
     */
    pages: Array<number>;
};

/**
 * The bank.
 */
export type InternationalBankDetails = {
    /**
     * Name of the bank.
     */
    bankName: string;
    /**
     * City and state of the bank; may be empty.
     */
    bankCityState: string;
    /**
     * Country of the bank, ISO 3166-1 alpha-2.
     */
    bankCountry: string;
};

/**
 * Bank details for international wires.
 */
export type InternationalDetails = {
    /**
     * The account's IBAN, or the account number where the bank's country does not use IBANs; spaces do not matter.
     */
    iban: string;
    /**
     * The bank's BIC (SWIFT code).
     */
    swiftCode: string;
    /**
     * Name of the bank.
     */
    bankName: string;
    address?: Address | null;
    /**
     * BSB number (Australia), institution and transit number (Canada), IFSC (India), or branch code (South Africa); required for banks there.
     */
    nationalBankCode?: string | null;
    correspondentInfo?: CorrespondentInput | null;
};

/**
 * International wires.
 */
export type InternationalWireRoutingInfo = {
    /**
     * The full number for tokens with `fetchRecipients`, otherwise its last four digits: `••••6789`. Signed-in users can reveal it with a separate request.
     */
    iban: string;
    /**
     * The bank's BIC (SWIFT code).
     */
    swiftCode: string;
    /**
     * Numbers that a country requires, by country; empty if none.
     */
    countrySpecific: {
        [key: string]: unknown;
    };
    address: Address | null;
    bankDetails: InternationalBankDetails | null;
    correspondentInfo: CorrespondentInfo | null;
    /**
     * The recipient's email address.
     */
    emailAddress: string | null;
    /**
     * The recipient's phone number.
     */
    phoneNumber: string | null;
};

/**
 * An invoice.
 */
export type Invoice = {
    /**
     * The invoice.
     */
    id: string;
    /**
     * The last part of the pay page's address, `/pay/{slug}`: for the customer only.
     */
    slug: string;
    /**
     * `Unpaid`: something is left to pay. `Processing`: an ACH debit for the rest is on its way. `Paid`: the matched payments cover the amount. `Cancelled`: canceled; nothing is due.
     */
    status: InvoiceStatus;
    /**
     * The lines plus their tax. US dollars.
     */
    amount: number;
    /**
     * When it was created.
     */
    createdAt: string;
    /**
     * When it last changed.
     */
    updatedAt: string;
    /**
     * When it was canceled.
     */
    canceledAt: string | null;
    /**
     * Who pays.
     */
    customerId: string;
    /**
     * The account that receives the payment.
     */
    destinationAccountId: string;
    /**
     * Always USD.
     */
    currencyCode: string;
    /**
     * The date of the invoice. A date in New York, YYYY-MM-DD.
     */
    invoiceDate: string;
    /**
     * When it is due. A date in New York, YYYY-MM-DD.
     */
    dueDate: string;
    /**
     * The invoice's number, unique within the organization; letter case, spaces, and punctuation do not matter.
     */
    invoiceNumber: string;
    /**
     * Who gets copies of the emails.
     */
    ccEmails: Array<string>;
    /**
     * Whether the customer can pay by ACH debit on the pay page, if the bank supports it.
     */
    achDebitEnabled: boolean;
    /**
     * Always false.
     */
    creditCardEnabled: boolean;
    /**
     * Whether the PDF shows the account number. The pay page always does, because there are no virtual account numbers.
     */
    useRealAccountNumber: boolean;
    /**
     * The customer's purchase order.
     */
    poNumber: string | null;
    /**
     * A note to the customer, shown on the invoice.
     */
    payerMemo: string | null;
    /**
     * A note that the customer does not see.
     */
    internalNote: string | null;
    /**
     * First day of the service period. A date in New York, YYYY-MM-DD.
     */
    servicePeriodStartDate: string | null;
    /**
     * Last day of the service period. A date in New York, YYYY-MM-DD.
     */
    servicePeriodEndDate: string | null;
    /**
     * The lines. Each line, and each line's tax, is rounded to a cent (a half away from zero); the amount is their sum.
     */
    lineItems: Array<InvoiceLineItem>;
};

/**
 * What happened with an invoice, for its page.
 */
export type InvoiceActivity = {
    /**
     * What has been paid. US dollars.
     */
    amountPaid: number;
    /**
     * What is left to pay. US dollars.
     */
    amountDue: number;
    /**
     * The part of the amount that is tax. US dollars.
     */
    salesTax: number;
    /**
     * Unpaid after its due date.
     */
    isOverdue: boolean;
    /**
     * Who pays.
     */
    customerName: string;
    /**
     * Where emails go.
     */
    customerEmail: string;
    /**
     * The page on which the customer pays.
     */
    payUrl: string;
    /**
     * Until when this link works, unless it is renewed.
     */
    payLinkExpiresAt: string;
    /**
     * What the caller may do with it.
     */
    allowedActions: Array<'edit' | 'cancel' | 'email' | 'remind' | 'renewLink'>;
    /**
     * The payments matched with it, oldest first.
     */
    matches: Array<InvoiceMatch>;
    /**
     * What happened, oldest first.
     */
    timeline: Array<InvoiceTimelineEntry>;
};

export type InvoiceAge = 'current' | 'days1To30' | 'days31To60' | 'days61To90' | 'over90Days';

/**
 * A file attached to an invoice.
 */
export type InvoiceAttachment = {
    /**
     * The attachment.
     */
    id: string;
    /**
     * Its name.
     */
    fileName: string;
    /**
     * A link that downloads the file for 12 hours, without a token. Share it only with people who may have the file. Each response has a new one.
     */
    url: string;
};

/**
 * A customer to whom invoices are sent.
 */
export type InvoiceCustomer = {
    /**
     * The customer.
     */
    id: string;
    /**
     * The customer's name.
     */
    name: string;
    /**
     * Where invoices are sent.
     */
    email: string;
    address: InvoiceCustomerAddress | null;
    /**
     * When it was deleted; it can still be read.
     */
    deletedAt: string | null;
};

/**
 * The postal address on invoices.
 */
export type InvoiceCustomerAddress = {
    /**
     * Street line.
     */
    address1: string;
    /**
     * Second line.
     */
    address2: string | null;
    /**
     * City.
     */
    city: string;
    /**
     * State or region.
     */
    region: string;
    /**
     * ZIP or postal code.
     */
    postalCode: string;
    /**
     * ISO 3166-1 alpha-2.
     */
    country: string;
};

/**
 * The postal address on invoices.
 */
export type InvoiceCustomerAddressRequest = {
    /**
     * The addressee on the invoice; the customer's name if it is omitted. Not shown in responses.
     */
    name?: string;
    /**
     * Street line.
     */
    address1: string;
    /**
     * Second line.
     */
    address2?: string | null;
    /**
     * City.
     */
    city: string;
    /**
     * State or region.
     */
    region: string;
    /**
     * ZIP or postal code.
     */
    postalCode: string;
    /**
     * ISO 3166-1 alpha-2.
     */
    country: string;
};

/**
 * A page of customers.
 */
export type InvoiceCustomerList = {
    /**
     * The customers of this page.
     */
    customers: Array<InvoiceCustomer>;
    page: Page;
};

/**
 * The latest debit.
 */
export type InvoiceDebit = {
    /**
     * `waiting`: authorized; the bank has not collected the money. `collected`: the money arrived and is available. `returned`: the payer's bank returned it before the money was available. `reversed`: the payer's bank took the money back afterward.
     */
    status: 'waiting' | 'collected' | 'returned' | 'reversed';
    /**
     * The amount. US dollars.
     */
    amount: number;
    /**
     * The last digits of the account.
     */
    accountNumberLast4: string;
    /**
     * When it was authorized.
     */
    authorizedAt: string;
    /**
     * Why it was returned.
     */
    returnReason: string | null;
};

/**
 * A line of an invoice.
 */
export type InvoiceLineItem = {
    /**
     * What was delivered.
     */
    name: string;
    /**
     * How many.
     */
    quantity: number;
    /**
     * Negative for a discount. US dollars.
     */
    unitPrice: number;
    /**
     * Sales tax in percent of the line's amount, such as 8.875, with at most four decimals. Null: the line is not taxed.
     */
    salesTaxRate: number | null;
};

/**
 * A line of an invoice.
 */
export type InvoiceLineItemRequest = {
    /**
     * What was delivered.
     */
    name: string;
    /**
     * How many, with at most four decimals.
     */
    quantity: number;
    /**
     * US dollars, at most two decimals. A negative price is a discount; it reduces the tax, too.
     */
    unitPrice: number;
    /**
     * Sales tax in percent of the line's amount, such as 8.875, with at most four decimals. Null: the line is not taxed.
     */
    salesTaxRate?: number | null;
};

/**
 * A page of invoices.
 */
export type InvoiceList = {
    /**
     * The invoices of this page.
     */
    invoices: Array<InvoiceSummary>;
    page: Page;
};

/**
 * A part of a payment that pays an invoice.
 */
export type InvoiceMatch = {
    /**
     * The match.
     */
    id: string;
    /**
     * The incoming transaction.
     */
    transactionId: string;
    /**
     * The invoice.
     */
    invoiceId: string;
    /**
     * Its number.
     */
    invoiceNumber: string;
    /**
     * The part of the payment. US dollars.
     */
    amount: number;
    /**
     * How it was found.
     */
    source: 'automatic' | 'person' | 'achDebit';
    /**
     * `active`: counts toward the invoice. `undone`: undone by a user, or because the payment was returned.
     */
    status: 'active' | 'undone';
    /**
     * When it was matched.
     */
    matchedAt: string;
    /**
     * When it was undone.
     */
    undoneAt: string | null;
    /**
     * Whether the caller may undo it.
     */
    canUndo: boolean;
};

/**
 * An invoice in the dashboard's list.
 */
export type InvoiceRow = {
    /**
     * The invoice.
     */
    id: string;
    /**
     * Its number.
     */
    invoiceNumber: string;
    /**
     * Who pays.
     */
    customerId: string;
    /**
     * The customer's name.
     */
    customerName: string;
    /**
     * `Unpaid`: something is left to pay. `Processing`: an ACH debit for the rest is on its way. `Paid`: the matched payments cover the amount. `Cancelled`: canceled; nothing is due.
     */
    status: InvoiceStatus;
    /**
     * Unpaid after its due date.
     */
    isOverdue: boolean;
    /**
     * The amount. US dollars.
     */
    amount: number;
    /**
     * What is left to pay. US dollars.
     */
    amountDue: number;
    /**
     * The date of the invoice. A date in New York, YYYY-MM-DD.
     */
    invoiceDate: string;
    /**
     * When it is due. A date in New York, YYYY-MM-DD.
     */
    dueDate: string;
};

/**
 * A page of the dashboard's list of invoices.
 */
export type InvoiceRowList = {
    /**
     * The invoices of this page.
     */
    invoices: Array<InvoiceRow>;
    page: Page;
};

/**
 * The organization's settings for invoices.
 */
export type InvoiceSettings = {
    /**
     * Send it back with a change.
     */
    version: number;
    /**
     * Whether reminders are emailed automatically.
     */
    remindersOn: boolean;
    /**
     * When reminders are emailed: days after the due date; negative numbers are days before it.
     */
    reminderDays: Array<number>;
    /**
     * Whether incoming payments are matched automatically if their invoice is certain.
     */
    automaticMatching: boolean;
    /**
     * Whether the caller may change them.
     */
    canChange: boolean;
};

export type InvoiceStatus = 'Unpaid' | 'Processing' | 'Paid' | 'Cancelled';

/**
 * An invoice without its lines and service period.
 */
export type InvoiceSummary = {
    /**
     * The invoice.
     */
    id: string;
    /**
     * The last part of the pay page's address, `/pay/{slug}`: for the customer only.
     */
    slug: string;
    /**
     * `Unpaid`: something is left to pay. `Processing`: an ACH debit for the rest is on its way. `Paid`: the matched payments cover the amount. `Cancelled`: canceled; nothing is due.
     */
    status: InvoiceStatus;
    /**
     * The lines plus their tax. US dollars.
     */
    amount: number;
    /**
     * When it was created.
     */
    createdAt: string;
    /**
     * When it last changed.
     */
    updatedAt: string;
    /**
     * When it was canceled.
     */
    canceledAt: string | null;
    /**
     * Who pays.
     */
    customerId: string;
    /**
     * The account that receives the payment.
     */
    destinationAccountId: string;
    /**
     * Always USD.
     */
    currencyCode: string;
    /**
     * The date of the invoice. A date in New York, YYYY-MM-DD.
     */
    invoiceDate: string;
    /**
     * When it is due. A date in New York, YYYY-MM-DD.
     */
    dueDate: string;
    /**
     * The invoice's number, unique within the organization; letter case, spaces, and punctuation do not matter.
     */
    invoiceNumber: string;
    /**
     * Who gets copies of the emails.
     */
    ccEmails: Array<string>;
    /**
     * Whether the customer can pay by ACH debit on the pay page, if the bank supports it.
     */
    achDebitEnabled: boolean;
    /**
     * Always false.
     */
    creditCardEnabled: boolean;
    /**
     * Whether the PDF shows the account number. The pay page always does, because there are no virtual account numbers.
     */
    useRealAccountNumber: boolean;
    /**
     * The customer's purchase order.
     */
    poNumber: string | null;
    /**
     * A note to the customer, shown on the invoice.
     */
    payerMemo: string | null;
    /**
     * A note that the customer does not see.
     */
    internalNote: string | null;
};

/**
 * An entry.
 */
export type InvoiceTimelineEntry = {
    /**
     * When.
     */
    at: string;
    /**
     * What happened.
     */
    kind: 'created' | 'invoiceEmailed' | 'reminderEmailed' | 'receiptEmailed' | 'emailDropped' | 'emailWaiting' | 'debitAuthorized' | 'debitCollected' | 'debitReturned' | 'paymentMatched' | 'matchUndone' | 'paid' | 'canceled';
    /**
     * An amount, addresses, or a reason.
     */
    detail: string | null;
};

/**
 * What customers owe.
 */
export type InvoicingOverview = {
    /**
     * All buckets, the youngest first.
     */
    aging: Array<AgingBucket>;
    /**
     * What is due on all open invoices. US dollars.
     */
    amountDue: number;
    /**
     * The part of it whose due date has passed. US dollars.
     */
    overdue: number;
    /**
     * Invoices paid in the last 30 days. US dollars.
     */
    paidLast30Days: number;
    /**
     * Matched payments beyond what was due. US dollars.
     */
    credit: number;
    /**
     * Incoming payments that are not matched, at most 1000.
     */
    openPayments: number;
};

/**
 * What a transaction did to the account.
 */
export type LedgerEntry = {
    /**
     * The transaction.
     */
    transactionId: string;
    /**
     * Signed. US dollars.
     */
    amount: number;
    /**
     * When it was recorded.
     */
    enteredAt: string;
    /**
     * Who paid or was paid.
     */
    counterpartyName: string;
};

/**
 * Deprecated: a US address. Checks are mailed to `checkInfo.address`.
 */
export type LegacyAddress = {
    /**
     * Street line.
     */
    address1: string;
    /**
     * Second line.
     */
    address2?: string | null;
    /**
     * City.
     */
    city: string;
    /**
     * Two-letter US state; derived from the ZIP code if absent.
     */
    state?: string | null;
    /**
     * ZIP code.
     */
    postalCode: string;
};

export type MagicNumber = {
    /**
     * The payment method.
     */
    paymentMethod: PaymentMethod;
    /**
     * The recipient's account number (IBAN for an international wire); null if the amount decides.
     */
    accountNumber: string | null;
    /**
     * The deciding amount, for checks; null otherwise. US dollars.
     */
    amount: number | null;
    /**
     * The outcome.
     */
    outcome: string;
    /**
     * The bank's reason code.
     */
    code: string | null;
    /**
     * The outcome, as a sentence.
     */
    description: string;
};

export type MagicNumberList = {
    /**
     * Every magic number and amount.
     */
    magicNumbers: Array<MagicNumber>;
};

/**
 * Bank details with a masked account number.
 */
export type MaskedBankDetails = {
    /**
     * Last four characters of the account number or IBAN.
     */
    accountNumber?: string;
    /**
     * ABA routing number.
     */
    routingNumber?: string;
    /**
     * Account type.
     */
    electronicAccountType?: string;
    /**
     * The bank's BIC.
     */
    swiftCode?: string;
    /**
     * The bank's country.
     */
    bankCountry?: string;
    /**
     * The bank's national code, such as a BSB number or an IFSC.
     */
    nationalBankCode?: string;
    /**
     * The correspondent bank's BIC.
     */
    correspondentSwiftCode?: string;
    /**
     * Name of the bank.
     */
    bankName?: string;
    address?: Address;
    achFields?: AchFields;
};

/**
 * Invoices that a payment may be for.
 */
export type MatchSuggestionList = {
    /**
     * Unpaid invoices, the most likely first.
     */
    suggestions: Array<InvoiceRow>;
};

/**
 * Card payments only.
 */
export type MerchantData = {
    /**
     * The merchant.
     */
    id: string | null;
    /**
     * In minor units of `currency`.
     */
    amount: number | null;
    /**
     * ISO 4217.
     */
    currency: string | null;
    /**
     * The type of merchant.
     */
    category: string | null;
    /**
     * The merchant category code, four digits.
     */
    categoryCode: string | null;
};

export type MercuryCategory = 'Other' | 'Advertising' | 'Airlines' | 'AlcoholAndBars' | 'BooksAndNewspaper' | 'CarRental' | 'Charity' | 'Clothing' | 'Conferences' | 'Education' | 'Electronics' | 'Entertainment' | 'FacilitiesExpenses' | 'Fees' | 'FoodDelivery' | 'FuelAndGas' | 'Gambling' | 'GovernmentServices' | 'Grocery' | 'GroundTransportation' | 'Insurance' | 'InternetAndTelephone' | 'Legal' | 'Lodging' | 'Medical' | 'Memberships' | 'OfficeSupplies' | 'OtherTravel' | 'Parking' | 'Political' | 'ProfessionalServices' | 'Restaurants' | 'Retail' | 'RideshareAndTaxis' | 'Shipping' | 'Software' | 'Taxes' | 'Utilities' | 'VehicleExpenses';

export type MoneyDirection = 'out' | 'in';

/**
 * A name as payments by the method carry it.
 */
export type NameOnPayment = {
    /**
     * A payment method.
     */
    paymentMethod: PaymentMethod;
    /**
     * In plain Latin letters, cut at the width of the field.
     */
    name: string;
};

/**
 * How a name is written in payments.
 */
export type NameSpelling = {
    /**
     * By every payment method; empty if the name cannot be written.
     */
    nameOnPayments: Array<NameOnPayment>;
    /**
     * Why the name cannot be written in payments, and what to do; null if it can.
     */
    nameProblem: string | null;
};

/**
 * Deprecated.
 */
export type NamedAddress = {
    /**
     * The recipient's name.
     */
    name: string;
    /**
     * Street line.
     */
    address1: string;
    /**
     * Second line.
     */
    address2?: string | null;
    /**
     * City.
     */
    city: string;
    /**
     * State or region; a US state by its two letters.
     */
    region: string;
    /**
     * ZIP or postal code.
     */
    postalCode: string;
    /**
     * ISO 3166-1 alpha-2, such as US.
     */
    country: string;
};

/**
 * The token's organization.
 */
export type NamedOrganization = {
    /**
     * Its id.
     */
    id: string;
    /**
     * Its legal name.
     */
    legalBusinessName: string;
};

/**
 * The service cannot take payments now.
 */
export type NotReady = {
    /**
     * The service cannot take payments now.
     */
    status: 'notReady';
    /**
     * What is wrong, one sentence each.
     */
    reasons: Array<string>;
};

/**
 * Always null: done.
 */
export type Nothing = never;

/**
 * Items without a counterpart.
 */
export type OpenItems = {
    /**
     * How many.
     */
    count: number;
    /**
     * Their sum. US dollars.
     */
    total: number;
    /**
     * How many are up to 1, 7, and 30 days old, and older.
     */
    ages: Array<number>;
};

export type OpenSandboxAccountRequest = {
    /**
     * The account's name.
     */
    name: string;
    /**
     * Checking and savings accounts can send payments.
     */
    kind: 'checking' | 'savings' | 'treasury';
    idempotencyKey?: IdempotencyKey | null;
};

export type OpenedSandboxAccount = {
    /**
     * The new account.
     */
    id: string;
    /**
     * Its name.
     */
    name: string;
};

/**
 * The organization.
 */
export type Organization = {
    /**
     * The organization's id.
     */
    id: string;
    /**
     * Its legal name.
     */
    legalBusinessName: string;
    /**
     * Whether it is a business or an individual.
     */
    kind: 'business' | 'personal';
    /**
     * Names it does business as.
     */
    dbas: Array<Dba>;
    /**
     * How often its plan is billed.
     */
    billingCadence: 'monthly' | 'annual';
    /**
     * Its plan. Invoicing requires a plan other than `free`.
     */
    subscriptionTier: 'free' | 'plus' | 'premium' | 'pro' | 'enterprise';
    /**
     * Employer identification number.
     */
    ein: string | null;
};

export type OrganizationEnvelope = {
    organization: Organization;
};

/**
 * Always an object; empty if all items are on this page.
 */
export type Page = {
    /**
     * Pass as `start_after` to get the next page. Absent on the last page.
     */
    nextPage?: string;
    /**
     * Pass as `end_before` to get the previous page. Absent on the first page.
     */
    previousPage?: string;
};

/**
 * All of a customer's members. An omitted address is removed.
 */
export type PatchInvoiceCustomerRequest = {
    /**
     * The customer's name.
     */
    name?: string;
    /**
     * Where invoices are sent.
     */
    email?: string;
    address?: InvoiceCustomerAddressRequest | null;
    /**
     * Emails the customer's unpaid invoices again. The default is `false`.
     */
    resendOpenInvoices?: boolean;
    idempotencyKey?: IdempotencyKey | null;
};

/**
 * All of an invoice's members that can change. Omitted optional members are removed.
 */
export type PatchInvoiceRequest = {
    /**
     * The date of the invoice. A date in New York, YYYY-MM-DD.
     */
    invoiceDate?: string;
    /**
     * When it is due; not before `invoiceDate`. A date in New York, YYYY-MM-DD.
     */
    dueDate?: string;
    /**
     * Who gets copies of the emails.
     */
    ccEmails?: Array<string>;
    /**
     * Whether the customer can pay by ACH debit on the pay page, if the bank supports it.
     */
    achDebitEnabled?: boolean;
    /**
     * Must be false: this service has no card processor.
     */
    creditCardEnabled?: boolean;
    /**
     * Whether the PDF shows the account number. The pay page always does, because there are no virtual account numbers.
     */
    useRealAccountNumber?: boolean;
    /**
     * The customer's purchase order.
     */
    poNumber?: string | null;
    /**
     * A note to the customer, shown on the invoice.
     */
    payerMemo?: string | null;
    /**
     * A note that the customer does not see.
     */
    internalNote?: string | null;
    /**
     * First day of the service period. A date in New York, YYYY-MM-DD.
     */
    servicePeriodStartDate?: string | null;
    /**
     * Last day of the service period. A date in New York, YYYY-MM-DD.
     */
    servicePeriodEndDate?: string | null;
    /**
     * The lines. Each line, and each line's tax, is rounded to a cent (a half away from zero); the amount is their sum.
     */
    lineItems?: Array<InvoiceLineItemRequest>;
    idempotencyKey?: IdempotencyKey | null;
    /**
     * The invoice's number, unique within the organization; letter case, spaces, and punctuation do not matter. A number of the series can be changed once, to one that no invoice has or had; it stays reserved.
     */
    invoiceNumber?: string;
};

/**
 * An invoice as its customer sees it.
 */
export type PayableInvoice = {
    /**
     * Who sent the invoice.
     */
    organizationName: string;
    brand: Brand;
    /**
     * Who pays.
     */
    customerName: string;
    /**
     * The invoice's number.
     */
    invoiceNumber: string;
    /**
     * `Unpaid`: something is left to pay. `Processing`: an ACH debit for the rest is on its way. `Paid`: the matched payments cover the amount. `Cancelled`: canceled; nothing is due.
     */
    status: InvoiceStatus;
    /**
     * The date of the invoice. A date in New York, YYYY-MM-DD.
     */
    invoiceDate: string;
    /**
     * When it is due. A date in New York, YYYY-MM-DD.
     */
    dueDate: string;
    /**
     * Whether the due date has passed and something is due.
     */
    isOverdue: boolean;
    /**
     * First day of the service period. A date in New York, YYYY-MM-DD.
     */
    servicePeriodStartDate: string | null;
    /**
     * Last day of the service period. A date in New York, YYYY-MM-DD.
     */
    servicePeriodEndDate: string | null;
    /**
     * The customer's purchase order.
     */
    poNumber: string | null;
    /**
     * The sender's note.
     */
    payerMemo: string | null;
    /**
     * The lines.
     */
    lineItems: Array<PayableInvoiceLine>;
    /**
     * The lines. US dollars.
     */
    subtotal: number;
    /**
     * Their tax. US dollars.
     */
    salesTax: number;
    /**
     * The invoice's amount. US dollars.
     */
    amount: number;
    /**
     * What has been paid. US dollars.
     */
    amountPaid: number;
    /**
     * What is left to pay. US dollars.
     */
    amountDue: number;
    transfer: TransferInstructions | null;
    debit: DebitOffer;
};

/**
 * A line of the invoice.
 */
export type PayableInvoiceLine = {
    /**
     * What was delivered.
     */
    name: string;
    /**
     * How many.
     */
    quantity: number;
    /**
     * Negative for a discount. US dollars.
     */
    unitPrice: number;
    /**
     * In percent.
     */
    salesTaxRate: number | null;
    /**
     * The line's amount without tax. US dollars.
     */
    amount: number;
};

export type PayeeDetails = {
    electronicRoutingInfo?: PayeeElectronicRoutingInput | null;
    domesticWireRoutingInfo?: DomesticWireRoutingInput | null;
    realTimePaymentRoutingInfo?: RealTimePaymentRoutingInput | null;
    /**
     * Where checks are mailed: a US address.
     */
    checkInfo?: CheckInfo | null;
    internationalWireRoutingInfo?: InternationalDetails | null;
};

/**
 * Bank details for ACH; also used for real-time payments without their own.
 */
export type PayeeElectronicRoutingInput = {
    /**
     * US account number, 4 to 17 digits.
     */
    accountNumber: string;
    /**
     * ABA routing number, nine digits.
     */
    routingNumber: string;
    /**
     * Account type and holder.
     */
    electronicAccountType: ElectronicAccountType;
    address?: Address | null;
    /**
     * Name of the bank.
     */
    bankName?: string | null;
};

export type PayeeInvite = {
    /**
     * The organization's legal name.
     */
    organizationName: string;
    brand: Brand;
    /**
     * The name by which the recipient may know it, as entered by its users.
     */
    organizationNameOnRequest: string | null;
    /**
     * The recipient's name, as entered by the organization.
     */
    name: string;
    /**
     * The name as payments by each requested method carry it.
     */
    nameOnPayments: Array<NameOnPayment>;
    /**
     * The details of at least one of these methods are required.
     */
    paymentMethods: Array<PaymentMethod>;
    /**
     * Whether a tax form must be uploaded before the details are submitted.
     */
    requireTaxDocument: boolean;
    taxDocument: TaxDocument | null;
    /**
     * The organization's note to the recipient; lines are separated by \n.
     */
    notes: string | null;
    /**
     * When the link expires.
     */
    expiresAt: string;
};

export type PayeeVerification = {
    /**
     * The legal name of the organization that sent the deposits.
     */
    organizationName: string;
    /**
     * When they were sent. A date in New York, YYYY-MM-DD.
     */
    sentOn: string;
    /**
     * How often amounts may be entered.
     */
    attemptsLeft: number;
    /**
     * When the link expires.
     */
    expiresAt: string;
};

/**
 * ACH only: what the file says about this payment, instead of what its recipient or the bank connection says, and when it settles.
 */
export type PaymentAchFields = {
    /**
     * Company Entry Description, 10 characters: what the recipient sees as the purpose, such as `RENT`. `PAYROLL` is prescribed for wages paid to personal accounts, and is set by the purpose `employee`.
     */
    companyEntryDescription?: string | null;
    /**
     * Company Discretionary Data, 20 characters: what the originating bank wants there, such as the number of the account that pays.
     */
    companyDiscretionaryData?: string | null;
    /**
     * Individual Identification Number, 15 characters: by which the recipient knows the payment, such as a customer number. Without one, the end of the transaction's ID.
     */
    individualIdentificationNumber?: string | null;
    /**
     * `sameDay`: the payment is refused unless it settles on the day it is sent. `nextDay`: it settles on the next banking day, although the bank offers more. Otherwise, it settles as early as the bank offers.
     */
    settlement?: 'sameDay' | 'nextDay' | null;
};

export type PaymentMethod = 'ach' | 'check' | 'domesticWire' | 'internationalWire' | 'realTimePayment';

/**
 * The purpose of the payment. Required for international wires only.
 */
export type PaymentPurpose = string | Purpose;

/**
 * A request to reverse or recall a payment at the bank.
 */
export type PaymentUndo = {
    /**
     * The request.
     */
    id: string;
    /**
     * The payment.
     */
    transactionId: string;
    kind: PaymentUndoKind;
    state: PaymentUndoState;
    /**
     * The amount of the payment. US dollars.
     */
    amount: number;
    /**
     * The recipient's name at the time of the payment.
     */
    counterpartyName: string;
    reason: PaymentUndoReason;
    /**
     * What the requester adds, for approvers.
     */
    note: string | null;
    /**
     * When it was requested.
     */
    requestedAt: string;
    /**
     * The requester, or the creator of the token.
     */
    requestedByUserId: string | null;
    /**
     * The token that requested it.
     */
    requestedByTokenId: string | null;
    /**
     * Who has decided, oldest first.
     */
    approvals: Array<PaymentUndoReview>;
    /**
     * How many approvals the rule requires.
     */
    approvalsRequired: number;
    /**
     * A reversal expires if it has not left by then; null for recalls.
     */
    sendBy: string | null;
    /**
     * When its file was made for the bank.
     */
    sentAt: string | null;
    /**
     * Reversal: when the money counts as back if the entry is not returned.
     */
    countsAt: string | null;
    /**
     * The bank's reason, or a code of ours that begins with BF-.
     */
    code: string | null;
    /**
     * The reason in words.
     */
    codeMeaning: string | null;
    /**
     * When it ended.
     */
    endedAt: string | null;
    /**
     * What the signed-in user may do now; empty for tokens. The decision checks again.
     */
    allowedActions: Array<PaymentUndoAction>;
};

/**
 * An action.
 */
export type PaymentUndoAction = 'approve' | 'decline' | 'withdraw';

/**
 * The decision.
 */
export type PaymentUndoDecision = 'approved' | 'declined';

/**
 * `reversal`: an ACH debit takes the money back. `recall`: the recipient's bank is asked to return a wire or a real-time payment.
 */
export type PaymentUndoKind = 'reversal' | 'recall';

export type PaymentUndoList = {
    /**
     * At most 200, the oldest first.
     */
    undos: Array<PaymentUndo>;
};

export type PaymentUndoOptions = {
    possible: PaymentUndoTerms | null;
    /**
     * Why it cannot be undone now, and what to do instead.
     */
    refusal: string | null;
    /**
     * The requests of this payment, the latest first.
     */
    undos: Array<PaymentUndo>;
};

/**
 * Why the payment is undone. Reversals: `duplicate`, `wrongAmount`, `wrongRecipient`, or `wrongDate`. Recalls: all but `wrongDate`.
 */
export type PaymentUndoReason = 'duplicate' | 'wrongAmount' | 'wrongRecipient' | 'wrongDate' | 'requested' | 'fraud' | 'technicalError';

export type PaymentUndoReview = {
    /**
     * The user.
     */
    userId: string;
    decision: PaymentUndoDecision;
    /**
     * What the user adds.
     */
    comment: string | null;
    /**
     * When.
     */
    at: string;
};

/**
 * `requested`: people have to approve it. `approved`: it goes to the bank in the next file. `filed`: it is in a file, whose content is not stored yet. `sent`: its file goes to the bank, or the bank has it and has not decided. `pending`: the bank has not decided, and says so. `granted`: the recipient's bank agrees to return the money, which is on its way. `succeeded`: the money is back, or the payment was stopped. `refused`: the bank or the recipient's bank refused it. `takenBack`: the recipient's bank returned the reversal later, so the recipient has the money again. `withdrawn`: it was withdrawn before it was sent. `declined`: an approver declined it. `expired`: it was not sent in time. `overtaken`: the payment ended without it.
 */
export type PaymentUndoState = 'requested' | 'approved' | 'filed' | 'sent' | 'pending' | 'granted' | 'succeeded' | 'refused' | 'takenBack' | 'withdrawn' | 'declined' | 'expired' | 'overtaken';

/**
 * How the payment can be undone now; null if it cannot.
 */
export type PaymentUndoTerms = {
    kind: PaymentUndoKind;
    /**
     * The reasons that it may be undone for.
     */
    reasons: Array<PaymentUndoReason>;
    /**
     * Until when it can be reversed; null for recalls, which have no deadline.
     */
    until: string | null;
};

/**
 * The latest payment of $0.01 over a connection, followed to the statement.
 */
export type PennyTest = {
    /**
     * The payment; null: none was made yet.
     */
    transactionId: string | null;
    /**
     * The bank file that contains it.
     */
    fileId: string | null;
    /**
     * Whether the bank's statement shows it.
     */
    passed: boolean;
    /**
     * In order, up to the first that failed.
     */
    steps: Array<PennyTestStep>;
};

export type PennyTestStep = {
    step: PennyTestStepName;
    /**
     * How far it is.
     */
    outcome: 'done' | 'waiting' | 'failed';
    /**
     * What happened, or what to do.
     */
    detail: string;
};

/**
 * The step.
 */
export type PennyTestStepName = 'handedOver' | 'sent' | 'accepted' | 'settled' | 'onStatement';

/**
 * The approval rule that applies to the payment as a request.
 */
export type PreviewRule = {
    /**
     * Its name.
     */
    name: string;
    /**
     * What it requires, in a sentence.
     */
    description: string;
    /**
     * Whether sending the payment directly is rejected with `approvalRequired`.
     */
    bindsDirectSend: boolean;
};

export type PreviewStep = {
    /**
     * The number of required approvals.
     */
    approvals: number;
    /**
     * Who could approve it now.
     */
    approvers: Array<Approver>;
};

export type PreviewWarning = {
    code: PreviewWarningCode;
    /**
     * The warning's message.
     */
    message: string;
};

/**
 * The warning's code.
 */
export type PreviewWarningCode = 'insufficientFunds' | 'notEnoughApprovers' | 'noLiveBankConnection' | 'bankConnectionInRehearsal' | 'possibleDuplicate' | 'neverPaid' | 'bankDetailsChanged' | 'bankDetailsCoolingOff' | 'duplicatePayment' | 'approvalRequired' | 'ledgerInDoubt' | 'accountCannotPay' | 'recipientNotFound' | 'recipientCannotReceive' | 'recipientNameUnwritable' | 'sameDayUnavailable' | 'sameDayLimitExceeded' | 'sameDayCutOffPassed' | 'recipientAddressMissing';

/**
 * The category form.
 */
export type Purpose = {
    simple?: SimplePurpose | null;
};

/**
 * The service can take payments.
 */
export type Readiness = {
    /**
     * The service can take payments.
     */
    status: 'ready';
    /**
     * Problems for the operator to investigate, one sentence each; absent if there are none.
     */
    warnings?: Array<string>;
};

/**
 * Bank details for real-time payments.
 */
export type RealTimePaymentRoutingInput = {
    /**
     * US account number, 4 to 17 digits.
     */
    accountNumber: string;
    /**
     * ABA routing number, nine digits.
     */
    routingNumber: string;
    address?: Address | null;
    /**
     * Name of the bank.
     */
    bankName?: string | null;
};

/**
 * A saved recipient.
 */
export type Recipient = {
    /**
     * The recipient.
     */
    id: string;
    /**
     * The same as `id`.
     */
    recipientId: string;
    /**
     * The recipient's name.
     */
    name: string;
    /**
     * Nickname used in the organization.
     */
    nickname: string | null;
    /**
     * The first of `emails`.
     */
    email: string | null;
    /**
     * The recipient's email addresses.
     */
    emails: Array<string>;
    /**
     * Contact for questions to the recipient.
     */
    contactEmail: string | null;
    /**
     * Whether the recipient is a business; null = unknown.
     */
    isBusiness: boolean | null;
    /**
     * Whether it can be paid.
     */
    status: RecipientStatus;
    /**
     * The default payment method; follows from the bank details.
     */
    defaultPaymentMethod: PaymentMethod;
    /**
     * The available payment methods: those with details, directly or by fallback.
     */
    payableBy: Array<PaymentMethod>;
    electronicRoutingInfo: ElectronicRoutingInfo | null;
    /**
     * Domestic wires.
     */
    domesticWireRoutingInfo: WireRoutingInfo | null;
    /**
     * Real-time payments.
     */
    realTimePaymentRoutingInfo: WireRoutingInfo | null;
    internationalWireRoutingInfo: InternationalWireRoutingInfo | null;
    /**
     * Checks.
     */
    checkInfo: CheckInfo | null;
    address: NamedAddress | null;
    defaultAddress: Address | null;
    /**
     * When a payment to it was last sent.
     */
    dateLastPaid: string | null;
    /**
     * Methods whose changed bank details wait for a second user; until then, payments use the details shown.
     */
    awaitingConfirmation: Array<PaymentMethod>;
    /**
     * A new name that waits for a second user; until then, payments use `name`.
     */
    proposedName: string | null;
    /**
     * The name as payments by each available method carry it; empty if it cannot be written.
     */
    nameOnPayments: Array<NameOnPayment>;
    /**
     * Why the name cannot be written in payments, and what to do; null if it can.
     */
    nameProblem: string | null;
    accountValidation: AccountValidation | null;
    /**
     * The invite that filled it.
     */
    inviteId: string | null;
    /**
     * Its files, such as tax forms.
     */
    attachments: Array<RecipientAttachment>;
};

/**
 * A tax form or another file of a recipient.
 */
export type RecipientAttachment = {
    /**
     * Its name.
     */
    fileName: string;
    /**
     * When it was uploaded.
     */
    uploadedAt: string;
    /**
     * A link that downloads the file for 12 hours, without a token. Share it only with people who may have the file. Each response has a new one.
     */
    url: string;
    /**
     * The IRS form, if the uploader named it.
     */
    formType: TaxFormType;
};

/**
 * A file of a recipient, in the list of all recipients' files.
 */
export type RecipientAttachmentItem = {
    /**
     * The attachment.
     */
    id: string;
    /**
     * The recipient.
     */
    recipientId: string;
    /**
     * Its name.
     */
    fileName: string;
    /**
     * When it was uploaded.
     */
    uploadedAt: string;
    /**
     * A link that downloads the file for 12 hours, without a token. Share it only with people who may have the file. Each response has a new one.
     */
    url: string;
    /**
     * The IRS form, if the uploader named it.
     */
    formType: TaxFormType;
};

export type RecipientAttachmentList = {
    /**
     * The files of this page.
     */
    attachments: Array<RecipientAttachmentItem>;
    page: Page;
    /**
     * Number of files on this page.
     */
    total: number;
};

/**
 * An invite for a recipient to enter their own bank details.
 */
export type RecipientInvite = {
    /**
     * Identifies the invite. For the user or token that created it, it is also the secret of its link; everyone else gets another id until the invite is completed or has expired. Both work in paths and as cursors.
     */
    id: string;
    /**
     * The same as `id`.
     */
    inviteId: string;
    /**
     * Where the recipient enters their details. For them only; it does not work if `id` is not the secret.
     */
    onboardingUrl: string;
    /**
     * `created`: the recipient has not answered. `completed`: the recipient entered bank details. `expired`: the recipient did not answer in time.
     */
    status: RecipientInviteStatus;
    /**
     * The recipient's name.
     */
    name: string;
    /**
     * The recipient's email address.
     */
    contactEmail: string;
    /**
     * The requested methods.
     */
    paymentMethods: Array<PaymentMethod>;
    /**
     * Whether the recipient must upload a tax form.
     */
    requireTaxDocument: boolean;
    /**
     * When it was made.
     */
    createdAt: string;
    /**
     * Until when the link works.
     */
    expiresAt: string | null;
    /**
     * Shown to the recipient, on the page and in the email.
     */
    notes: string | null;
    /**
     * The recipient to fill, or, once completed, the one it made.
     */
    recipientId: string | null;
    /**
     * What the caller may do with it: share `onboardingUrl`, resend the email, withdraw the invite (DELETE).
     */
    allowedActions: Array<'passOn' | 'resend' | 'withdraw'>;
};

export type RecipientInviteList = {
    /**
     * The invites of this page.
     */
    invites: Array<RecipientInvite>;
    page: Page;
};

export type RecipientInviteStatus = 'created' | 'completed' | 'expired';

export type RecipientList = {
    /**
     * The recipients of this page.
     */
    recipients: Array<Recipient>;
    page: Page;
    /**
     * Number of recipients on this page.
     */
    total: number;
};

export type RecipientStatus = 'active' | 'deleted';

/**
 * Open movements of statements and of intraday reports, and transactions that statements lack.
 */
export type ReconciledAccount = {
    /**
     * The account.
     */
    accountId: string;
    statement: ReconciledStatement | null;
    bank: OpenItems;
    intraday: OpenItems;
    ledger: OpenItems;
    /**
     * Statements that lack pages.
     */
    incomplete: Array<IncompleteStatement>;
};

/**
 * The latest one.
 */
export type ReconciledStatement = {
    /**
     * Its last day. A date in New York, YYYY-MM-DD.
     */
    closesOn: string;
    /**
     * The bank's. US dollars.
     */
    closingBalance: number;
    /**
     * Ours that day. US dollars.
     */
    ledgerBalance: number;
    /**
     * Closing minus ledger balance: the sum of the rest. US dollars.
     */
    difference: number;
    /**
     * Difference before the first statement. US dollars.
     */
    opening: number;
    /**
     * Of gaps between statements. US dollars.
     */
    missingStatements: number;
    /**
     * Matched, on different days. US dollars.
     */
    timing: number;
    /**
     * Only the bank has it. US dollars.
     */
    unmatched: number;
    /**
     * Only we have it; negated. US dollars.
     */
    inTransit: number;
};

export type Reconciliation = {
    /**
     * Those that a bank reports.
     */
    accounts: Array<ReconciledAccount>;
};

/**
 * A related transaction.
 */
export type RelatedTransaction = {
    /**
     * The other transaction; of a returned payment's return, the payment itself.
     */
    id: string;
    /**
     * Its account.
     */
    accountId: string;
    /**
     * Negative when money left the account. US dollars.
     */
    amount: number;
    /**
     * When it was made.
     */
    createdAt: string;
    relationKind: TransactionRelationKind;
};

export type RequestPaymentUndoRequest = {
    reason: PaymentUndoReason;
    /**
     * For approvers; null or empty for none.
     */
    note?: string | null;
    idempotencyKey?: IdempotencyKey | null;
};

export type ResendWebhookEventsRequest = {
    /**
     * Resend this event.
     */
    eventId?: string;
    /**
     * Or resend events from this time on,
     */
    from?: string;
    /**
     * and before this time; now by default.
     */
    to?: string;
    idempotencyKey?: IdempotencyKey | null;
};

export type ResentWebhookEvents = {
    /**
     * Events queued.
     */
    count: number;
};

/**
 * Of money that came back: the line of the payment or transfer. Null on every other line.
 */
export type ReturnedLine = {
    /**
     * The transaction; of a returned payment, the same.
     */
    transactionId: string;
    /**
     * The reference of its line.
     */
    reference: string;
    /**
     * Its day. A date in New York, YYYY-MM-DD.
     */
    date: string;
};

/**
 * Always empty.
 */
export type SafeList = Array<unknown>;

export type SandboxAnswerRequest = {
    /**
     * The bank's reason code, such as `R03`; by default, the most frequent one of the method.
     */
    code?: string;
};

export type SandboxBankRun = {
    /**
     * Payments accepted, submitted, or blocked.
     */
    handedOver: number;
    /**
     * Messages that the bank sent; some may repeat others.
     */
    answered: number;
};

export type SandboxClock = {
    /**
     * The service's current time.
     */
    now: string;
    kind: SandboxClockKind;
};

/**
 * `system` runs with the machine; `virtual` is stopped between advances.
 */
export type SandboxClockKind = 'system' | 'virtual';

export type SandboxDecisionRequest = {
    /**
     * The user who decides; by default, the first who may approve.
     */
    userEmail?: string;
    /**
     * The reason for a rejection.
     */
    reason?: string;
};

export type SandboxDepositRequest = {
    /**
     * The amount. US dollars, at most two decimals.
     */
    amount: number;
    /**
     * The payer; `Sandbox deposit` by default.
     */
    name?: string;
    /**
     * What the payer writes, such as the number of the invoice that is paid.
     */
    memo?: string | null;
    idempotencyKey?: IdempotencyKey | null;
};

export type SandboxEmail = {
    /**
     * The email's id.
     */
    id: string;
    kind: EmailKind;
    /**
     * The recipient's address.
     */
    to: string;
    /**
     * Its subject.
     */
    subject: string;
    status: SandboxEmailStatus;
    /**
     * When it was written.
     */
    createdAt: string;
    /**
     * Its content as plain text.
     */
    text: string;
    /**
     * Its content as HTML.
     */
    html: string;
};

export type SandboxEmailList = {
    /**
     * The page.
     */
    emails: Array<SandboxEmailSummary>;
    page: Page;
};

/**
 * `waiting`: sent as soon as the mail server accepts it. `sent`: the mail server accepted it, or it was written to a file. `givenUp`: the mail server refused it permanently or for too long.
 */
export type SandboxEmailStatus = 'waiting' | 'sent' | 'givenUp';

export type SandboxEmailSummary = {
    /**
     * The email's id.
     */
    id: string;
    kind: EmailKind;
    /**
     * The recipient's address.
     */
    to: string;
    /**
     * Its subject.
     */
    subject: string;
    status: SandboxEmailStatus;
    /**
     * When it was written.
     */
    createdAt: string;
};

export type SandboxReason = {
    /**
     * The bank's code, such as `R03`.
     */
    code: string;
    /**
     * What it means.
     */
    title: string;
};

export type SandboxReasons = {
    /**
     * In the order of the standard.
     */
    reasons: Array<SandboxReason>;
};

export type SandboxYield = {
    /**
     * Percent a year, at most two decimals; null for the default.
     */
    yield: number | null;
    /**
     * The first day that earns it. A date in New York, YYYY-MM-DD.
     */
    startsOn: string;
};

export type SandboxYieldRequest = {
    /**
     * Percent a year, at most two decimals; null for the default.
     */
    yield: number | null;
};

/**
 * A scope.
 */
export type Scope = 'fetchDepositoryAccounts' | 'fetchTreasuryAccounts' | 'fetchTreasuryTransactions' | 'fetchTreasuryStatements' | 'fetchAccountStatements' | 'createAccountStatements' | 'fetchTransactions' | 'updateTransactions' | 'sendMoney' | 'requestSendMoney' | 'fetchSendMoneyRequests' | 'fetchRecipients' | 'createRecipients' | 'editRecipients' | 'fetchRecipientInvites' | 'createRecipientInvites' | 'editRecipientInvites' | 'fetchCategories' | 'editCategories' | 'fetchOrganization' | 'fetchUsers' | 'fetchWebhooks' | 'createWebhooks' | 'fetchInvoices' | 'modifyInvoices' | 'bankFiles';

/**
 * A payment request and its approvals.
 */
export type SendMoneyApprovalRequest = {
    /**
     * The request. The transaction it becomes carries it as `requestId`.
     */
    requestId: string;
    /**
     * How much; positive. US dollars.
     */
    amount: number;
    status: ApprovalRequestStatus;
    /**
     * The requester: the signed-in user, or the creator of the token. For a token created by the operator on the command line, the token's id.
     */
    requestedByUserId: string;
    /**
     * When it was requested.
     */
    createdAt: string;
    /**
     * Decisions, oldest first. Approvals that no longer count are omitted.
     */
    reviews: Array<ApprovalReview>;
    /**
     * What the recipient sees.
     */
    memo: string | null;
    /**
     * The total number of required approvals.
     */
    numberOfApproversRequired: number;
    /**
     * Whether the requester may be one of them.
     */
    requesterMayApprove: boolean;
    /**
     * Increases when the terms of the approval change; a decision names the version it is about.
     */
    version: number;
    /**
     * Why the last attempt to pay it failed; null otherwise.
     */
    problem: string | null;
    /**
     * The resulting transaction; the debit of a transfer. Null until then.
     */
    transactionId: string | null;
    /**
     * Its page in the dashboard, where users decide.
     */
    dashboardLink: string;
    /**
     * The source account.
     */
    accountId: string;
    /**
     * The recipient.
     */
    recipientId: string;
    /**
     * The payment method.
     */
    paymentMethod: PaymentMethod;
    /**
     * The payment date; null = as soon as it is approved. A date in New York, YYYY-MM-DD.
     */
    scheduledSendDate: string | null;
    achFields?: PaymentAchFields;
};

export type SendMoneyApprovalRequestList = {
    /**
     * The page.
     */
    requests: Array<SendMoneyApprovalRequest>;
    page: Page;
};

/**
 * What would happen to a payment if it were requested now.
 */
export type SendMoneyPreview = {
    /**
     * True: nothing was requested.
     */
    preview: true;
    rule: PreviewRule;
    /**
     * The total number of required approvals; 0 for a direct send, unless the rule applies to direct send: then as many as for a request.
     */
    numberOfApproversRequired: number;
    /**
     * Whether the requester may be one of them.
     */
    requesterMayApprove: boolean;
    /**
     * In sequence.
     */
    steps: Array<PreviewStep>;
    /**
     * When it would be sent to the bank, if approved now (or by its date).
     */
    leavesAt: string;
    /**
     * When it would then arrive.
     */
    estimatedDeliveryDate: string;
    /**
     * The fee in addition to the amount, charged as a separate transaction. US dollars.
     */
    fee: number;
    /**
     * The account's available balance now. US dollars.
     */
    availableBalance: number;
    /**
     * The balance after payment; null if it does not cover the payment and its fee. US dollars.
     */
    balanceAfter: number | null;
    /**
     * What to review first. Warnings do not prevent a request. A warning with the code of a refusal means that the payment would be rejected with that code if it were sent, or approved, now; those come first, in the order of the checks.
     */
    warnings: Array<PreviewWarning>;
};

export type SendMoneyRequest = {
    /**
     * The recipient.
     */
    recipientId: string;
    /**
     * The amount. US dollars, at most two decimals.
     */
    amount: number;
    /**
     * The payment method. `internationalWire` only with request-send-money.
     */
    paymentMethod: PaymentMethod;
    idempotencyKey?: IdempotencyKey | null;
    /**
     * Internal note.
     */
    note?: string | null;
    /**
     * What the recipient sees; length and characters depend on the method.
     */
    externalMemo?: string | null;
    purpose?: PaymentPurpose | null;
    achFields?: PaymentAchFields | null;
};

/**
 * The mode of this service.
 */
export type ServiceMode = 'sandbox' | 'production';

/**
 * A category with details.
 */
export type SimplePurpose = {
    /**
     * One of employee, landlord, vendor, contractor, subsidiary, transferToMyExternalAccount, familyMemberOrFriend, forGoodsOrServices, angelInvestment, savingsOrInvestments, expenses, travel, other; case-insensitive.
     */
    category: string;
    /**
     * Details of the category. Required for international wires with vendor, contractor, or other.
     */
    additionalInfo?: string | null;
};

export type SortOrder = 'asc' | 'desc';

export type Spending = {
    /**
     * The first month. A month in New York, YYYY-MM.
     */
    start: string;
    /**
     * The last month. A month in New York, YYYY-MM.
     */
    end: string;
    /**
     * Money out or money in.
     */
    direction: MoneyDirection;
    /**
     * Always positive. US dollars.
     */
    total: number;
    /**
     * The number of transactions.
     */
    transactions: number;
    /**
     * Every month of the range, oldest first.
     */
    months: Array<SpendingMonth>;
    /**
     * Largest total first; transactions without a category last. Together, they are the total.
     */
    categories: Array<SpendingByCategory>;
};

export type SpendingByCategory = {
    /**
     * The category; null: transactions without one.
     */
    categoryId: string | null;
    /**
     * Its name; null for transactions without a category.
     */
    name: string | null;
    /**
     * The category was deleted; its transactions keep it.
     */
    deleted: boolean;
    /**
     * Always positive. US dollars.
     */
    total: number;
    /**
     * The number of transactions.
     */
    transactions: number;
    /**
     * Its total of each month, in the order of `months`.
     */
    months: Array<number>;
};

export type SpendingMonth = {
    /**
     * The month. A month in New York, YYYY-MM.
     */
    month: string;
    /**
     * Always positive. US dollars.
     */
    total: number;
    /**
     * The number of transactions.
     */
    transactions: number;
};

/**
 * A statement. It never changes.
 */
export type Statement = {
    /**
     * The statement.
     */
    id: string;
    /**
     * The full account number; masked for signed-in users.
     */
    accountNumber: string;
    /**
     * ABA routing number.
     */
    routingNumber: string;
    /**
     * The organization's legal name when the statement was made.
     */
    companyLegalName: string;
    companyLegalAddress: StatementAddress;
    /**
     * Employer identification number.
     */
    ein: string | null;
    /**
     * The beginning of the first day, in New York.
     */
    startDate: string;
    /**
     * The beginning of the last day, which is included, in New York.
     */
    endDate: string;
    /**
     * Its transactions, in the order of the statement; at most 10000. The files have all of them.
     */
    transactions: Array<StatementTransaction>;
    /**
     * The account.
     */
    accountId: string;
    /**
     * `monthly`, made for every month, or `custom`, made on request.
     */
    kind: StatementKind;
    /**
     * The balance at the beginning of the first day. US dollars.
     */
    startingBalance: number;
    /**
     * What the account received. US dollars.
     */
    moneyIn: number;
    /**
     * What left the account, as a positive number. US dollars.
     */
    moneyOut: number;
    /**
     * The part of `moneyOut` that is fees. US dollars.
     */
    fees: number;
    /**
     * The balance at the end of the last day: `startingBalance + moneyIn - moneyOut`. US dollars.
     */
    endingBalance: number;
    /**
     * How many lines the statement has.
     */
    transactionCount: number;
    /**
     * Where the PDF is.
     */
    downloadUrl: string;
};

/**
 * The organization's address when the statement was made.
 */
export type StatementAddress = {
    /**
     * The organization's legal name.
     */
    name: string;
    /**
     * Street line; empty until the organization's address is entered.
     */
    address1: string;
    /**
     * Second line.
     */
    address2: string | null;
    /**
     * City.
     */
    city: string;
    /**
     * State.
     */
    region: string;
    /**
     * ZIP code.
     */
    postalCode: string;
    /**
     * ISO 3166-1 alpha-2.
     */
    country: string;
};

/**
 * A statement with all of its lines.
 */
export type StatementDocument = {
    /**
     * The statement.
     */
    id: string;
    /**
     * The account.
     */
    accountId: string;
    /**
     * The account's name when the statement was made.
     */
    accountName: string;
    /**
     * The account number; masked for signed-in users.
     */
    accountNumber: string;
    /**
     * ABA routing number.
     */
    routingNumber: string;
    /**
     * The organization's legal name when the statement was made.
     */
    companyLegalName: string;
    /**
     * The first day. A date in New York, YYYY-MM-DD.
     */
    startsOn: string;
    /**
     * The last day, which is included. A date in New York, YYYY-MM-DD.
     */
    endsOn: string;
    /**
     * When it was made.
     */
    createdAt: string;
    /**
     * The balance at the beginning of the first day. US dollars.
     */
    startingBalance: number;
    /**
     * What the account received. US dollars.
     */
    moneyIn: number;
    /**
     * What left the account, as a positive number. US dollars.
     */
    moneyOut: number;
    /**
     * The part of `moneyOut` that is fees. US dollars.
     */
    fees: number;
    /**
     * The balance at the end of the last day. US dollars.
     */
    endingBalance: number;
    /**
     * All lines, in order.
     */
    lines: Array<StatementLine>;
};

export type StatementKind = 'monthly' | 'custom';

export type StatementLine = {
    /**
     * The transaction.
     */
    transactionId: string;
    /**
     * Unique among the lines of all statements; the same in every format.
     */
    reference: string;
    /**
     * The day. A date in New York, YYYY-MM-DD.
     */
    date: string;
    /**
     * When it was entered into the ledger.
     */
    enteredAt: string;
    /**
     * What happened.
     */
    description: string;
    /**
     * Memo, check number, or the reason of a return.
     */
    details: string | null;
    /**
     * The counterparty.
     */
    counterpartyName: string;
    /**
     * The kind of transaction.
     */
    kind: string;
    /**
     * The payment method.
     */
    paymentMethod: string | null;
    /**
     * The number of the check.
     */
    checkNumber: string | null;
    returnOf: ReturnedLine | null;
    /**
     * Negative if money left the account. US dollars.
     */
    amount: number;
    /**
     * The balance after this line. US dollars.
     */
    balance: number;
};

export type StatementList = {
    /**
     * The page.
     */
    statements: Array<Statement>;
    page: Page;
};

/**
 * The figures of a statement.
 */
export type StatementSummary = {
    /**
     * The statement.
     */
    id: string;
    /**
     * The account.
     */
    accountId: string;
    /**
     * The account's name when the statement was made.
     */
    accountName: string;
    /**
     * The last digits of the account number.
     */
    accountNumberLast4: string;
    /**
     * The first day. A date in New York, YYYY-MM-DD.
     */
    startsOn: string;
    /**
     * The last day, which is included. A date in New York, YYYY-MM-DD.
     */
    endsOn: string;
    /**
     * When it was made.
     */
    createdAt: string;
    /**
     * `monthly`, made for every month, or `custom`, made on request.
     */
    kind: StatementKind;
    /**
     * The balance at the beginning of the first day. US dollars.
     */
    startingBalance: number;
    /**
     * What the account received. US dollars.
     */
    moneyIn: number;
    /**
     * What left the account, as a positive number. US dollars.
     */
    moneyOut: number;
    /**
     * The part of `moneyOut` that is fees. US dollars.
     */
    fees: number;
    /**
     * The balance at the end of the last day: `startingBalance + moneyIn - moneyOut`. US dollars.
     */
    endingBalance: number;
    /**
     * How many lines the statement has.
     */
    transactionCount: number;
    /**
     * Where the PDF is.
     */
    downloadUrl: string;
};

export type StatementSummaryList = {
    /**
     * The page.
     */
    statements: Array<StatementSummary>;
    page: Page;
};

export type StatementTransaction = {
    /**
     * The transaction.
     */
    id: string;
    /**
     * When it was created.
     */
    createdAt: string;
    /**
     * When it was posted.
     */
    postedAt: string | null;
};

/**
 * An invoice and the part of the payment for it.
 */
export type SuggestedMatch = {
    invoice: InvoiceRow;
    /**
     * The part of the payment that would pay it. US dollars.
     */
    amount: number;
};

/**
 * `in`: cash to the fund. `out`: the fund to cash.
 */
export type SweepDirection = 'in' | 'out';

/**
 * The tax form that was uploaded.
 */
export type TaxDocument = {
    /**
     * Its name.
     */
    fileName: string;
    /**
     * Which form it is.
     */
    formType: TaxFormType;
    /**
     * When it was uploaded.
     */
    uploadedAt: string;
};

export type TaxFormType = 'w9' | 'w8BEN' | 'w8BENE' | 'unknown';

/**
 * Who did it; null if unknown.
 */
export type TimelineActor = {
    type: ActorType;
    /**
     * The user or token.
     */
    id: string | null;
    /**
     * Their name, for callers who may read users.
     */
    name: string | null;
};

/**
 * A webhook's delivery, for callers who may read webhooks.
 */
export type TimelineDelivery = {
    /**
     * The delivery.
     */
    id: string;
    /**
     * The endpoint.
     */
    webhookEndpointId: string;
    /**
     * The event.
     */
    eventId: string;
    /**
     * `waiting`: tried until it is delivered. `delivered`: the endpoint acknowledged it. `abandoned`: refused for three days while other events got through, or the endpoint was deleted.
     */
    state: WebhookDeliveryState;
    /**
     * How often it was tried.
     */
    attempts: number;
    /**
     * What the receiver answered last.
     */
    statusCode: number | null;
};

/**
 * An event of a transaction.
 */
export type TimelineEntry = {
    /**
     * When it happened.
     */
    at: string;
    /**
     * The kind of event.
     */
    kind: 'requested' | 'approved' | 'rejected' | 'created' | 'scheduled' | 'screened' | 'handedOver' | 'bankFile' | 'bankAnswered' | 'statusChanged' | 'undo' | 'noteChanged' | 'categoryChanged' | 'webhook';
    /**
     * What happened, as a sentence.
     */
    text: string;
    /**
     * Details: a reason, a number, or a code and its meaning.
     */
    detail: string | null;
    by: TimelineActor | null;
    /**
     * The transaction's status after the event; null = unchanged.
     */
    status: TransactionStatus | null;
    /**
     * The previous note or category.
     */
    before: string | null;
    /**
     * The new note or category.
     */
    after: string | null;
    /**
     * When a scheduled payment is sent.
     */
    dueAt: string | null;
    /**
     * The bank file, for callers who may read them.
     */
    fileId: string | null;
    delivery: TimelineDelivery | null;
};

/**
 * The limit per calendar day in New York, over direct sends, transfers, and requests together; null = no limit.
 */
export type TokenDayLimit = {
    /**
     * The limit. US dollars.
     */
    limit: number;
    /**
     * How much is used. US dollars.
     */
    spent: number;
    /**
     * How much is left. US dollars.
     */
    left: number;
    /**
     * The day, in New York. A date in New York, YYYY-MM-DD.
     */
    day: string;
};

export type TokenInfo = {
    /**
     * The token's id.
     */
    tokenId: string;
    /**
     * Its name.
     */
    name: string;
    kind: TokenKind;
    mode: ServiceMode;
    /**
     * The token's scopes.
     */
    scopes: Array<Scope>;
    /**
     * Addresses from which it may send directly. If empty, it cannot send directly.
     */
    allowlist: Array<string>;
    organization: NamedOrganization;
    limits: TokenLimits;
    /**
     * For an access token that an application got over OAuth: the server for which it is, which must accept no other. Null: an API token.
     */
    audience: string | null;
    /**
     * When it was created.
     */
    createdAt: string;
    /**
     * When it stops working; null = never.
     */
    expiresAt: string | null;
    /**
     * When it was last used, to the minute; null = not recorded yet.
     */
    lastUsedAt: string | null;
};

/**
 * Its kind.
 */
export type TokenKind = 'readOnly' | 'readWrite' | 'custom' | 'provisioning' | 'agent';

/**
 * The token's limits and what remains of them.
 */
export type TokenLimits = {
    /**
     * The limit for one payment, transfer, or request; null = no limit. US dollars.
     */
    perPayment: number | null;
    perDay: TokenDayLimit | null;
    perMonth: TokenMonthLimit | null;
    paymentsPerDay: TokenNumberLimit | null;
    /**
     * The only accounts from which, and between which, it may move money; null = all.
     */
    accountIds: Array<string> | null;
    /**
     * The only recipients whom it may pay; null = all.
     */
    recipientIds: Array<string> | null;
    requestsPerMinute: TokenRateLimit;
};

/**
 * The limit per calendar month in New York, over direct sends, transfers, and requests together; null = no limit.
 */
export type TokenMonthLimit = {
    /**
     * The limit. US dollars.
     */
    limit: number;
    /**
     * How much is used. US dollars.
     */
    spent: number;
    /**
     * How much is left. US dollars.
     */
    left: number;
    /**
     * The month, in New York.
     */
    month: string;
};

/**
 * The number of direct sends, transfers, and requests together per calendar day in New York; null = no limit.
 */
export type TokenNumberLimit = {
    /**
     * The limit.
     */
    limit: number;
    /**
     * How many are used.
     */
    used: number;
    /**
     * How many are left.
     */
    left: number;
    /**
     * The day, in New York. A date in New York, YYYY-MM-DD.
     */
    day: string;
};

/**
 * The rate limit.
 */
export type TokenRateLimit = {
    /**
     * Requests per sliding minute.
     */
    limit: number;
    /**
     * Requests still allowed, including this one.
     */
    remaining: number;
};

export type TradeAction = 'buy' | 'sell';

/**
 * A payment, transfer, or deposit.
 */
export type Transaction = {
    /**
     * The transaction.
     */
    id: string;
    /**
     * The organization's account.
     */
    accountId: string;
    /**
     * Negative when money leaves the account. US dollars.
     */
    amount: number;
    /**
     * `pending`: funds are held; the bank has not confirmed it. `sent`: the bank confirmed it; transfers between your accounts and deposits begin here. `cancelled`: canceled before the bank had it. `failed`: the bank rejected it. `reversed`: returned or undone by the network after it was sent. `blocked`: stopped by screening or a limit.
     */
    status: TransactionStatus;
    /**
     * What moved the money, such as `outgoingPayment` or `internalTransfer`.
     */
    kind: string;
    /**
     * When it was accepted.
     */
    createdAt: string;
    /**
     * When the recipient should have the money.
     */
    estimatedDeliveryDate: string;
    /**
     * When it became `sent`.
     */
    postedAt: string | null;
    /**
     * When it became `failed`, `blocked`, or `reversed`.
     */
    failedAt: string | null;
    /**
     * When it was returned: a payment that became `reversed`, or a deposit or transfer with a return among `relatedTransactions`. Absent if it was not.
     */
    returnedAt?: string;
    /**
     * The bank's code and its meaning.
     */
    reasonForFailure: string | null;
    /**
     * The recipient, or the other account of a transfer.
     */
    counterpartyId: string;
    /**
     * Name at the time of the payment.
     */
    counterpartyName: string;
    /**
     * Nickname at the time of the payment.
     */
    counterpartyNickname: string | null;
    /**
     * The text on the statement.
     */
    bankDescription: string | null;
    /**
     * What the recipient sees.
     */
    externalMemo: string | null;
    /**
     * Internal note; edited with PATCH.
     */
    note: string | null;
    /**
     * Link to its page in the dashboard.
     */
    dashboardLink: string;
    /**
     * Approval request that produced it.
     */
    requestId: string | null;
    /**
     * The fee's own transaction.
     */
    feeId: string | null;
    /**
     * ACH trace number, wire IMAD/OMAD or RTP reference; null until the network gives one.
     */
    trackingNumber: string | null;
    /**
     * Number of the check.
     */
    checkNumber: string | null;
    /**
     * Its files, and those of the approval request that produced it.
     */
    attachments: Array<TransactionAttachment>;
    /**
     * A fee or return, or what it is for. A payment that was returned is one transaction with its return, which has its `id`, the opposite amount, and its time.
     */
    relatedTransactions: Array<RelatedTransaction>;
    /**
     * General ledger allocations; none are made here.
     */
    glAllocations: Array<GlAllocation>;
    /**
     * Deprecated.
     */
    generalLedgerCodeName: string | null;
    categoryData: CategoryData | null;
    /**
     * Merchant type.
     */
    mercuryCategory: string | null;
    /**
     * Always true: there is no receipt policy.
     */
    compliantWithReceiptPolicy: boolean;
    /**
     * Always false.
     */
    hasGeneratedReceipt: boolean;
    /**
     * Card payments only.
     */
    cardId: string | null;
    /**
     * Credit cards only.
     */
    creditAccountPeriodId: string | null;
    merchant: MerchantData | null;
    currencyExchangeInfo: CurrencyExchangeInfo | null;
    details: TransactionDetails | null;
};

/**
 * A postal address.
 */
export type TransactionAddress = {
    /**
     * Street line.
     */
    address1: string;
    /**
     * Second line.
     */
    address2?: string | null;
    /**
     * City.
     */
    city: string;
    /**
     * State or region.
     */
    region?: string | null;
    /**
     * The same as `region` for an address in the United States, otherwise null.
     */
    state?: string | null;
    /**
     * ZIP or postal code.
     */
    postalCode: string;
    /**
     * ISO 3166-1 alpha-2.
     */
    country?: string | null;
};

/**
 * A file attached to a transaction.
 */
export type TransactionAttachment = {
    attachmentType: AttachmentType;
    /**
     * Its name.
     */
    fileName: string;
    /**
     * A link that downloads the file for 12 hours, without a token. Share it only with people who may have the file. Each response has a new one.
     */
    url: string;
};

/**
 * The recipient's bank details at the time of the payment.
 */
export type TransactionDetails = {
    address: TransactionAddress | null;
    electronicRoutingInfo: TransactionElectronicRoutingInfo | null;
    domesticWireRoutingInfo: TransactionWireRoutingInfo | null;
    internationalWireRoutingInfo: InternationalWireRoutingInfo | null;
    creditCardInfo: CreditCardInfo | null;
    debitCardInfo: DebitCardInfo | null;
};

/**
 * ACH, and real-time payments that use the ACH details.
 */
export type TransactionElectronicRoutingInfo = {
    /**
     * In full for tokens that may read recipients, otherwise its last four digits.
     */
    accountNumber: string;
    /**
     * ABA routing number.
     */
    routingNumber: string;
    /**
     * Name of the bank.
     */
    bankName: string | null;
    address: TransactionAddress | null;
    /**
     * Such as `businessChecking`.
     */
    electronicAccountType: string;
};

/**
 * A kind.
 */
export type TransactionKind = 'externalTransfer' | 'internalTransfer' | 'outgoingPayment' | 'creditCardCredit' | 'creditCardTransaction' | 'debitCardCredit' | 'debitCardTransaction' | 'cardInternationalTransactionFee' | 'cardInternationalTransactionFeeRebate' | 'cardInternationalTransactionFeeReversal' | 'cardInternationalTransactionFeeRebateReversal' | 'incomingDomesticWire' | 'checkDeposit' | 'incomingInternationalWire' | 'treasuryTransfer' | 'currencyCloudReturn' | 'wireFee' | 'personalBankingSubscriptionFee' | 'billingEngineSubscriptionFee' | 'expenseReimbursement' | 'exogenousWireDrawdown' | 'interestPayment' | 'other';

export type TransactionList = {
    /**
     * The page.
     */
    transactions: Array<Transaction>;
    page: Page;
};

/**
 * The relation of this transaction to the other.
 */
export type TransactionRelationKind = 'FeePaymentToOriginalTransaction' | 'OriginalTransactionToFeePayment' | 'OriginalTransactionToReturn' | 'ReturnToOriginalTransaction';

export type TransactionStatus = 'pending' | 'sent' | 'cancelled' | 'failed' | 'reversed' | 'blocked';

export type TransactionTimeline = {
    /**
     * Events, oldest first.
     */
    entries: Array<TimelineEntry>;
    /**
     * What the caller may do now; the last four in sandbox mode only.
     */
    allowedActions: Array<'editNote' | 'cancel' | 'settle' | 'fail' | 'block' | 'return'>;
    /**
     * The payment method; null if it is not a payment.
     */
    paymentMethod: PaymentMethod | null;
    /**
     * The matching transaction of a transfer, on the other account.
     */
    otherSideId: string | null;
};

/**
 * Wires and real-time payments.
 */
export type TransactionWireRoutingInfo = {
    /**
     * In full for tokens that may read recipients, otherwise its last four digits.
     */
    accountNumber: string;
    /**
     * ABA routing number.
     */
    routingNumber: string;
    /**
     * Name of the bank.
     */
    bankName: string | null;
    address: TransactionAddress | null;
};

export type Transfer = {
    debitTransaction: Transaction;
    creditTransaction: Transaction;
};

/**
 * A transfer request and its approvals.
 */
export type TransferApprovalRequest = {
    /**
     * The request. The transaction it becomes carries it as `requestId`.
     */
    requestId: string;
    /**
     * How much; positive. US dollars.
     */
    amount: number;
    status: ApprovalRequestStatus;
    /**
     * The requester: the signed-in user, or the creator of the token. For a token created by the operator on the command line, the token's id.
     */
    requestedByUserId: string;
    /**
     * When it was requested.
     */
    createdAt: string;
    /**
     * Decisions, oldest first. Approvals that no longer count are omitted.
     */
    reviews: Array<ApprovalReview>;
    /**
     * What the recipient sees.
     */
    memo: string | null;
    /**
     * The total number of required approvals.
     */
    numberOfApproversRequired: number;
    /**
     * Whether the requester may be one of them.
     */
    requesterMayApprove: boolean;
    /**
     * Increases when the terms of the approval change; a decision names the version it is about.
     */
    version: number;
    /**
     * Why the last attempt to pay it failed; null otherwise.
     */
    problem: string | null;
    /**
     * The resulting transaction; the debit of a transfer. Null until then.
     */
    transactionId: string | null;
    /**
     * Its page in the dashboard, where users decide.
     */
    dashboardLink: string;
    /**
     * The source account.
     */
    sourceAccountId: string;
    /**
     * The destination account.
     */
    destinationAccountId: string;
    /**
     * Internal note, on both transactions.
     */
    note: string | null;
};

export type TransferApprovalRequestList = {
    /**
     * The page.
     */
    requests: Array<TransferApprovalRequest>;
    page: Page;
};

/**
 * Where to send a transfer; null if nothing is due.
 */
export type TransferInstructions = {
    /**
     * The holder of the account.
     */
    beneficiary: string;
    /**
     * ABA routing number.
     */
    routingNumber: string;
    /**
     * Account number.
     */
    accountNumber: string;
    /**
     * Belongs into the transfer's memo.
     */
    reference: string;
};

export type TransferRequest = {
    /**
     * The source account.
     */
    sourceAccountId: string;
    /**
     * The destination account.
     */
    destinationAccountId: string;
    /**
     * The amount. US dollars, at most two decimals.
     */
    amount: number;
    idempotencyKey?: IdempotencyKey | null;
    /**
     * Internal note, on both transactions.
     */
    note?: string | null;
};

/**
 * A treasury account.
 */
export type TreasuryAccount = {
    /**
     * The account; the same ID as in GET /accounts.
     */
    id: string;
    /**
     * What can be transferred out now: cash and shares. A transfer that exceeds cash sells shares. US dollars.
     */
    availableBalance: number;
    /**
     * Cash and shares at their price. US dollars.
     */
    currentBalance: number;
    /**
     * When it was opened.
     */
    createdAt: string;
    status: AccountStatus;
    /**
     * Income by month, latest first.
     */
    netReturns: Array<TreasuryNetReturn>;
};

export type TreasuryAccountList = {
    /**
     * The page.
     */
    accounts: Array<TreasuryAccount>;
    page: Page;
};

export type TreasuryDay = {
    /**
     * The day. A date in New York, YYYY-MM-DD.
     */
    day: string;
    /**
     * The balance at its end. US dollars.
     */
    balance: number;
    /**
     * The invested part of it. US dollars.
     */
    invested: number;
    /**
     * The 7-day yield in percent a year.
     */
    yield: number | null;
};

export type TreasuryDividend = {
    /**
     * The kind of identifier.
     */
    type: 'cusip';
    /**
     * The CUSIP of the security.
     */
    id: string;
    /**
     * The month's dividends of this security. US dollars.
     */
    amount: number;
    /**
     * The security.
     */
    securityName: string;
};

export type TreasuryDocumentType = 'MonthlyStatement' | 'TradeConfirmation' | '1099' | '1099R' | '1042S' | '5498' | '5498ESA' | '1099Q' | 'FMV' | 'SDIRA';

export type TreasuryNetReturn = {
    /**
     * The first day of the month. A date in New York, YYYY-MM-DD.
     */
    month: string;
    /**
     * Dividends minus the treasury fee. US dollars.
     */
    netAmount: number;
    /**
     * The month's fee, as a positive amount. US dollars.
     */
    treasuryFee: number;
    /**
     * `pending`: the month has not ended, and amounts are accrued so far. `processing`: the fee is charged on the first banking day of the next month. `charged`: complete. `error`: the account does not cover the fee.
     */
    status: 'processing' | 'pending' | 'charged' | 'error';
    /**
     * Dividends by security.
     */
    dividends: Array<TreasuryDividend>;
};

export type TreasuryOrder = {
    /**
     * The order.
     */
    id: string;
    /**
     * Whether it buys or sells shares.
     */
    action: TradeAction;
    /**
     * Why it was placed.
     */
    reason: 'sweep' | 'withdrawal' | 'fee';
    /**
     * The amount. US dollars.
     */
    amount: number;
    /**
     * `placed`: waits for the custodian. `executed`: the custodian has traded; cash and shares change hands on the settlement date. `settled`: cash and shares have changed hands. `rejected`: the custodian rejected it. `canceled`: canceled before the custodian traded, because a withdrawal needed the cash.
     */
    status: 'placed' | 'executed' | 'settled' | 'rejected' | 'canceled';
    /**
     * When it was placed.
     */
    placedAt: string;
    /**
     * When cash and shares change hands; null until it is executed. A date in New York, YYYY-MM-DD.
     */
    settlesOn: string | null;
};

export type TreasuryOverview = {
    /**
     * The account.
     */
    id: string;
    /**
     * Its display name.
     */
    name: string;
    /**
     * Cash and shares. US dollars.
     */
    balance: number;
    /**
     * Settled cash. Negative until the sale that a withdrawal caused has settled. US dollars.
     */
    cash: number;
    /**
     * The shares at their price. US dollars.
     */
    invested: number;
    security: TreasurySecurity | null;
    /**
     * The latest 7-day yield: the dividends of seven days in percent a year; null if not known.
     */
    yield: number | null;
    /**
     * The day of that yield. A date in New York, YYYY-MM-DD.
     */
    yieldDay: string | null;
    /**
     * Dividends minus fees of this month, accrued so far. US dollars.
     */
    earnedThisMonth: number;
    /**
     * Dividends minus fees of this calendar year, accrued so far. US dollars.
     */
    earnedThisYear: number;
    sweep: TreasurySweep;
    /**
     * Orders that have not settled.
     */
    openOrders: Array<TreasuryOrder>;
    /**
     * The last year, one item per day, oldest first.
     */
    days: Array<TreasuryDay>;
};

/**
 * The fund; null until shares are first bought.
 */
export type TreasurySecurity = {
    /**
     * Its CUSIP.
     */
    cusip: string;
    /**
     * Its name.
     */
    name: string;
};

/**
 * A statement, trade confirmation, or tax form of a treasury account.
 */
export type TreasuryStatement = {
    /**
     * The statement.
     */
    id: string;
    /**
     * The treasury account.
     */
    accountId: string;
    /**
     * What it is.
     */
    documentType: TreasuryDocumentType;
    /**
     * What it is, in words.
     */
    description: string;
    /**
     * The first day that it covers. A date in New York, YYYY-MM-DD.
     */
    periodStart: string;
    /**
     * The last day that it covers. A date in New York, YYYY-MM-DD.
     */
    periodEnd: string;
    /**
     * When it was issued.
     */
    creationDate: string;
    /**
     * When it was issued.
     */
    createdAt: string;
    /**
     * When it was issued: statements do not change.
     */
    updatedAt: string;
    /**
     * The PDF, with the same authentication.
     */
    downloadUrl: string;
};

export type TreasuryStatementList = {
    /**
     * The page.
     */
    statements: Array<TreasuryStatement>;
    page: Page;
};

/**
 * The daily sweep.
 */
export type TreasurySweep = {
    /**
     * Increases with every change.
     */
    version: number;
    /**
     * Whether the daily sweep is on.
     */
    sweep: boolean;
    /**
     * Cash to keep. US dollars.
     */
    targetCash: number;
    /**
     * The sweep moves at least this much. US dollars.
     */
    minimumSweep: number;
};

/**
 * A transaction of a treasury account.
 */
export type TreasuryTransaction = {
    type: TreasuryTransactionType;
    /**
     * The transaction.
     */
    id: string;
    /**
     * The treasury account.
     */
    accountId: string;
    /**
     * Negative if cash leaves the account or is invested. A trade, sweep, or reinvestment moves money between cash and the fund; it and anything canceled, rejected, or failed leaves the balance as it is. US dollars.
     */
    amount: number;
    /**
     * The account's balance after it: cash and shares. US dollars.
     */
    balance: number;
    /**
     * The day on which it counts. A date in New York, YYYY-MM-DD.
     */
    canonicalDay: string;
    /**
     * What happened, in words.
     */
    description: string;
    /**
     * Such as the shares and price of a trade, or the reason for a rejection.
     */
    additionalDetails: string | null;
    /**
     * The security involved.
     */
    security: string | null;
    details: TreasuryTransactionDetails;
};

/**
 * More about the transaction, by its type.
 */
export type TreasuryTransactionDetails = {
    /**
     * The security involved.
     */
    security: string | null;
    /**
     * What a credit is for.
     */
    creditDescription: string | null;
    /**
     * What a fee is for.
     */
    feeDescription: string | null;
    /**
     * Why an operator amended the account.
     */
    manualAmendmentDescription: string | null;
    /**
     * The account that a deposit came from.
     */
    depositCounterpartyId: string | null;
    /**
     * The account that a withdrawal went to.
     */
    withdrawalCounterpartyId: string | null;
    sweepDirection: SweepDirection | null;
    /**
     * Whether shares were bought or sold.
     */
    tradeAction: TradeAction | null;
};

export type TreasuryTransactionList = {
    /**
     * The page.
     */
    transactions: Array<TreasuryTransaction>;
    /**
     * Pass as `cursor` to get the next page; null on the last page.
     */
    cursor: number | null;
};

/**
 * What happened.
 */
export type TreasuryTransactionType = 'depositCanceled' | 'depositComplete' | 'depositFailed' | 'depositReturned' | 'mercuryFeePosted' | 'mercuryFeeFailed' | 'mercuryFeeRefunded' | 'mercuryFeeCanceled' | 'withdrawalPosted' | 'withdrawalFailed' | 'withdrawalCanceled' | 'withdrawalReturned' | 'revertTxn' | 'interestPosted' | 'interestCanceled' | 'manualAmendmentPosted' | 'mercuryCreditPosted' | 'mercuryCreditFailed' | 'dividendPosted' | 'dividendCanceled' | 'dividendReinvestmentPosted' | 'mutualFundTradeFailed' | 'mutualFundTradePosted' | 'sweepInPosted' | 'sweepOutPosted' | 'sweepReconcilePosted' | 'valuationChangePosted' | 'oemsMutualFundOrderSettled' | 'oemsMutualFundOrderCanceled' | 'oemsMutualFundOrderRejected' | 'oemsFixedIncomeOrderSettled' | 'oemsFixedIncomeOrderCanceled' | 'oemsFixedIncomeOrderRejected';

export type UpdateCategoryRequest = {
    /**
     * The display name.
     */
    name?: string;
    /**
     * Available for card spend.
     */
    visibleForCardSpend?: boolean;
    /**
     * Available for reimbursements.
     */
    visibleForReimbursements?: boolean;
    /**
     * Available for everything else.
     */
    visibleForOther?: boolean;
    idempotencyKey?: IdempotencyKey | null;
};

export type UpdateCategoryRuleRequest = {
    /**
     * Increases with every change; a change names the version on which it is based.
     */
    version: number;
    /**
     * The rule's name.
     */
    name?: string;
    /**
     * The category it gives.
     */
    categoryId?: string;
    conditions?: CategoryRuleConditions;
    /**
     * Rules are checked in this order; the first match applies. The others make room.
     */
    position?: number;
    /**
     * False: the rule is not checked.
     */
    active?: boolean;
    idempotencyKey?: IdempotencyKey | null;
};

/**
 * All of a customer's members. An omitted address is removed.
 */
export type UpdateInvoiceCustomerRequest = {
    /**
     * The customer's name.
     */
    name: string;
    /**
     * Where invoices are sent.
     */
    email: string;
    address?: InvoiceCustomerAddressRequest | null;
    /**
     * Emails the customer's unpaid invoices again. The default is `false`.
     */
    resendOpenInvoices?: boolean;
    idempotencyKey?: IdempotencyKey | null;
};

/**
 * All of an invoice's members that can change. Omitted optional members are removed.
 */
export type UpdateInvoiceRequest = {
    /**
     * The date of the invoice. A date in New York, YYYY-MM-DD.
     */
    invoiceDate: string;
    /**
     * When it is due; not before `invoiceDate`. A date in New York, YYYY-MM-DD.
     */
    dueDate: string;
    /**
     * Who gets copies of the emails.
     */
    ccEmails: Array<string>;
    /**
     * Whether the customer can pay by ACH debit on the pay page, if the bank supports it.
     */
    achDebitEnabled: boolean;
    /**
     * Must be false: this service has no card processor.
     */
    creditCardEnabled: boolean;
    /**
     * Whether the PDF shows the account number. The pay page always does, because there are no virtual account numbers.
     */
    useRealAccountNumber: boolean;
    /**
     * The customer's purchase order.
     */
    poNumber?: string | null;
    /**
     * A note to the customer, shown on the invoice.
     */
    payerMemo?: string | null;
    /**
     * A note that the customer does not see.
     */
    internalNote?: string | null;
    /**
     * First day of the service period. A date in New York, YYYY-MM-DD.
     */
    servicePeriodStartDate?: string | null;
    /**
     * Last day of the service period. A date in New York, YYYY-MM-DD.
     */
    servicePeriodEndDate?: string | null;
    /**
     * The lines. Each line, and each line's tax, is rounded to a cent (a half away from zero); the amount is their sum.
     */
    lineItems: Array<InvoiceLineItemRequest>;
    idempotencyKey?: IdempotencyKey | null;
    /**
     * The invoice's number, unique within the organization; letter case, spaces, and punctuation do not matter. A number of the series can be changed once, to one that no invoice has or had; it stays reserved.
     */
    invoiceNumber: string;
};

export type UpdateRecipientRequest = {
    /**
     * The recipient's name, as sent to the bank and printed on checks, in letters that can be written in Latin ones without accents (see `nameOnPayments`). A new name counts as a change of bank details.
     */
    name?: string;
    /**
     * One email address: the same as `emails` with one.
     */
    email?: string;
    /**
     * The recipient's email addresses; the first is shown as `email`.
     */
    emails?: Array<string>;
    /**
     * Contact for questions to the recipient.
     */
    contactEmail?: string | null;
    /**
     * Nickname used in the organization.
     */
    nickname?: string | null;
    /**
     * Whether the recipient is a business; derived from `electronicAccountType` if absent.
     */
    isBusiness?: boolean | null;
    electronicRoutingInfo?: ElectronicRoutingInput | null;
    domesticWireRoutingInfo?: DomesticWireRoutingInput | null;
    realTimePaymentRoutingInfo?: RealTimePaymentRoutingInput | null;
    /**
     * Where checks are mailed: a US address.
     */
    checkInfo?: CheckInfo | null;
    address?: LegacyAddress | null;
    /**
     * Not accepted here: international details are entered through a recipient invite or in the dashboard. `null` removes them.
     */
    internationalWireRoutingInfo?: unknown;
    /**
     * Accepted from older clients, but not used.
     */
    paymentMethod?: string | null;
    /**
     * Accepted from older clients, but not used: the methods follow from the bank details.
     */
    paymentMethods?: unknown;
    /**
     * Accepted from older clients, but not used.
     */
    defaultForBenefitOf?: unknown;
    /**
     * Accepted from older clients, but not used: the default follows from the bank details.
     */
    defaultPaymentMethod?: string | null;
    idempotencyKey?: IdempotencyKey | null;
};

export type UpdateTransactionRequest = {
    /**
     * Internal note; null or empty clears it.
     */
    note?: string | null;
    /**
     * The organization's category; null clears it, empty keeps it.
     */
    categoryId?: string | null;
};

export type UpdateWebhookRequest = {
    /**
     * An https URL. Sandbox mode also allows http and loopback.
     */
    url?: string;
    /**
     * Event types to send. null or empty = both transaction events. Balance events are sent only if named.
     */
    eventTypes?: Array<WebhookEventType> | null;
    /**
     * Older name of `eventTypes`.
     */
    events?: Array<WebhookEventType> | null;
    /**
     * Updates are sent only if they change one of these; see `CreateWebhookRequest`.
     */
    filterPaths?: Array<string> | null;
    /**
     * `active` also revives a disabled endpoint: what had been waiting is sent.
     */
    status?: 'active' | 'paused';
    idempotencyKey?: IdempotencyKey | null;
};

export type UploadDocumentRequest = {
    /**
     * The file: at most 32 MB, with a name of at most 299 characters. A PDF, an image (PNG, JPEG, HEIC, WebP, GIF, TIFF), a text or CSV file, or a Word or Excel document without macros.
     */
    file: Blob | File;
    /**
     * What it is. The default is `other`.
     */
    attachmentType?: 'receipt' | 'bill' | 'other';
    idempotencyKey?: IdempotencyKey | null;
};

export type UploadRecipientDocumentRequest = {
    /**
     * The file: at most 32 MB, with a name of at most 299 characters. A PDF, an image (PNG, JPEG, HEIC, WebP, GIF, TIFF), a text or CSV file, or a Word or Excel document without macros.
     */
    file: Blob | File;
    /**
     * Which tax form it is. The default is `unknown`.
     */
    formType?: TaxFormType;
    idempotencyKey?: IdempotencyKey | null;
};

export type UploadTaxDocumentRequest = {
    /**
     * The file: at most 32 MB, with a name of at most 299 characters. A PDF, an image (PNG, JPEG, HEIC, WebP, GIF, TIFF), a text or CSV file, or a Word or Excel document without macros.
     */
    file: Blob | File;
    /**
     * Which form it is.
     */
    formType: 'w9' | 'w8BEN' | 'w8BENE';
};

/**
 * A user of the organization.
 */
export type User = {
    /**
     * The user's id.
     */
    userId: string;
    /**
     * The email address, in lower case.
     */
    email: string;
    /**
     * First name.
     */
    firstName: string;
    /**
     * Last name.
     */
    lastName: string;
    /**
     * The role in the terms of this API family: `customUser` stands for every other role.
     */
    organizationRole: 'administrator' | 'bookkeeper' | 'customUser' | 'cardOnlyUser' | 'employee';
    role: UserRole;
    /**
     * For the role `custom`: its scopes and permissions.
     */
    customPermissions: Array<string>;
    /**
     * A locked user, and the tokens that they created, have no access.
     */
    status: 'active' | 'locked';
    /**
     * What the calling user may do with this user. Absent if a token makes the request.
     */
    allowedActions?: Array<'rename' | 'changeRole' | 'endSessions' | 'lock' | 'unlock'>;
};

export type UserList = {
    /**
     * The page.
     */
    users: Array<User>;
    page: Page;
};

/**
 * The user's role.
 */
export type UserRole = 'administrator' | 'approver' | 'bookkeeper' | 'viewer' | 'custom';

export type VerifyDepositsRequest = {
    /**
     * The two amounts, each below $1.00.
     */
    amounts: [
        number,
        number
    ];
};

export type VerifyWebhookRequest = {
    /**
     * Type of the test event; `transaction.created` by default.
     */
    eventType?: WebhookEventType;
    idempotencyKey?: IdempotencyKey | null;
};

/**
 * An endpoint that receives events.
 */
export type Webhook = {
    /**
     * The endpoint.
     */
    id: string;
    /**
     * Where events are sent.
     */
    url: string;
    /**
     * `active`: receives events. `paused`: a person or token paused it: receives nothing. `disabled`: failed for three days: receives nothing until it is set `active`. `deleted`: permanently deleted.
     */
    status: WebhookStatus;
    /**
     * Event types to send; null = both transaction events.
     */
    eventTypes: Array<string> | null;
    /**
     * An update is sent only if it changes one of these; null = any.
     */
    filterPaths: Array<string> | null;
    /**
     * Signs the deliveries. Only in the first response after creating or rotating it: store it. A replay omits it; rotate a lost one.
     */
    secret?: string;
    /**
     * When it was created.
     */
    createdAt: string;
    /**
     * When it was last changed.
     */
    updatedAt: string;
};

export type WebhookAttempt = {
    /**
     * 1 for the first.
     */
    attempt: number;
    /**
     * When it was made.
     */
    attemptedAt: string;
    /**
     * `refused`: not sent, because the URL or its address is not allowed.
     */
    outcome: 'delivered' | 'failed' | 'refused';
    /**
     * The receiver's response status; null if there was no response.
     */
    statusCode: number | null;
    /**
     * Why it failed, such as `timeout`, `httpStatus`, `tls`, or `privateAddress`.
     */
    reason: string | null;
    /**
     * How long it took.
     */
    durationMs: number;
    /**
     * The start of the response. Only for callers with the scope `createWebhooks`; null for others.
     */
    responseSnippet: string | null;
};

/**
 * The delivery of one event to one endpoint.
 */
export type WebhookDelivery = {
    /**
     * The delivery.
     */
    id: string;
    /**
     * The event: `webhook-id` and `id` of the body.
     */
    eventId: string;
    /**
     * The event's type, such as `transaction.updated`.
     */
    eventType: string | null;
    /**
     * The transaction or account.
     */
    resourceId: string;
    /**
     * Its version.
     */
    resourceVersion: number;
    /**
     * Sent because it happened, or because you asked again.
     */
    purpose: 'event' | 'resend';
    /**
     * `waiting`: tried until it is delivered. `delivered`: the endpoint acknowledged it. `abandoned`: refused for three days while other events got through, or the endpoint was deleted.
     */
    state: WebhookDeliveryState;
    /**
     * Every attempt, oldest first.
     */
    attempts: Array<WebhookAttempt>;
    /**
     * When it was queued.
     */
    createdAt: string;
    /**
     * The earliest time of the next attempt; null if there is none.
     */
    nextAttemptAt: string | null;
    /**
     * When it was delivered.
     */
    deliveredAt: string | null;
};

export type WebhookDeliveryList = {
    /**
     * The page.
     */
    deliveries: Array<WebhookDelivery>;
    page: Page;
};

export type WebhookDeliveryState = 'waiting' | 'delivered' | 'abandoned';

export type WebhookEventType = 'transaction.created' | 'transaction.updated' | 'checkingAccount.balance.updated' | 'savingsAccount.balance.updated' | 'treasuryAccount.balance.updated' | 'investmentAccount.balance.updated' | 'creditAccount.balance.updated';

export type WebhookList = {
    /**
     * The page, without secrets.
     */
    webhooks: Array<Webhook>;
    page: Page;
};

export type WebhookStatus = 'active' | 'paused' | 'disabled' | 'deleted';

export type WireRoutingInfo = {
    /**
     * The full number for tokens with `fetchRecipients`, otherwise its last four digits: `••••6789`. Signed-in users can reveal it with a separate request.
     */
    accountNumber: string;
    /**
     * ABA routing number.
     */
    routingNumber: string;
    /**
     * Name of the bank.
     */
    bankName: string | null;
    address: Address | null;
};

export type GetAccountsQuery = {
    /**
     * Items per page. The default is 1000.
     */
    limit?: number;
    /**
     * Order of creation. The default is `asc`.
     */
    order?: SortOrder;
    /**
     * Returns the page after this item.
     */
    start_after?: string;
    /**
     * Returns the page that ends just before this item.
     */
    end_before?: string;
};

export type GetRecipientsQuery = {
    /**
     * Items per page. The default is 1000.
     */
    limit?: number;
    /**
     * Order of creation. The default is `asc`.
     */
    order?: SortOrder;
    /**
     * Returns the page after this item.
     */
    start_after?: string;
    /**
     * Returns the page that ends just before this item.
     */
    end_before?: string;
    /**
     * `active` by default.
     */
    status?: RecipientStatus;
    /**
     * Beginnings of words in the name, the nickname, or the email addresses.
     */
    search?: string;
};

export type GetNameSpellingQuery = {
    /**
     * The name.
     */
    name?: string;
};

export type ListRecipientsAttachmentsQuery = {
    /**
     * Items per page. The default is 1000.
     */
    limit?: number;
    /**
     * Order of creation. The default is `asc`.
     */
    order?: SortOrder;
    /**
     * Returns the page after this item.
     */
    start_after?: string;
    /**
     * Returns the page that ends just before this item.
     */
    end_before?: string;
};

export type ListRecipientInvitesQuery = {
    /**
     * Items per page. The default is 1000.
     */
    limit?: number;
    /**
     * Order of creation. The default is `asc`.
     */
    order?: SortOrder;
    /**
     * Returns the page after this invite.
     */
    start_after?: string;
    /**
     * Returns the page that ends just before this invite.
     */
    end_before?: string;
    /**
     * Only invites with this status.
     */
    status?: RecipientInviteStatus;
};

export type ListAccountTransactionsQuery = {
    /**
     * Items per page. The default is 1000.
     */
    limit?: number;
    /**
     * Rows to skip.
     */
    offset?: number;
    /**
     * Order of creation; `desc` by default.
     */
    order?: SortOrder;
    /**
     * Returns the page after this item.
     */
    start_after?: string;
    /**
     * Returns the page that ends just before this item.
     */
    end_before?: string;
    /**
     * Created on or after. By default (without `requestId` or a cursor), 30 days before `end` or today. A date in New York (YYYY-MM-DD), or an ISO 8601 timestamp, which is compared as it is.
     */
    start?: string;
    /**
     * Created on or before (the whole day). A date in New York (YYYY-MM-DD), or an ISO 8601 timestamp, which is compared as it is.
     */
    end?: string;
    /**
     * Any of these statuses; repeat it or separate values with commas.
     */
    status?: Array<TransactionStatus>;
    /**
     * Beginnings of words in the counterparty's names or the description.
     */
    search?: string;
    /**
     * Produced by this approval request.
     */
    requestId?: string;
    /**
     * Merchant type.
     */
    mercuryCategory?: MercuryCategory;
    /**
     * The organization's category.
     */
    categoryId?: string;
    /**
     * `true`: only with one of the organization's categories; `false`: only without.
     */
    categorized?: 'true' | 'false';
    /**
     * Only what GET /spending counts as money out or money in: pending or sent, without transfers between own accounts.
     */
    spending?: MoneyDirection;
    /**
     * Any of these kinds; repeat it or separate values with commas.
     */
    kind?: Array<TransactionKind>;
    /**
     * Payments with any of these methods; repeat it or separate values with commas.
     */
    paymentMethod?: Array<PaymentMethod>;
    /**
     * To or from this recipient or account.
     */
    counterpartyId?: string;
    /**
     * At least this many dollars, in or out.
     */
    amountMin?: number;
    /**
     * At most this many dollars, in or out.
     */
    amountMax?: number;
};

export type ListSendMoneyApprovalRequestsQuery = {
    /**
     * Only this account.
     */
    accountId?: string;
    /**
     * Only this status; `pendingApproval` by default, `all` for every status.
     */
    status?: ApprovalRequestStatusFilter;
    /**
     * Items per page. The default is 1000.
     */
    limit?: number;
    /**
     * Order of creation. The default is `asc`.
     */
    order?: SortOrder;
    /**
     * Returns the page after this item.
     */
    start_after?: string;
    /**
     * Returns the page that ends just before this item.
     */
    end_before?: string;
};

export type ListTransferMoneyApprovalRequestsQuery = {
    /**
     * Only from this account.
     */
    sourceAccountId?: string;
    /**
     * Only to this account.
     */
    destinationAccountId?: string;
    /**
     * Only this status; `pendingApproval` by default, `all` for every status.
     */
    status?: ApprovalRequestStatusFilter;
    /**
     * Returns the page that starts with this request.
     */
    start_at?: string;
    /**
     * Items per page. The default is 1000.
     */
    limit?: number;
    /**
     * Order of creation. The default is `asc`.
     */
    order?: SortOrder;
    /**
     * Returns the page after this item.
     */
    start_after?: string;
    /**
     * Returns the page that ends just before this item.
     */
    end_before?: string;
};

export type GetCashFlowQuery = {
    /**
     * Number of months; 12 by default.
     */
    months?: number;
    /**
     * Only this account; all accounts together if omitted.
     */
    accountId?: string;
};

export type GetBalanceHistoryQuery = {
    /**
     * Number of days; 90 by default.
     */
    days?: number;
    /**
     * Only this account; all accounts together if omitted.
     */
    accountId?: string;
};

export type ListTransactionsQuery = {
    /**
     * Items per page. The default is 1000.
     */
    limit?: number;
    /**
     * Order of creation. The default is `asc`.
     */
    order?: SortOrder;
    /**
     * Returns the page after this item.
     */
    start_after?: string;
    /**
     * Returns the page that ends just before this item.
     */
    end_before?: string;
    /**
     * The page that begins with this item.
     */
    start_at?: string;
    /**
     * Created on or after. A date in New York (YYYY-MM-DD), or an ISO 8601 timestamp, which is compared as it is.
     */
    start?: string;
    /**
     * Created on or before (the whole day). A date in New York (YYYY-MM-DD), or an ISO 8601 timestamp, which is compared as it is.
     */
    end?: string;
    /**
     * Any of these statuses; repeat it or separate values with commas.
     */
    status?: Array<TransactionStatus>;
    /**
     * Beginnings of words in the counterparty's names or the description.
     */
    search?: string;
    /**
     * Produced by this approval request.
     */
    requestId?: string;
    /**
     * Merchant type.
     */
    mercuryCategory?: MercuryCategory;
    /**
     * The organization's category.
     */
    categoryId?: string;
    /**
     * `true`: only with one of the organization's categories; `false`: only without.
     */
    categorized?: 'true' | 'false';
    /**
     * Only what GET /spending counts as money out or money in: pending or sent, without transfers between own accounts.
     */
    spending?: MoneyDirection;
    /**
     * Any of these kinds; repeat it or separate values with commas.
     */
    kind?: Array<TransactionKind>;
    /**
     * Payments with any of these methods; repeat it or separate values with commas.
     */
    paymentMethod?: Array<PaymentMethod>;
    /**
     * To or from this recipient or account.
     */
    counterpartyId?: string;
    /**
     * At least this many dollars, in or out.
     */
    amountMin?: number;
    /**
     * At most this many dollars, in or out.
     */
    amountMax?: number;
    /**
     * Of any of these accounts.
     */
    accountId?: Array<string>;
    /**
     * Card payments of these cards; there are none here.
     */
    cardId?: Array<string>;
    /**
     * Posted on or after; rows not yet posted drop out. A returned payment keeps the time when it was posted, and its return has `failedAt`. A date in New York (YYYY-MM-DD), or an ISO 8601 timestamp, which is compared as it is.
     */
    postedStart?: string;
    /**
     * Posted on or before (the whole day). A date in New York (YYYY-MM-DD), or an ISO 8601 timestamp, which is compared as it is.
     */
    postedEnd?: string;
};

export type ExportTransactionsQuery = {
    /**
     * Order of creation. The default is `asc`.
     */
    order?: SortOrder;
    /**
     * Created on or after. A date in New York (YYYY-MM-DD), or an ISO 8601 timestamp, which is compared as it is.
     */
    start?: string;
    /**
     * Created on or before (the whole day). A date in New York (YYYY-MM-DD), or an ISO 8601 timestamp, which is compared as it is.
     */
    end?: string;
    /**
     * Any of these statuses; repeat it or separate values with commas.
     */
    status?: Array<TransactionStatus>;
    /**
     * Beginnings of words in the counterparty's names or the description.
     */
    search?: string;
    /**
     * Produced by this approval request.
     */
    requestId?: string;
    /**
     * Merchant type.
     */
    mercuryCategory?: MercuryCategory;
    /**
     * The organization's category.
     */
    categoryId?: string;
    /**
     * `true`: only with one of the organization's categories; `false`: only without.
     */
    categorized?: 'true' | 'false';
    /**
     * Only what GET /spending counts as money out or money in: pending or sent, without transfers between own accounts.
     */
    spending?: MoneyDirection;
    /**
     * Any of these kinds; repeat it or separate values with commas.
     */
    kind?: Array<TransactionKind>;
    /**
     * Payments with any of these methods; repeat it or separate values with commas.
     */
    paymentMethod?: Array<PaymentMethod>;
    /**
     * To or from this recipient or account.
     */
    counterpartyId?: string;
    /**
     * At least this many dollars, in or out.
     */
    amountMin?: number;
    /**
     * At most this many dollars, in or out.
     */
    amountMax?: number;
    /**
     * Of any of these accounts.
     */
    accountId?: Array<string>;
    /**
     * Card payments of these cards; there are none here.
     */
    cardId?: Array<string>;
    /**
     * Posted on or after; rows not yet posted drop out. A returned payment keeps the time when it was posted, and its return has `failedAt`. A date in New York (YYYY-MM-DD), or an ISO 8601 timestamp, which is compared as it is.
     */
    postedStart?: string;
    /**
     * Posted on or before (the whole day). A date in New York (YYYY-MM-DD), or an ISO 8601 timestamp, which is compared as it is.
     */
    postedEnd?: string;
};

export type GetAccountStatementsQuery = {
    /**
     * Items per page. The default is 1000.
     */
    limit?: number;
    /**
     * Order of creation. The default is `desc`.
     */
    order?: SortOrder;
    /**
     * Returns the page after this item.
     */
    start_after?: string;
    /**
     * Returns the page that ends just before this item.
     */
    end_before?: string;
    /**
     * The period begins on or after. A date in New York, YYYY-MM-DD.
     */
    start?: string;
    /**
     * The period begins on or before. A date in New York, YYYY-MM-DD.
     */
    end?: string;
    /**
     * Statements of these kinds. The default is `monthly`.
     */
    kind?: Array<StatementKind>;
};

export type GetAccountStatementQuery = {
    /**
     * Items per page. The default is 1000.
     */
    limit?: number;
    /**
     * Order of creation. The default is `desc`.
     */
    order?: SortOrder;
    /**
     * Returns the page after this item.
     */
    start_after?: string;
    /**
     * Returns the page that ends just before this item.
     */
    end_before?: string;
    /**
     * The period begins on or after. A date in New York, YYYY-MM-DD.
     */
    start?: string;
    /**
     * The period begins on or before. A date in New York, YYYY-MM-DD.
     */
    end?: string;
    /**
     * Statements of these kinds. The default is `monthly`.
     */
    kind?: Array<StatementKind>;
};

export type ListStatementsQuery = {
    /**
     * Items per page. The default is 1000.
     */
    limit?: number;
    /**
     * Order of creation. The default is `desc`.
     */
    order?: SortOrder;
    /**
     * Returns the page after this item.
     */
    start_after?: string;
    /**
     * Returns the page that ends just before this item.
     */
    end_before?: string;
    /**
     * Of this account.
     */
    accountId?: string;
    /**
     * The period begins on or after. A date in New York, YYYY-MM-DD.
     */
    start?: string;
    /**
     * The period begins on or before. A date in New York, YYYY-MM-DD.
     */
    end?: string;
    /**
     * Statements of these kinds. The default is `monthly`.
     */
    kind?: Array<StatementKind>;
};

export type GetStatementQboQuery = {
    /**
     * Your bank's number in Intuit's directory (`INTU.BID`). QuickBooks shows that bank's name and accepts the file for its accounts; `3000` by default.
     */
    intuitBankId?: string;
};

export type GetStatementHledgerQuery = {
    /**
     * Whether the journal begins with the balance of the first day. The default is `true`: the journal is complete alone. With `false`, it continues the journal of the period before.
     */
    openingBalance?: boolean;
};

export type GetStatementBeancountQuery = {
    /**
     * Whether the journal begins with the balance of the first day. The default is `true`: the journal is complete alone. With `false`, it continues the journal of the period before.
     */
    openingBalance?: boolean;
};

export type GetTreasuryQuery = {
    /**
     * Items per page. The default is 1000.
     */
    limit?: number;
    /**
     * Order of creation. The default is `asc`.
     */
    order?: SortOrder;
    /**
     * Returns the page after this item.
     */
    start_after?: string;
    /**
     * Returns the page that ends just before this item.
     */
    end_before?: string;
};

export type GetTreasuryTransactionsQuery = {
    /**
     * Items per page. The default is 100.
     */
    limit?: number;
    /**
     * Order of posting. The default is `desc`.
     */
    order?: SortOrder;
    /**
     * The `cursor` of the page before.
     */
    cursor?: number;
};

export type GetTreasuryStatementsQuery = {
    /**
     * Items per page. The default is 1000.
     */
    limit?: number;
    /**
     * Order of creation. The default is `asc`.
     */
    order?: SortOrder;
    /**
     * Returns the page after this item.
     */
    start_after?: string;
    /**
     * Returns the page that ends just before this item.
     */
    end_before?: string;
    /**
     * Returns documents of this type only.
     */
    documentType?: TreasuryDocumentType;
};

export type GetSpendingQuery = {
    /**
     * The first month. By default, the 11 months before `end`. A month in New York, YYYY-MM.
     */
    start?: string;
    /**
     * The last month. By default, the current one. A month in New York, YYYY-MM.
     */
    end?: string;
    /**
     * Of any of these accounts.
     */
    accountId?: Array<string>;
    /**
     * Money out (the default) or money in.
     */
    direction?: MoneyDirection;
};

export type ExportSpendingQuery = {
    /**
     * The first month. By default, the 11 months before `end`. A month in New York, YYYY-MM.
     */
    start?: string;
    /**
     * The last month. By default, the current one. A month in New York, YYYY-MM.
     */
    end?: string;
    /**
     * Of any of these accounts.
     */
    accountId?: Array<string>;
    /**
     * Money out (the default) or money in.
     */
    direction?: MoneyDirection;
};

export type ListCategoriesQuery = {
    /**
     * Items per page. The default is 1000.
     */
    limit?: number;
    /**
     * Order of creation. The default is `asc`.
     */
    order?: SortOrder;
    /**
     * Returns the page after this item.
     */
    start_after?: string;
    /**
     * Returns the page that ends just before this item.
     */
    end_before?: string;
};

export type GetEventsQuery = {
    /**
     * Items per page. The default is 1000.
     */
    limit?: number;
    /**
     * Order of creation. The default is `asc`.
     */
    order?: SortOrder;
    /**
     * Returns the page after this item.
     */
    start_after?: string;
    /**
     * Returns the page that ends just before this item.
     */
    end_before?: string;
    /**
     * Only events of this resource type.
     */
    resourceType?: EventResourceType;
    /**
     * Only events about this transaction or account.
     */
    resourceId?: string;
};

export type GetWebhooksQuery = {
    /**
     * Items per page. The default is 1000.
     */
    limit?: number;
    /**
     * Order of creation. The default is `asc`.
     */
    order?: SortOrder;
    /**
     * Returns the page after this item.
     */
    start_after?: string;
    /**
     * Returns the page that ends just before this item.
     */
    end_before?: string;
    /**
     * Only endpoints with one of these; repeat it or join by commas.
     */
    status?: Array<WebhookStatus>;
};

export type GetWebhookDeliveriesQuery = {
    /**
     * Items per page. The default is 1000.
     */
    limit?: number;
    /**
     * Order of creation. The default is `asc`.
     */
    order?: SortOrder;
    /**
     * Returns the page after this item.
     */
    start_after?: string;
    /**
     * Returns the page that ends just before this item.
     */
    end_before?: string;
    /**
     * Only deliveries in one of these; repeat it or join by commas.
     */
    state?: Array<WebhookDeliveryState>;
};

export type GetUsersQuery = {
    /**
     * Items per page. The default is 1000.
     */
    limit?: number;
    /**
     * Order of creation. The default is `asc`.
     */
    order?: SortOrder;
    /**
     * Returns the page after this item.
     */
    start_after?: string;
    /**
     * Returns the page that ends just before this item.
     */
    end_before?: string;
    /**
     * Returns the page from this item on.
     */
    start_at?: string;
};

export type ListCustomersQuery = {
    /**
     * Items per page. The default is 1000.
     */
    limit?: number;
    /**
     * Order of creation. The default is `asc`.
     */
    order?: SortOrder;
    /**
     * Returns the page after this item.
     */
    start_after?: string;
    /**
     * Returns the page that ends just before this item.
     */
    end_before?: string;
    /**
     * Beginnings of words in the name or email address.
     */
    search?: string;
};

export type ListInvoicesQuery = {
    /**
     * Items per page. The default is 1000.
     */
    limit?: number;
    /**
     * Order of creation. The default is `asc`.
     */
    order?: SortOrder;
    /**
     * Returns the page after this item.
     */
    start_after?: string;
    /**
     * Returns the page that ends just before this item.
     */
    end_before?: string;
    /**
     * Only invoices with this status.
     */
    status?: InvoiceStatus;
    /**
     * Only invoices of this customer.
     */
    customerId?: string;
};

export type GetInvoicingOverviewQuery = {
    /**
     * Only this customer.
     */
    customerId?: string;
};

export type ListInvoiceRowsQuery = {
    /**
     * Items per page. The default is 1000.
     */
    limit?: number;
    /**
     * Order of creation; `desc` by default.
     */
    order?: SortOrder;
    /**
     * Returns the page after this item.
     */
    start_after?: string;
    /**
     * Returns the page that ends just before this item.
     */
    end_before?: string;
    /**
     * Only this status; `overdue`: unpaid after the due date, in the order of due dates.
     */
    status?: 'Unpaid' | 'Processing' | 'Paid' | 'Cancelled' | 'overdue';
    /**
     * Only unpaid invoices of this age, in the order of due dates.
     */
    age?: InvoiceAge;
    /**
     * Only this customer.
     */
    customerId?: string;
    /**
     * Beginnings of words in the number or the customer's name or email address.
     */
    search?: string;
};

export type ListIncomingPaymentsQuery = {
    /**
     * Items per page. The default is 1000.
     */
    limit?: number;
    /**
     * Order of creation; `desc` by default.
     */
    order?: SortOrder;
    /**
     * Returns the page after this item.
     */
    start_after?: string;
    /**
     * Returns the page that ends just before this item.
     */
    end_before?: string;
    /**
     * Only this status; `credit`: matched, with something left.
     */
    status?: 'open' | 'matched' | 'ignored' | 'returned' | 'credit';
    /**
     * Adds `suggestedMatches` to the first 50 open payments. The default is `false`.
     */
    suggestions?: boolean;
};

export type ListBankFilesQuery = {
    /**
     * Items per page. The default is 1000.
     */
    limit?: number;
    /**
     * Order of creation. The default is `desc`.
     */
    order?: SortOrder;
    /**
     * Returns the page after this item.
     */
    start_after?: string;
    /**
     * Returns the page that ends just before this item.
     */
    end_before?: string;
    /**
     * Only this direction.
     */
    direction?: BankFileDirection;
    /**
     * Only this state.
     */
    state?: BankFileState;
    /**
     * Only this payment method.
     */
    rail?: BankRail;
    /**
     * Only this format.
     */
    format?: BankFileFormat;
    /**
     * Only this connection.
     */
    connectionId?: string;
    /**
     * `true`: only files in doubt, set aside, with open items, or unanswered past `answerDueAt`.
     */
    attention?: 'true' | 'false';
};

export type GetBankFileQuery = {
    /**
     * Payments after this position.
     */
    payments_after?: number;
};

export type ListBankMovementsQuery = {
    /**
     * Items per page. The default is 1000.
     */
    limit?: number;
    /**
     * The default is `desc`.
     */
    order?: SortOrder;
    /**
     * Returns the page after this item.
     */
    start_after?: string;
    /**
     * Returns the page that ends just before this item.
     */
    end_before?: string;
    /**
     * The default is `open`.
     */
    state?: 'open' | 'matched';
};

export type ListBankNoticesQuery = {
    /**
     * Items per page. The default is 1000.
     */
    limit?: number;
    /**
     * Order of creation. The default is `desc`.
     */
    order?: SortOrder;
    /**
     * Returns the page after this item.
     */
    start_after?: string;
    /**
     * Returns the page that ends just before this item.
     */
    end_before?: string;
    /**
     * `true`: only those that a person has to act on.
     */
    open?: 'true' | 'false';
    /**
     * Only this recipient.
     */
    recipientId?: string;
};

export type ListBankFileItemsQuery = {
    /**
     * Items per page. The default is 1000.
     */
    limit?: number;
    /**
     * Order of creation. The default is `desc`.
     */
    order?: SortOrder;
    /**
     * Returns the page after this item.
     */
    start_after?: string;
    /**
     * Returns the page that ends just before this item.
     */
    end_before?: string;
    /**
     * `true`: only those that a person has to decide.
     */
    open?: 'true' | 'false';
    /**
     * Only those of this file.
     */
    fileId?: string;
};

export type ListSandboxReasonsQuery = {
    /**
     * The payment's method; `ach` by default.
     */
    paymentMethod?: PaymentMethod;
    /**
     * The outcome; `rejected` by default.
     */
    outcome?: 'rejected' | 'blocked' | 'returned';
};

export type ListSandboxEmailsQuery = {
    /**
     * Items per page. The default is 1000.
     */
    limit?: number;
    /**
     * Order of creation; `desc` by default.
     */
    order?: SortOrder;
    /**
     * Returns the page after this item.
     */
    start_after?: string;
    /**
     * Returns the page that ends just before this item.
     */
    end_before?: string;
    /**
     * Returns the page from this item on.
     */
    start_at?: string;
};
