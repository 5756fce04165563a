import { paymentMethods } from "bursar-banking/identifiers/payment-method";
import { type Static, type TObject, Type } from "typebox";
import { OneOf, object } from "#kernel/http/schemas.ts";
import type { AgentApi, ApiObject } from "./agent-api.ts";
import type { Previews } from "./previews.ts";

/** What tools work with. */
export interface ToolContext {
  readonly api: AgentApi;
  readonly previews: Previews;
}

/** A tool that a model can call. Its result is marked before the model sees it (untrusted.ts). */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: TObject;
  /** Whether it changes nothing. */
  readonly reads: boolean;
  run(context: ToolContext, input: unknown): Promise<unknown>;
}

function tool<Input extends TObject>(
  facts: Omit<Tool, "input" | "run"> & { readonly input: Input },
  run: (context: ToolContext, input: Static<Input>) => Promise<unknown>,
): Tool {
  return {
    name: facts.name,
    title: facts.title,
    description: facts.description,
    input: facts.input,
    reads: facts.reads,
    // The server has checked the input against the schema.
    run: (context, input) => run(context, input as Static<Input>),
  };
}

const Id = (description: string) => Type.String({ format: "uuid", description });
const Page = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: "At most this many; 25 by default." })),
  after: Type.Optional(Id("Continue after this ID.")),
};
const PAGE_DEFAULT = 25;
const Text = (maxLength: number, description: string) => Type.Optional(Type.String({ maxLength, description }));
const Day = (description: string) => Type.Optional(Type.String({ format: "date", description }));

/** A path with the parameters that have a value. */
function pathOf(path: string, parameters: Readonly<Record<string, string | number | undefined>>): string {
  const given = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
}

const pageOf = ({ limit = PAGE_DEFAULT, after }: { limit?: number; after?: string }) => ({ limit, start_after: after });
const pick = (from: unknown, names: readonly string[]): ApiObject => {
  const object = isObject(from) ? from : {};
  return Object.fromEntries(names.map((name) => [name, object[name] ?? null]));
};
const isObject = (value: unknown): value is ApiObject => typeof value === "object" && value !== null;
const itemsOf = (answer: ApiObject, member: string): readonly ApiObject[] => {
  const items = answer[member];
  return Array.isArray(items) ? items.filter(isObject) : [];
};
const nextOf = (answer: ApiObject): unknown => (isObject(answer["page"]) ? (answer["page"]["nextPage"] ?? null) : null);
/** No model needs a whole account number. */
const masked = (number: unknown): string | null => (typeof number === "string" ? `••••${number.slice(-4)}` : null);

const accountOf = (account: ApiObject) => ({
  accountId: account["id"],
  name: account["nickname"] ?? account["name"],
  accountNumber: masked(account["accountNumber"]),
  ...pick(account, ["kind", "status", "availableBalance", "currentBalance"]),
});
const recipientOf = (recipient: ApiObject) => ({
  recipientId: recipient["id"],
  accountNumber: isObject(recipient["electronicRoutingInfo"])
    ? masked(recipient["electronicRoutingInfo"]["accountNumber"])
    : null,
  ...pick(recipient, ["name", "nickname", "status", "payableBy", "defaultPaymentMethod", "dateLastPaid"]),
});
const transactionOf = (transaction: ApiObject) => ({
  transactionId: transaction["id"],
  ...pick(transaction, [
    "accountId",
    "amount",
    "status",
    "kind",
    "createdAt",
    "postedAt",
    "counterpartyId",
    "counterpartyName",
    "bankDescription",
    "externalMemo",
    "note",
    "reasonForFailure",
    "requestId",
  ]),
});
const requestFields = [
  "requestId",
  "status",
  "amount",
  "accountId",
  "recipientId",
  "paymentMethod",
  "memo",
  "scheduledSendDate",
  "createdAt",
  "numberOfApproversRequired",
  "problem",
  "transactionId",
];
const requestOf = (request: ApiObject) => pick(request, requestFields);
const invoiceOf = (invoice: ApiObject) => ({
  invoiceId: invoice["id"],
  ...pick(invoice, ["invoiceNumber", "status", "amount", "customerId", "invoiceDate", "dueDate", "payerMemo"]),
});
const statementOf = (statement: ApiObject) => ({
  statementId: statement["id"],
  ...pick(statement, [
    "accountId",
    "kind",
    "startsOn",
    "endsOn",
    "startingBalance",
    "endingBalance",
    "transactionCount",
  ]),
});

