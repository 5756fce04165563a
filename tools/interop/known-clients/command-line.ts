import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { attempt, type CallResult, type KnownDifferences, type Sandbox } from "./calls.ts";

export const commandLineDifferences: KnownDifferences = {};

type Json = any; // biome-ignore lint/suspicious/noExplicitAny: the answers of another program
type Found = Record<string, string>;

interface Command {
  readonly words: string;
  readonly options?: (sandbox: Sandbox, found: Found) => readonly string[];
  /** Gets what the command printed as JSON; lists are printed one item a line. */
  readonly check: (items: Json[], found: Found, sandbox: Sandbox) => void;
}

const hasSome = (items: Json[]) => assert.ok(items.length > 0, "nothing was printed");
const isEmpty = (items: Json[]) => assert.equal(items.flatMap((item) => (Array.isArray(item) ? item : (item.accounts ?? item))).length, 0);
const has = (items: Json[], id: string | undefined) => assert.ok(items.some((item) => item.id === id), `${id} is not listed`);

const commands: readonly Command[] = [
  { words: "accounts list", check: hasSome },
  { words: "accounts get", options: ({ account }) => ["--account-id", account], check: ([one], _, { account }) => assert.equal(one.id, account) },
  { words: "org get", check: (items) => assert.match(JSON.stringify(items), /legalBusinessName/) },
  { words: "users list", check: hasSome },
  {
    words: "categories create",
    options: ({ run }) => ["--name", `Interop CLI ${run}`, "--visible-for-card-spend=false", "--visible-for-other=true", "--visible-for-reimbursements=false"],
    check: ([made], found) => (found["category"] = made.id),
  },
  { words: "categories list", check: (items, { category }) => has(items, category) },
  { words: "events list", options: () => ["--limit", "5", "--max-items", "5"], check: hasSome },
  {
    words: "recipients create",
    options: ({ run }) => [
      ...["--name", `Interop CLI ${run}`, "--email", "interop@example.com", "--electronic-routing-info"],
      '{accountNumber: "123456789", routingNumber: "021000021", electronicAccountType: businessChecking, address: {address1: 1 Main Street, city: New York, region: NY, postalCode: "10001", country: US}}',
    ],
    check: ([made], found) => (found["recipient"] = made.id),
  },
  { words: "recipients get", options: (_, found) => ["--recipient-id", found["recipient"] ?? ""], check: ([one], { recipient }) => assert.equal(one.id, recipient) },
  { words: "recipients list", check: (items, { recipient }) => has(items, recipient) },
  {
    words: "recipients update",
    options: (_, found) => ["--recipient-id", found["recipient"] ?? "", "--nickname", "Interop"],
    check: ([changed]) => assert.equal(changed.nickname, "Interop"),
  },
  {
    words: "payments create",
    options: ({ account, run }, found) => [
      ...["--account-id", account, "--amount", "61.75", "--idempotency-key", `interop-cli-${run}`, "--payment-method", "ach"],
      ...["--recipient-id", found["recipient"] ?? "", "--external-memo", "Invoice 9"],
    ],
    check: ([paid], found) => {
      assert.equal(paid.amount, -61.75);
      found["transaction"] = paid.id;
    },
  },
  {
    words: "payments request",
    options: ({ account, run }, found) => [
      ...["--account-id", account, "--amount", "62.75", "--idempotency-key", `interop-cli-request-${run}`, "--payment-method", "ach"],
      ...["--recipient-id", found["recipient"] ?? ""],
    ],
    check: ([asked], found) => {
      assert.equal(asked.status, "pendingApproval");
      found["request"] = asked.requestId;
    },
  },
  { words: "payments get", options: (_, found) => ["--request-id", found["request"] ?? ""], check: ([one], { request }) => assert.equal(one.requestId, request) },
  { words: "payments list", check: (items, { request }) => assert.ok(items.some((one) => one.requestId === request)) },
  {
    words: "payments transfer",
    options: ({ account, savings, run }) => [
      ...["--amount", "5.43", "--source-account-id", account, "--destination-account-id", savings],
      ...["--idempotency-key", `interop-cli-transfer-${run}`],
    ],
    check: ([moved]) => assert.equal(moved.debitTransaction.amount, -5.43),
  },
  { words: "transactions get", options: (_, found) => ["--transaction-id", found["transaction"] ?? ""], check: ([one]) => assert.equal(one.externalMemo, "Invoice 9") },
  { words: "transactions list", options: ({ account }) => ["--account-id", account, "--order", "desc", "--max-items", "50"], check: (items, { transaction }) => has(items, transaction) },
  { words: "statements accounts list", options: ({ account }) => ["--account-id", account], check: (items, found) => {
    hasSome(items);
    found["statement"] = items[0].id;
  } },
  { words: "statements download", options: (_, found) => ["--statement-id", found["statement"] ?? "", "--output", "statement.pdf"], check: () => {} },
  { words: "treasury list", check: hasSome },
  { words: "treasury transactions", options: ({ treasury }) => ["--treasury-id", treasury, "--limit", "5"], check: hasSome },
  { words: "webhooks list", check: () => {} },
  { words: "customers create", options: ({ run }) => ["--name", `Interop CLI ${run}`, "--email", "ap@example.com"], check: ([made], found) => (found["customer"] = made.id) },
  { words: "customers list", check: (items, { customer }) => has(items, customer) },
  { words: "customers delete", options: (_, found) => ["--customer-id", found["customer"] ?? ""], check: () => {} },
  { words: "invoices list", check: () => {} },
  { words: "cards list", check: isEmpty },
  { words: "credit list", check: isEmpty },
  { words: "safes list", check: isEmpty },
];

/** Runs each command of the binary, one after the other. */
export async function runCommands(binary: string, folder: string, sandbox: Sandbox): Promise<CallResult[]> {
  mkdirSync(folder, { recursive: true });
  const found: Found = {};
  const results: CallResult[] = [];
  for (const { words, options, check } of commands)
    results.push(
      await attempt(words, async () => {
        const given = [...words.split(" "), ...(options?.(sandbox, found) ?? [])];
        const output = await run(binary, ["--format", "jsonl", "--base-url", `${sandbox.url}/api/v1`, "--yes", ...given], folder, sandbox.token);
        check(itemsOf(output), found, sandbox);
        return undefined;
      }),
    );
  return results;
}

const itemsOf = (output: string): Json[] =>
  output
    .split("\n")
    .filter((line) => /^\s*[[{]/.test(line))
    .map((line) => JSON.parse(line));

function run(binary: string, args: readonly string[], cwd: string, token: string): Promise<string> {
  const env = { PATH: process.env["PATH"], HOME: cwd, MERCURY_API_KEY: token, NO_COLOR: "1" };
  return new Promise((resolve, reject) => {
    const child = spawn(binary, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
    let [output, complaints] = ["", ""];
    child.stdout.on("data", (chunk) => (output += String(chunk)));
    child.stderr.on("data", (chunk) => (complaints += String(chunk)));
    child.on("error", reject);
    child.on("close", (code) => (code === 0 ? resolve(output) : reject(new Error(complaints || output || `It ended with ${code}.`))));
  });
}

/** What the binary says that it is. */
export const versionOf = async (binary: string): Promise<string> => (await run(binary, ["--version"], ".", "")).trim();
