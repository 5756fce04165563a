import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { attempt, type CallResult, type KnownDifferences, type Sandbox } from "./calls.ts";
import { connect, type McpConnection } from "./mcp-connection.ts";

/** JSON of the API, which these checks look into. */
type Json = any; // biome-ignore lint/suspicious/noExplicitAny: the answers of other programs
/** What earlier calls found. */
type Found = Record<string, string>;

interface ToolCall {
  readonly tool: string;
  readonly args?: (sandbox: Sandbox, found: Found) => object;
  /** Throws if the answer is not what it should be. May remember what later calls need. */
  readonly check: (answer: Json, found: Found, sandbox: Sandbox) => void;
}

export interface McpServer {
  readonly name: string;
  readonly version: string;
  readonly entry: string;
  readonly calls: readonly ToolCall[];
  readonly known: KnownDifferences;
}

const today = (): string => new Intl.DateTimeFormat("en-CA", { timeZone: "America/New_York" }).format(new Date());
const bankDetails = { accountNumber: "123456789", routingNumber: "021000021", electronicAccountType: "businessChecking" };
const address = { address1: "1 Main Street", city: "New York", region: "NY", postalCode: "10001", country: "US" };
const isPayment = (answer: Json, amount: number) => {
  assert.equal(answer.amount, amount);
  assert.equal(answer.status, "pending");
};
const hasSome = (list: Json) => assert.ok(Array.isArray(list) && list.length > 0, "the list is empty");
const isEmpty = (list: Json) => assert.deepEqual(list, []);

