import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import {
  at,
  attempt,
  type CallResult,
  type Found,
  type KnownDifferences,
  listAt,
  type Sandbox,
  textAt,
} from "./calls.ts";
import { connect, type McpConnection } from "./mcp-connection.ts";

interface ToolCall {
  readonly tool: string;
  readonly args?: (sandbox: Sandbox, found: Found) => object;
  /** Throws if the answer is not what it should be. May remember what later calls need. */
  readonly check: (answer: unknown, found: Found, sandbox: Sandbox) => void;
}

export interface McpServer {
  readonly name: string;
  readonly version: string;
  readonly entry: string;
  readonly calls: readonly ToolCall[];
  readonly known: KnownDifferences;
}

const today = (): string => new Intl.DateTimeFormat("en-CA", { timeZone: "America/New_York" }).format(new Date());
const bankDetails = {
  accountNumber: "123456789",
  routingNumber: "021000021",
  electronicAccountType: "businessChecking",
};
const address = { address1: "1 Main Street", city: "New York", region: "NY", postalCode: "10001", country: "US" };
/** Checks of an answer; each may use what earlier calls found. */
const is =
  (path: string, expected: unknown): ToolCall["check"] =>
  (answer) =>
    assert.deepEqual(at(answer, path), expected);
const isFound =
  (path: string, name: string): ToolCall["check"] =>
  (answer, found) =>
    assert.equal(at(answer, path), found[name]);
const has =
  (path: string): ToolCall["check"] =>
  (answer) =>
    assert.ok(listAt(answer, path).length > 0, "the list is empty");
const lists =
  (path: string, name: string): ToolCall["check"] =>
  (answer, found) =>
    assert.ok(
      listAt(answer, path).some((item) => at(item, "id") === found[name]),
      `the ${name} is not listed`,
    );
/** Checks members, and remembers the ID under a name. */
const made =
  (name: string, members: Readonly<Record<string, unknown>> = {}): ToolCall["check"] =>
  (answer, found) => {
    for (const [path, expected] of Object.entries(members)) assert.deepEqual(at(answer, path), expected, path);
    found[name] = textAt(answer, "id");
  };
const answers: ToolCall["check"] = () => {};

const invoicing: McpServer = {
  name: "mercury-invoicing-mcp",
  version: "0.18.0",
  entry: "dist/index.js",
  calls: [
    { tool: "mercury_list_accounts", check: has("accounts") },
    {
      tool: "mercury_get_account",
      args: ({ account: accountId }) => ({ accountId }),
      check: (answer, _, { account }) => assert.equal(at(answer, "id"), account),
    },
    { tool: "mercury_get_organization", check: (answer) => assert.match(JSON.stringify(answer), /legalBusinessName/) },
    {
      tool: "mercury_add_recipient",
      args: ({ run }) => ({
        name: `Interop MCP ${run}`,
        emails: ["interop@example.com"],
        paymentMethod: "domesticAch",
        electronicRoutingInfo: { ...bankDetails, address },
      }),
      check: made("recipient"),
    },
    { tool: "mercury_list_recipients", check: lists("recipients", "recipient") },
    {
      tool: "mercury_update_recipient",
      args: (_, { recipient: recipientId }) => ({ recipientId, nickname: "Interop" }),
      check: is("nickname", "Interop"),
    },
    {
      tool: "mercury_send_money",
      args: ({ account: accountId, run }, { recipient: recipientId }) => ({
        accountId,
        recipientId,
        amount: 42.5,
        paymentMethod: "ach",
        externalMemo: "Invoice 8",
        idempotencyKey: `interop-${run}`,
      }),
      check: made("transaction", { amount: -42.5, status: "pending" }),
    },
    {
      tool: "mercury_request_send_money",
      args: ({ account: accountId }, { recipient: recipientId }) => ({
        accountId,
        recipientId,
        amount: 43.5,
        paymentMethod: "ach",
      }),
      check: is("status", "pendingApproval"),
    },
    {
      tool: "mercury_create_internal_transfer",
      args: ({ account, savings }) => ({ sourceAccountId: account, destinationAccountId: savings, amount: 3.21 }),
      check: is("debitTransaction.amount", -3.21),
    },
    {
      tool: "mercury_list_transactions",
      args: ({ account: accountId }) => ({ accountId, start: today(), end: today(), limit: 500 }),
      check: lists("transactions", "transaction"),
    },
    {
      tool: "mercury_get_transaction",
      args: ({ account: accountId }, { transaction: transactionId }) => ({ accountId, transactionId }),
      check: is("externalMemo", "Invoice 8"),
    },
    {
      tool: "mercury_update_transaction",
      args: (_, { transaction: transactionId }) => ({ transactionId, note: "changed" }),
      check: is("note", "changed"),
    },
    { tool: "mercury_list_categories", check: has("categories") },
    { tool: "mercury_list_statements", args: ({ account: accountId }) => ({ accountId }), check: has("statements") },
    { tool: "mercury_get_treasury", check: has("accounts") },
    {
      tool: "mercury_list_treasury_transactions",
      args: ({ treasury: accountId }) => ({ accountId, limit: 5 }),
      check: has("transactions"),
    },
    {
      tool: "mercury_list_treasury_statements",
      args: ({ treasury: accountId }) => ({ accountId }),
      check: (answer) => void listAt(answer, "statements"),
    },
    {
      tool: "mercury_create_customer",
      args: ({ run }) => ({ name: `Interop MCP ${run}`, email: "ap@example.com" }),
      check: made("customer"),
    },
    {
      tool: "mercury_get_customer",
      args: (_, { customer: customerId }) => ({ customerId }),
      check: isFound("id", "customer"),
    },
    { tool: "mercury_list_customers", check: lists("customers", "customer") },
    {
      tool: "mercury_update_customer",
      args: (_, { customer: customerId }) => ({ customerId, name: "Interop, changed" }),
      check: is("name", "Interop, changed"),
    },
    {
      tool: "mercury_create_invoice",
      args: ({ account }, { customer: customerId }) => ({
        customerId,
        destinationAccountId: account,
        invoiceDate: today(),
        dueDate: "2027-12-20",
        sendEmailOption: "DontSend",
        // Cards are its default, and do not exist here.
        creditCardEnabled: false,
        lineItems: [{ name: "Work", quantity: 2, unitPrice: 10.5 }],
      }),
      check: made("invoice", { amount: 21 }),
    },
    {
      tool: "mercury_get_invoice",
      args: (_, { invoice: invoiceId }) => ({ invoiceId }),
      check: isFound("id", "invoice"),
    },
    { tool: "mercury_list_invoices", check: lists("invoices", "invoice") },
    {
      tool: "mercury_update_invoice",
      args: (_, { invoice: invoiceId }) => ({ invoiceId, payerMemo: "Thank you" }),
      check: is("payerMemo", "Thank you"),
    },
    {
      tool: "mercury_list_invoice_attachments",
      args: (_, { invoice: invoiceId }) => ({ invoiceId }),
      check: (answer) => assert.match(JSON.stringify(answer), /attachments/),
    },
    { tool: "mercury_cancel_invoice", args: (_, { invoice: invoiceId }) => ({ invoiceId }), check: answers },
    { tool: "mercury_delete_customer", args: (_, { customer: customerId }) => ({ customerId }), check: answers },
    { tool: "mercury_list_webhooks", check: (answer) => void listAt(answer, "webhooks") },
    { tool: "mercury_list_cards", args: ({ account: accountId }) => ({ accountId }), check: is("cards", []) },
    { tool: "mercury_list_credit_accounts", check: is("accounts", []) },
  ],
  known: {},
};

