import { paymentMethods } from "bursar-banking/identifiers/payment-method";

/**
 * What `bursar accounts`, `bursar recipients`, and the others list and show: routes, columns, and filters of the API, by
 * its names. A test compares them with api/openapi.json.
 */
export interface ApiResource {
  /** The name of the command, in the plural. */
  readonly name: string;
  /** In a sentence. */
  readonly singular: string;
  readonly description: string;
  readonly list: { readonly path: string; readonly member: string; readonly isNewestFirst: boolean };
  readonly get: { readonly path: (id: string) => string; readonly member: string };
  readonly fields: readonly Field[];
  readonly filters: readonly ListFilter[];
}

export interface Field {
  /** A member of the item; its header in CSV. */
  readonly name: string;
  /** Its title in the table; only in CSV if absent. */
  readonly title?: string;
  /** How it is written; text by default. `day` shows the day of an instant in the table. */
  readonly kind?: "money" | "count" | "day" | "state";
  readonly flexible?: boolean;
  readonly droppable?: boolean;
}

export interface ListFilter {
  /** Commander's flags, such as `--status <status>`. */
  readonly flags: string;
  readonly description: string;
  /** The query's parameter. */
  readonly parameter: string;
  readonly choices?: readonly string[];
  /** Its value is the ID of an account, which a person may name. */
  readonly isAccount?: boolean;
}

const account = (parameter: string): ListFilter => ({
  flags: "--account <account>",
  description: "the account, by its ID or name",
  parameter,
  isAccount: true,
});
const status = (choices: readonly string[]): ListFilter => ({
  flags: "--status <status>",
  description: "its status",
  parameter: "status",
  choices,
});
const kind = (choices: readonly string[]): ListFilter => ({
  flags: "--kind <kind>",
  description: "its kind",
  parameter: "kind",
  choices,
});
const search: ListFilter = { flags: "--search <text>", description: "a part of a name or a text", parameter: "search" };
const start: ListFilter = {
  flags: "--start <day>",
  description: "from this day on, YYYY-MM-DD, in New York",
  parameter: "start",
};
const end: ListFilter = {
  flags: "--end <day>",
  description: "until this day, YYYY-MM-DD, in New York",
  parameter: "end",
};
const customer: ListFilter = {
  flags: "--customer <id>",
  description: "the customer, by its ID",
  parameter: "customerId",
};

const id: Field = { name: "id", title: "id" };
const created: Field = { name: "createdAt", title: "created", kind: "day", droppable: true };
const state: Field = { name: "status", title: "status", kind: "state" };
const plain = (...names: readonly string[]): readonly Field[] => names.map((name) => ({ name }));

/** An ID in a path: the service rejects what is none, but must receive it as one segment. */
const at =
  (path: string) =>
  (itemId: string): string =>
    `${path}/${encodeURIComponent(itemId)}`;

export const accountsResource: ApiResource = {
  name: "accounts",
  singular: "account",
  description: "accounts of the organization, with their balances",
  list: { path: "/accounts", member: "accounts", isNewestFirst: false },
  get: { path: at("/account"), member: "id" },
  fields: [
    id,
    { name: "name", title: "name", flexible: true },
    { name: "kind", title: "kind", droppable: true },
    { name: "availableBalance", title: "available", kind: "money" },
    { name: "currentBalance", title: "current", kind: "money", droppable: true },
    state,
    ...plain("nickname", "legalBusinessName", "createdAt", "canSendPayments"),
  ],
  filters: [],
};

export const recipientsResource: ApiResource = {
  name: "recipients",
  singular: "recipient",
  description: "recipients of payments",
  list: { path: "/recipients", member: "recipients", isNewestFirst: false },
  get: { path: at("/recipient"), member: "id" },
  fields: [
    id,
    { name: "name", title: "name", flexible: true },
    { name: "defaultPaymentMethod", title: "method" },
    { name: "email", title: "email", flexible: true, droppable: true },
    { name: "dateLastPaid", title: "last paid", kind: "day", droppable: true },
    ...plain("nickname", "status", "isBusiness"),
  ],
  filters: [status(["active", "deleted"]), search],
};

const transactionStatuses = ["pending", "sent", "cancelled", "failed", "reversed", "blocked"] as const;
const transactionKinds = [
  "outgoingPayment",
  "internalTransfer",
  "externalTransfer",
  "treasuryTransfer",
  "incomingDomesticWire",
  "incomingInternationalWire",
  "checkDeposit",
  "interestPayment",
  "wireFee",
  "other",
] as const;