const Payment = object({
  accountId: Id("The account that pays."),
  recipientId: Id("The recipient, from list_recipients. Recipients cannot be added or changed here."),
  amount: Type.Number({ minimum: 0.01, maximum: 999_999_999.99, description: "US dollars, at most two decimals." }),
  paymentMethod: OneOf(paymentMethods, "One of the recipient's `payableBy`."),
  externalMemo: Text(200, "What the recipient sees, such as an invoice number."),
  note: Text(1_000, "What approvers see: why it is to be paid, and from which document."),
  sendOn: Day("The day on which it is sent; today by default."),
  purpose: Text(200, "For international wires."),
});

/**
 * Every tool there is. They read, and request payments that people approve: none sends money, decides about a request, or
 * changes a recipient, and the service refuses that to an agent's token whatever calls it.
 */
export const tools: readonly Tool[] = [
  tool(
    {
      name: "get_limits",
      title: "Get what this token may do",
      description: "What the token may do, its limits, and what is left of them. Call it before preparing payments.",
      input: object({}),
      reads: true,
    },
    async ({ api }) => pick(await api.get("/token"), ["kind", "mode", "scopes", "limits", "organization", "expiresAt"]),
  ),
  tool(
    {
      name: "list_accounts",
      title: "List accounts",
      description: "The organization's accounts with their balances.",
      input: object(Page),
      reads: true,
    },
    async ({ api }, input) => {
      const answer = await api.get(pathOf("/accounts", pageOf(input)));
      return { accounts: itemsOf(answer, "accounts").map(accountOf), next: nextOf(answer) };
    },
  ),
  tool(
    {
      name: "list_recipients",
      title: "List recipients",
      description: "Whom the organization pays. `search` finds names that begin with its words.",
      input: object({ search: Text(100, "Words of the name or nickname."), ...Page }),
      reads: true,
    },
    async ({ api }, input) => {
      const answer = await api.get(pathOf("/recipients", { search: input.search, ...pageOf(input) }));
      return { recipients: itemsOf(answer, "recipients").map(recipientOf), next: nextOf(answer) };
    },
  ),
  tool(
    {
      name: "list_transactions",
      title: "List transactions",
      description: "Transactions, newest first. Amounts are negative if money leaves.",
      input: object({
        search: Text(100, "Words of the counterparty's name or of the memo."),
        accountId: Type.Optional(Id("Only of this account.")),
        start: Day("From this day on."),
        end: Day("Up to this day."),
        status: Type.Optional(OneOf(["pending", "sent", "cancelled", "failed", "reversed", "blocked"], "Only these.")),
        ...Page,
      }),
      reads: true,
    },
    async ({ api }, input) => {
      const { search, accountId, start, end, status } = input;
      const filter = { search, accountId, start, end, status, order: "desc", ...pageOf(input) };
      const answer = await api.get(pathOf("/transactions", filter));
      return { transactions: itemsOf(answer, "transactions").map(transactionOf), next: nextOf(answer) };
    },
  ),
  tool(
    {
      name: "get_transaction",
      title: "Get a transaction",
      description: "One transaction.",
      input: object({ transactionId: Id("The transaction.") }),
      reads: true,
    },
    async ({ api }, { transactionId }) => transactionOf(await api.get(`/transaction/${transactionId}`)),
  ),
  tool(
    {
      name: "list_requests",
      title: "List requests for payments",
      description: "Requests for payments: those that wait for approval, unless `status` says otherwise.",
      input: object({
        status: Type.Optional(OneOf(["pendingApproval", "approved", "rejected", "cancelled"], "Only these.")),
        ...Page,
      }),
      reads: true,
    },
    async ({ api }, input) => {
      const answer = await api.get(pathOf("/request-send-money", { status: input.status, ...pageOf(input) }));
      return { requests: itemsOf(answer, "requests").map(requestOf), next: nextOf(answer) };
    },
  ),
  tool(
    {
      name: "get_request",
      title: "Get a request for a payment",
      description: "One request: whether people have approved or rejected it.",
      input: object({ requestId: Id("The request.") }),
      reads: true,
    },
    async ({ api }, { requestId }) => requestOf(await api.get(`/request-send-money/${requestId}`)),
  ),
  tool(
    {
      name: "list_invoices",
      title: "List invoices",
      description: "Invoices to customers. Read one as the resource bursar://invoices/{invoiceId}.",
      input: object(Page),
      reads: true,
    },
    async ({ api }, input) => {
      const answer = await api.get(pathOf("/ar/invoices", pageOf(input)));
      return { invoices: itemsOf(answer, "invoices").map(invoiceOf), next: nextOf(answer) };
    },
  ),
  tool(
    {
      name: "list_statements",
      title: "List statements",
      description: "Statements of accounts. Read one as the resource bursar://statements/{statementId}.",
      input: object({ accountId: Type.Optional(Id("Only of this account.")), ...Page }),
      reads: true,
    },
    async ({ api }, input) => {
      const answer = await api.get(pathOf("/statements", { accountId: input.accountId, ...pageOf(input) }));
      return { statements: itemsOf(answer, "statements").map(statementOf), next: nextOf(answer) };
    },
  ),
  tool(
    {
      name: "preview_payment",
      title: "Preview a payment",
      description:
        "Shows what would happen: who must approve, when it leaves and arrives, the fee, the balance after it, and warnings. Requests nothing. Show the person the result, then call request_payment with its `previewId`.",
      input: Payment,
      reads: true,
    },
    async ({ api, previews }, { accountId, ...body }) => {
      const preview = await api.post(`/account/${accountId}/request-send-money/preview`, body);
      const recipient = recipientOf(await api.get(`/recipient/${body.recipientId}`));
      const kept = previews.keep({ accountId, recipientId: body.recipientId, amount: body.amount, body });
      return {
        previewId: kept.previewId,
        validForMinutes: kept.validForMinutes,
        payment: { accountId, amount: body.amount, paymentMethod: body.paymentMethod, recipient },
        outcome: pick(preview, [
          "rule",
          "numberOfApproversRequired",
          "leavesAt",
          "estimatedDeliveryDate",
          "fee",
          "availableBalance",
          "balanceAfter",
          "warnings",
        ]),
      };
    },
  ),
  tool(
    {
      name: "request_payment",
      title: "Request a payment",
      description:
        "Requests exactly the payment of a preview. No money moves: people approve or reject it in the dashboard. Repeat the preview's amount and recipient. Calling it again with the same `previewId` requests nothing new.",
      input: object({
        previewId: Id("From preview_payment, at most 15 minutes old."),
        amount: Type.Number({ minimum: 0.01, description: "The amount of the preview." }),
        recipientId: Id("The recipient of the preview."),
      }),
      reads: false,
    },
    async ({ api, previews }, { previewId, amount, recipientId }) => {
      const payment = previews.take(previewId, { amount, recipientId });
      const request = await api.post(`/account/${payment.accountId}/request-send-money`, {
        ...payment.body,
        idempotencyKey: `mcp-${previewId.toLowerCase()}`,
      });
      return {
        request: requestOf(request),
        needs: "approval",
        dashboardPath: `/dashboard/approvals/${String(request["requestId"])}`,
      };
    },
  ),
];