const simple: McpServer = {
  name: "mcp-mercury",
  version: "1.0.0",
  entry: "build/index.js",
  calls: [
    { tool: "get_bank_accounts", check: has("accounts") },
    {
      tool: "get_bank_account_by_id",
      args: ({ account: id }) => ({ id }),
      check: (answer, _, { account }) => assert.equal(at(answer, "id"), account),
    },
    { tool: "get_treasury", check: has("accounts") },
    { tool: "get_bank_statements", args: ({ account: account_id }) => ({ account_id }), check: has("statements") },
    {
      tool: "add_payment_recipient",
      args: ({ run }) => ({
        name: `Interop MCP ${run}`,
        emails: ["interop@example.com"],
        default_payment_method: "ACH",
        ach_account_number: "123456789",
        ach_routing_number: "021000021",
        ach_account_type: "businessChecking",
        address_line1: "1 Main Street",
        city: "New York",
        region: "NY",
        postal_code: "10001",
        country: "US",
      }),
      check: made("recipient"),
    },
    { tool: "get_payment_recipients", check: lists("recipients", "recipient") },
    {
      tool: "request_send_money",
      args: ({ account: account_id }, { recipient: recipient_id }) => ({
        account_id,
        recipient_id,
        amount: 44.5,
        payment_method: "ach",
      }),
      check: is("status", "pendingApproval"),
    },
    {
      tool: "send_money",
      args: ({ account: account_id }, { recipient: recipient_id }) => ({ account_id, recipient_id, amount: 45.5 }),
      check: made("transaction", { amount: -45.5, status: "pending" }),
    },
    {
      tool: "get_transactions",
      args: ({ account: account_id }) => ({ account_id, start: today(), end: today(), order: "desc" }),
      check: (answer, found) => {
        found["transaction"] = textAt(listAt(answer, "transactions")[0], "id");
      },
    },
    {
      tool: "get_bank_transaction_by_id",
      args: ({ account: account_id }, { transaction: transaction_id }) => ({ account_id, transaction_id }),
      check: isFound("id", "transaction"),
    },
    { tool: "get_credit_cards", args: ({ account: id }) => ({ id }), check: is("cards", []) },
  ],
  known: {
    send_money: "it sends no paymentMethod, without which no payment is sent",
  },
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
export async function callTools(
  { name, entry, calls }: McpServer,
  folder: string,
  sandbox: Sandbox,
): Promise<CallResult[]> {
  const args = [
    "--import",
    join(import.meta.dirname, "redirect.mjs"),
    join(folder, "node_modules", name, entry),
    sandbox.token,
  ];
  const env = {
    PATH: process.env["PATH"],
    HOME: folder,
    BURSAR_URL: sandbox.url,
    MERCURY_API_KEY: sandbox.token,
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
function unwrapped(value: unknown): unknown {
  const text = at(value, "content.0.text");
  if (typeof text !== "string") return value;
  if (at(value, "isError") === true) throw new Error(text);
  return parsed(text);
}

/** Some servers put words around the JSON. */
function parsed(text: string): unknown {
  const from = text.search(/[[{]/);
  if (from === -1) return text;
  return JSON.parse(text.slice(from, Math.max(text.lastIndexOf("}"), text.lastIndexOf("]")) + 1));
}