export const transactionsResource: ApiResource = {
  name: "transactions",
  singular: "transaction",
  description: "payments, transfers, and deposits",
  list: { path: "/transactions", member: "transactions", isNewestFirst: true },
  get: { path: at("/transaction"), member: "id" },
  fields: [
    id,
    created,
    { name: "counterpartyName", title: "counterparty", flexible: true },
    { name: "amount", title: "amount", kind: "money" },
    state,
    { name: "externalMemo", title: "memo", flexible: true, droppable: true },
    ...plain("accountId", "kind", "postedAt", "failedAt", "returnedAt", "reasonForFailure", "counterpartyId"),
    ...plain("bankDescription", "note", "requestId", "estimatedDeliveryDate", "trackingNumber", "checkNumber"),
  ],
  filters: [
    account("accountId"),
    status(transactionStatuses),
    kind(transactionKinds),
    {
      flags: "--method <method>",
      description: "the payment method",
      parameter: "paymentMethod",
      choices: paymentMethods,
    },
    search,
    start,
    end,
    { flags: "--recipient-id <id>", description: "the counterparty, by its ID", parameter: "counterpartyId" },
    { flags: "--amount-min <dollars>", description: "at least this amount", parameter: "amountMin" },
    { flags: "--amount-max <dollars>", description: "at most this amount", parameter: "amountMax" },
  ],
};

export const requestsResource: ApiResource = {
  name: "requests",
  singular: "approval request",
  description: "approval requests for payments",
  list: { path: "/request-send-money", member: "requests", isNewestFirst: true },
  get: { path: at("/request-send-money"), member: "requestId" },
  fields: [
    { name: "requestId", title: "id" },
    created,
    { name: "amount", title: "amount", kind: "money" },
    { name: "paymentMethod", title: "method", droppable: true },
    state,
    { name: "memo", title: "memo", flexible: true, droppable: true },
    ...plain("accountId", "recipientId", "transactionId", "scheduledSendDate", "numberOfApproversRequired", "problem"),
  ],
  filters: [account("accountId"), status(["pendingApproval", "approved", "rejected", "cancelled", "all"])],
};

export const invoicesResource: ApiResource = {
  name: "invoices",
  singular: "invoice",
  description: "invoices to customers",
  list: { path: "/ar/invoices", member: "invoices", isNewestFirst: true },
  get: { path: at("/ar/invoices"), member: "id" },
  fields: [
    id,
    { name: "invoiceNumber", title: "number" },
    { name: "dueDate", title: "due", droppable: true },
    { name: "amount", title: "amount", kind: "money" },
    state,
    ...plain("invoiceDate", "customerId", "destinationAccountId", "currencyCode", "poNumber", "payerMemo", "createdAt"),
  ],
  filters: [status(["Unpaid", "Processing", "Paid", "Cancelled"]), customer],
};

export const webhooksResource: ApiResource = {
  name: "webhooks",
  singular: "webhook endpoint",
  description: "webhook endpoints, which receive events",
  list: { path: "/webhooks", member: "webhooks", isNewestFirst: false },
  get: { path: at("/webhooks"), member: "id" },
  fields: [
    id,
    { name: "url", title: "url", flexible: true },
    state,
    { name: "eventTypes", title: "events", flexible: true, droppable: true },
    ...plain("filterPaths", "createdAt", "updatedAt"),
  ],
  filters: [status(["active", "paused", "disabled", "deleted"])],
};

export const statementsResource: ApiResource = {
  name: "statements",
  singular: "statement",
  description: "statements of accounts",
  list: { path: "/statements", member: "statements", isNewestFirst: true },
  // With its lines.
  get: { path: (itemId) => `${at("/statements")(itemId)}/json`, member: "id" },
  fields: [
    id,
    { name: "accountName", title: "account", flexible: true },
    { name: "startsOn", title: "from", droppable: true },
    { name: "endsOn", title: "to" },
    { name: "endingBalance", title: "balance", kind: "money" },
    { name: "transactionCount", title: "lines", kind: "count", droppable: true },
    ...plain("accountId", "kind", "startingBalance", "moneyIn", "moneyOut", "fees", "createdAt"),
  ],
  filters: [account("accountId"), kind(["monthly", "custom"]), start, end],
};

export const resources: readonly ApiResource[] = [
  accountsResource,
  recipientsResource,
  transactionsResource,
  requestsResource,
  invoicesResource,
  webhooksResource,
  statementsResource,
];
