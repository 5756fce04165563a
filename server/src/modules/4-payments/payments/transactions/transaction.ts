import type { PaymentMethod } from "bursar-banking/identifiers/payment-method";
import { type Static, Type } from "typebox";
import { Nullable, OneOf, object, PageSchema, Timestamp, Usd, Uuid } from "#kernel/http/schemas.ts";
import { inWords } from "#kernel/states/state-table.ts";
import type { AccountId, CategoryId, CategoryRuleId, RoutingId, TransactionId } from "#kernel/values/ids.ts";
import { dollarsFromMinor } from "#kernel/values/money.ts";
import { CategorySchema } from "#money/categories";
import { InternationalInfoSchema } from "#money/recipients";
import { TransactionAttachmentSchema } from "#records/attachments";
import { type TransactionStatus, transactionStates } from "../states/transaction-states.ts";
import { CreditCard, CurrencyExchange, DebitCard, GlAllocation, Merchant } from "./transaction-parts.ts";

/** A row of transactions, as read by this module. */
export interface TransactionRow {
  readonly transaction_id: TransactionId;
  readonly account_id: AccountId;
  readonly counterparty_id: string;
  /** Cents; negative leaves the account. */
  readonly amount_minor: bigint;
  readonly created_at: Date;
  readonly estimated_delivery_at: Date;
  readonly kind: string;
  readonly method: PaymentMethod | null;
  readonly counterparty_name: string;
  readonly counterparty_nickname: string | null;
  readonly routing_id: RoutingId | null;
  readonly external_memo: string | null;
  readonly note: string | null;
  readonly purpose: string | null;
  readonly bank_description: string;
  readonly request_id: string | null;
  readonly fee_id: TransactionId | null;
  /** On a fee: the payment it belongs to. */
  readonly fee_for_id: TransactionId | null;
  readonly status: TransactionStatus;
  /** Increases with every move and edit; each version has one event. */
  readonly version: number;
  readonly posted_at: Date | null;
  readonly failed_at: Date | null;
  readonly reason_for_failure: string | null;
  readonly tracking_number: string | null;
  readonly check_number: string | null;
  /** An edit does not replace `note`, which first responses are rebuilt from. */
  readonly note_edited: boolean;
  readonly edited_note: string | null;
  readonly category_id: CategoryId | null;
  /** A person or token chose the category; otherwise a rule did, or nobody. */
  readonly category_by_hand: boolean;
  readonly category_rule_id: CategoryRuleId | null;
  readonly category_name: string | null;
  readonly visible_for_card_spend: boolean | null;
  readonly visible_for_reimbursements: boolean | null;
  readonly visible_for_other: boolean | null;
  readonly mercury_category: string | null;
}

/**
 * The columns that change after creation, with their values on a new payment. One list for the first response and its
 * replay, which must be identical.
 */
export const initialPaymentColumns = {
  status: "pending",
  version: 1,
  posted_at: null,
  failed_at: null,
  reason_for_failure: null,
  tracking_number: null,
  check_number: null,
  note_edited: false,
  edited_note: null,
  category_id: null,
  category_by_hand: false,
  category_rule_id: null,
  category_name: null,
  visible_for_card_spend: null,
  visible_for_reimbursements: null,
  visible_for_other: null,
  mercury_category: null,
} as const satisfies Partial<TransactionRow>;

/** The payment's row as created, for the response to a repeated idempotency key. */
export const asCreated = (row: TransactionRow): TransactionRow => ({ ...row, ...initialPaymentColumns });

const text = (description: string) => Nullable(Type.String({ description }));
const Address = object(
  {
    address1: Type.String({ description: "Street line." }),
    address2: Type.Optional(text("Second line.")),
    city: Type.String({ description: "City." }),
    region: Type.Optional(text("State or region.")),
    state: Type.Optional(text("The same as `region` for an address in the United States, otherwise null.")),
    postalCode: Type.String({ description: "ZIP or postal code." }),
    country: Type.Optional(text("ISO 3166-1 alpha-2.")),
  },
  { title: "TransactionAddress", description: "A postal address." },
);
const bankDetails = {
  accountNumber: Type.String({
    description: "In full for tokens that may read recipients, otherwise its last four digits.",
  }),
  routingNumber: Type.String({ description: "ABA routing number." }),
  bankName: text("Name of the bank."),
  address: Nullable(Address),
};
const relationKinds = [
  "FeePaymentToOriginalTransaction",
  "OriginalTransactionToFeePayment",
  "OriginalTransactionToReturn",
  "ReturnToOriginalTransaction",
] as const;
const RelatedTransaction = object(
  {
    id: Uuid("The other transaction; of a returned payment's return, the payment itself."),
    accountId: Uuid("Its account."),
    amount: Usd("Negative when money left the account."),
    createdAt: Timestamp("When it was made."),
    relationKind: OneOf(relationKinds, "The relation of this transaction to the other.", "TransactionRelationKind"),
  },
  { title: "RelatedTransaction", description: "A related transaction." },
);
const ElectronicRouting = Type.Object(
  { ...bankDetails, electronicAccountType: Type.String({ description: "Such as `businessChecking`." }) },
  { title: "TransactionElectronicRoutingInfo", description: "ACH, and real-time payments that use the ACH details." },
);
const WireRouting = Type.Object(bankDetails, {
  title: "TransactionWireRoutingInfo",
  description: "Wires and real-time payments.",
});