const invoicing: McpServer = {
  name: "mercury-invoicing-mcp",
  version: "0.18.0",
  entry: "dist/index.js",
  calls: [
    { tool: "mercury_list_accounts", check: ({ accounts }) => hasSome(accounts) },
    { tool: "mercury_get_account", args: ({ account: accountId }) => ({ accountId }), check: (one, _, { account }) => assert.equal(one.id, account) },
    { tool: "mercury_get_organization", check: (answer) => assert.match(JSON.stringify(answer), /legalBusinessName/) },
    {
      tool: "mercury_add_recipient",
      args: ({ run }) => ({
        ...{ name: `Interop MCP ${run}`, emails: ["interop@example.com"], paymentMethod: "domesticAch" },
        electronicRoutingInfo: { ...bankDetails, address },
      }),
      check: (made, found) => (found["recipient"] = made.id),
    },
    { tool: "mercury_list_recipients", check: ({ recipients }, { recipient }) => assert.ok(recipients.some((one: Json) => one.id === recipient)) },
    {
      tool: "mercury_update_recipient",
      args: (_, { recipient: recipientId }) => ({ recipientId, nickname: "Interop" }),
      check: (changed) => assert.equal(changed.nickname, "Interop"),
    },
    {
      tool: "mercury_send_money",
      args: ({ account: accountId, run }, { recipient: recipientId }) => ({
        ...{ accountId, recipientId, amount: 42.5, paymentMethod: "ach", externalMemo: "Invoice 8" },
        idempotencyKey: `interop-${run}`,
      }),
      check: (paid, found) => {
        isPayment(paid, -42.5);
        found["transaction"] = paid.id;
      },
    },
    {
      tool: "mercury_request_send_money",
      args: ({ account: accountId }, { recipient: recipientId }) => ({ accountId, recipientId, amount: 43.5, paymentMethod: "ach" }),
      check: (asked) => assert.equal(asked.status, "pendingApproval"),
    },
    {
      tool: "mercury_create_internal_transfer",
      args: ({ account, savings }) => ({ sourceAccountId: account, destinationAccountId: savings, amount: 3.21 }),
      check: (moved) => assert.equal(moved.debitTransaction.amount, -3.21),
    },
    {
      tool: "mercury_list_transactions",
      args: ({ account: accountId }) => ({ accountId, start: today(), end: today(), limit: 500 }),
      check: ({ transactions }, { transaction }) => assert.ok(transactions.some((one: Json) => one.id === transaction)),
    },
    {
      tool: "mercury_get_transaction",
      args: ({ account: accountId }, { transaction: transactionId }) => ({ accountId, transactionId }),
      check: (one) => assert.equal(one.externalMemo, "Invoice 8"),
    },
    {
      tool: "mercury_update_transaction",
      args: (_, { transaction: transactionId }) => ({ transactionId, note: "changed" }),
      check: (one) => assert.equal(one.note, "changed"),
    },
    { tool: "mercury_list_categories", check: ({ categories }) => hasSome(categories) },
    { tool: "mercury_list_statements", args: ({ account: accountId }) => ({ accountId }), check: ({ statements }) => hasSome(statements) },
    { tool: "mercury_get_treasury", check: ({ accounts }) => hasSome(accounts) },
    { tool: "mercury_list_treasury_transactions", args: ({ treasury: accountId }) => ({ accountId, limit: 5 }), check: ({ transactions }) => hasSome(transactions) },
    { tool: "mercury_list_treasury_statements", args: ({ treasury: accountId }) => ({ accountId }), check: ({ statements }) => assert.ok(Array.isArray(statements)) },
    {
      tool: "mercury_create_customer",
      args: ({ run }) => ({ name: `Interop MCP ${run}`, email: "ap@example.com" }),
      check: (made, found) => (found["customer"] = made.id),
    },
    { tool: "mercury_get_customer", args: (_, { customer: customerId }) => ({ customerId }), check: (one, { customer }) => assert.equal(one.id, customer) },
    { tool: "mercury_list_customers", check: ({ customers }, { customer }) => assert.ok(customers.some((one: Json) => one.id === customer)) },
    {
      tool: "mercury_update_customer",
      args: (_, { customer: customerId }) => ({ customerId, name: "Interop, changed" }),
      check: (changed) => assert.equal(changed.name, "Interop, changed"),
    },
    {
      tool: "mercury_create_invoice",
      args: ({ account }, { customer: customerId }) => ({
        ...{ customerId, destinationAccountId: account, invoiceDate: today(), dueDate: "2027-12-20", sendEmailOption: "DontSend" },
        // Cards are its default, and do not exist here.
        creditCardEnabled: false,
        lineItems: [{ name: "Work", quantity: 2, unitPrice: 10.5 }],
      }),
      check: (made, found) => {
        assert.equal(made.amount, 21);
        found["invoice"] = made.id;
      },
    },
    { tool: "mercury_get_invoice", args: (_, { invoice: invoiceId }) => ({ invoiceId }), check: (one, { invoice }) => assert.equal(one.id, invoice) },
    { tool: "mercury_list_invoices", check: ({ invoices }, { invoice }) => assert.ok(invoices.some((one: Json) => one.id === invoice)) },
    {
      tool: "mercury_update_invoice",
      args: (_, { invoice: invoiceId }) => ({ invoiceId, payerMemo: "Thank you" }),
      check: (changed) => assert.equal(changed.payerMemo, "Thank you"),
    },
    { tool: "mercury_list_invoice_attachments", args: (_, { invoice: invoiceId }) => ({ invoiceId }), check: (answer) => assert.match(JSON.stringify(answer), /attachments/) },
    { tool: "mercury_cancel_invoice", args: (_, { invoice: invoiceId }) => ({ invoiceId }), check: () => {} },
    { tool: "mercury_delete_customer", args: (_, { customer: customerId }) => ({ customerId }), check: () => {} },
    { tool: "mercury_list_webhooks", check: ({ webhooks }) => assert.ok(Array.isArray(webhooks)) },
    { tool: "mercury_list_cards", args: ({ account: accountId }) => ({ accountId }), check: ({ cards }) => isEmpty(cards) },
    { tool: "mercury_list_credit_accounts", check: ({ accounts }) => isEmpty(accounts) },
  ],
  known: {},
};