/** The Transaction object (wire contract §3.2). Every member is always present. */
export const TransactionSchema = Type.Object(
  {
    id: Uuid("The transaction."),
    accountId: Uuid("The organization's account."),
    amount: Usd("Negative when money leaves the account."),
    status: OneOf(transactionStates.states, inWords(transactionStates), "TransactionStatus"),
    kind: Type.String({ description: "What moved the money, such as `outgoingPayment` or `internalTransfer`." }),
    createdAt: Timestamp("When it was accepted."),
    estimatedDeliveryDate: Timestamp("When the recipient should have the money."),
    postedAt: Nullable(Timestamp("When it became `sent`.")),
    failedAt: Nullable(Timestamp("When it became `failed`, `blocked`, or `reversed`.")),
    returnedAt: Type.Optional(
      Timestamp(
        "When it was returned: a payment that became `reversed`, or a deposit or transfer with a return among `relatedTransactions`. Absent if it was not.",
      ),
    ),
    reasonForFailure: text("The bank's code and its meaning."),
    counterpartyId: Uuid("The recipient, or the other account of a transfer."),
    counterpartyName: Type.String({ description: "Name at the time of the payment." }),
    counterpartyNickname: text("Nickname at the time of the payment."),
    bankDescription: text("The text on the statement."),
    externalMemo: text("What the recipient sees."),
    note: text("Internal note; edited with PATCH."),
    dashboardLink: Type.String({ description: "Link to its page in the dashboard." }),
    requestId: text("Approval request that produced it."),
    feeId: text("The fee's own transaction."),
    trackingNumber: text("ACH trace number, wire IMAD/OMAD or RTP reference; null until the network gives one."),
    checkNumber: text("Number of the check."),
    attachments: Type.Array(TransactionAttachmentSchema, {
      description: "Its files, and those of the approval request that produced it.",
    }),
    relatedTransactions: Type.Array(RelatedTransaction, {
      description:
        "A fee or return, or what it is for. A payment that was returned is one transaction with its return, which has its `id`, the opposite amount, and its time.",
    }),
    glAllocations: Type.Array(GlAllocation, { description: "General ledger allocations; none are made here." }),
    generalLedgerCodeName: text("Deprecated."),
    categoryData: Nullable(CategorySchema),
    mercuryCategory: text("Merchant type."),
    compliantWithReceiptPolicy: Type.Boolean({ description: "Always true: there is no receipt policy." }),
    hasGeneratedReceipt: Type.Boolean({ description: "Always false." }),
    cardId: text("Card payments only."),
    creditAccountPeriodId: text("Credit cards only."),
    merchant: Nullable(Merchant),
    currencyExchangeInfo: Nullable(CurrencyExchange),
    details: Nullable(
      Type.Object(
        {
          address: Nullable(Address),
          electronicRoutingInfo: Nullable(ElectronicRouting),
          domesticWireRoutingInfo: Nullable(WireRouting),
          internationalWireRoutingInfo: Nullable(InternationalInfoSchema),
          creditCardInfo: Nullable(CreditCard),
          debitCardInfo: Nullable(DebitCard),
        },
        { title: "TransactionDetails", description: "The recipient's bank details at the time of the payment." },
      ),
    ),
  },
  { title: "Transaction", description: "A payment, transfer, or deposit." },
);
export type Transaction = Static<typeof TransactionSchema>;

/** A page by cursor. */
export const TransactionListSchema = object(
  { transactions: Type.Array(TransactionSchema, { description: "The page." }), page: PageSchema },
  { title: "TransactionList" },
);

export interface RenderOptions {
  readonly publicUrl: string;
  /** The bank details of the payment, already masked if the caller may not see them. */
  readonly details: Transaction["details"];
  readonly returnedAt: Date | null;
  readonly related: Transaction["relatedTransactions"];
  readonly attachments: Transaction["attachments"];
}

const iso = (at: Date | null): string | null => (at === null ? null : at.toISOString());

/** The API's Transaction for a row. */
export function renderTransaction(
  row: TransactionRow,
  { publicUrl, details, returnedAt, related, attachments }: RenderOptions,
): Transaction {
  return {
    id: row.transaction_id,
    accountId: row.account_id,
    amount: dollarsFromMinor(row.amount_minor),
    status: row.status,
    kind: row.kind,
    createdAt: row.created_at.toISOString(),
    estimatedDeliveryDate: row.estimated_delivery_at.toISOString(),
    postedAt: iso(row.posted_at),
    failedAt: iso(row.failed_at),
    // Absent before: a key's first response stays as it was.
    ...(returnedAt === null ? {} : { returnedAt: returnedAt.toISOString() }),
    reasonForFailure: row.reason_for_failure,
    counterpartyId: row.counterparty_id,
    counterpartyName: row.counterparty_name,
    counterpartyNickname: row.counterparty_nickname,
    bankDescription: row.bank_description,
    externalMemo: row.external_memo,
    note: row.note_edited ? row.edited_note : row.note,
    dashboardLink: `${publicUrl}/dashboard/transactions/${row.transaction_id}`,
    requestId: row.request_id,
    feeId: row.fee_id,
    trackingNumber: row.tracking_number,
    checkNumber: row.check_number,
    attachments,
    relatedTransactions: related,
    glAllocations: [],
    generalLedgerCodeName: null,
    categoryData: categoryOf(row),
    mercuryCategory: row.mercury_category,
    compliantWithReceiptPolicy: true,
    hasGeneratedReceipt: false,
    cardId: null,
    creditAccountPeriodId: null,
    merchant: null,
    currencyExchangeInfo: null,
    details,
  };
}

const categoryOf = (row: TransactionRow): Transaction["categoryData"] =>
  row.category_id === null || row.category_name === null
    ? null
    : {
        id: row.category_id,
        name: row.category_name,
        visibleForCardSpend: row.visible_for_card_spend ?? false,
        visibleForReimbursements: row.visible_for_reimbursements ?? false,
        visibleForOther: row.visible_for_other ?? false,
      };