const simple: McpServer = {
  name: "mcp-mercury",
  version: "1.0.0",
  entry: "build/index.js",
  calls: [
    { tool: "get_bank_accounts", check: ({ accounts }) => hasSome(accounts) },
    { tool: "get_bank_account_by_id", args: ({ account: id }) => ({ id }), check: (one, _, { account }) => assert.equal(one.id, account) },
    { tool: "get_treasury", check: ({ accounts }) => hasSome(accounts) },
    { tool: "get_bank_statements", args: ({ account: account_id }) => ({ account_id }), check: ({ statements }) => hasSome(statements) },
    {
      tool: "add_payment_recipient",
      args: ({ run }) => ({
        ...{ name: `Interop MCP ${run}`, emails: ["interop@example.com"], default_payment_method: "ACH" },
        ...{ ach_account_number: "123456789", ach_routing_number: "021000021", ach_account_type: "businessChecking" },
        ...{ address_line1: "1 Main Street", city: "New York", region: "NY", postal_code: "10001", country: "US" },
      }),
      check: (made, found) => (found["recipient"] = made.id),
    },
    { tool: "get_payment_recipients", check: ({ recipients }, { recipient }) => assert.ok(recipients.some((one: Json) => one.id === recipient)) },
    {
      tool: "request_send_money",
      args: ({ account: account_id }, { recipient: recipient_id }) => ({ account_id, recipient_id, amount: 44.5, payment_method: "ach" }),
      check: (asked) => assert.equal(asked.status, "pendingApproval"),
    },
    {
      tool: "send_money",
      args: ({ account: account_id }, { recipient: recipient_id }) => ({ account_id, recipient_id, amount: 45.5 }),
      check: (paid) => isPayment(paid, -45.5),
    },
    {
      tool: "get_transactions",
      args: ({ account: account_id }) => ({ account_id, start: today(), end: today(), order: "desc" }),
      check: ({ transactions }, found) => {
        hasSome(transactions);
        found["transaction"] = transactions[0].id;
      },
    },
    {
      tool: "get_bank_transaction_by_id",
      args: ({ account: account_id }, { transaction: transaction_id }) => ({ account_id, transaction_id }),
      check: (one, { transaction }) => assert.equal(one.id, transaction),
    },
    { tool: "get_credit_cards", args: ({ account: id }) => ({ id }), check: ({ cards }) => isEmpty(cards) },
  ],
  known: {},
};

export const mcpServers: readonly McpServer[] = [invoicing, simple];

/** Installs the server's exact version, without install scripts, outside of this repository's packages. Says what is missing. */
export function install({ name, version }: McpServer, folder: string): string | undefined {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const flags = ["--ignore-scripts", "--no-save", "--no-package-lock", "--no-audit", "--no-fund", "--prefix", folder];
  const { status, stderr, error } = spawnSync("npm", ["install", ...flags, `${name}@${version}`], { encoding: "utf8" });
  if (status === 0) return undefined;
  return error?.message ?? /npm error code (\S+)/.exec(stderr)?.[1] ?? "npm failed";
}

/** Calls the server's tools, one after the other. */
export async function callTools({ name, entry, calls }: McpServer, folder: string, sandbox: Sandbox): Promise<CallResult[]> {
  const args = ["--import", join(import.meta.dirname, "redirect.mjs"), join(folder, "node_modules", name, entry), sandbox.token];
  const env = {
    ...{ PATH: process.env["PATH"], HOME: folder, BURSAR_URL: sandbox.url, MERCURY_API_KEY: sandbox.token },
    MERCURY_MCP_RATE_LIMIT_DISABLE: "true",
  };
  const connection = await connect(process.execPath, args, { cwd: folder, env });
  try {
    return await callAll(connection, calls, sandbox);
  } finally {
    connection.close();
  }
}

async function callAll(connection: McpConnection, calls: readonly ToolCall[], sandbox: Sandbox): Promise<CallResult[]> {
  const tools = await connection.listTools();
  const found: Found = {};
  const results: CallResult[] = [];
  for (const { tool, args, check } of calls)
    results.push(
      await attempt(tool, async () => {
        assert.ok(tools.includes(tool), "the server has no such tool");
        const answer = await connection.callTool(tool, args?.(sandbox, found) ?? {});
        if (answer.isError) throw new Error(answer.text);
        check(unwrapped(parsed(answer.text)), found, sandbox);
        return undefined;
      }),
    );
  return results;
}

/** One server puts an answer of a tool into another, also one that is an error. */
function unwrapped(value: Json): Json {
  const text = value?.content?.[0]?.text;
  if (typeof text !== "string") return value;
  if (value.isError === true) throw new Error(text);
  return parsed(text);
}

/** Some servers put words around the JSON. */
function parsed(text: string): Json {
  const from = text.search(/[[{]/);
  if (from === -1) return text;
  return JSON.parse(text.slice(from, Math.max(text.lastIndexOf("}"), text.lastIndexOf("]")) + 1));
}
