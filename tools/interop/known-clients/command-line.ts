import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import {
  at,
  attempt,
  type CallResult,
  type Found,
  jsonLines,
  type KnownDifferences,
  type Sandbox,
  textAt,
} from "./calls.ts";

export const commandLineDifferences: KnownDifferences = {};

interface Command {
  readonly words: string;
  readonly options?: (sandbox: Sandbox, found: Found) => readonly string[];
  /** Gets what the command printed as JSON; lists are printed one item a line. */
  readonly check: (items: readonly unknown[], found: Found, sandbox: Sandbox) => void;
}

const prints: Command["check"] = (items) => assert.ok(items.length > 0, "nothing was printed");
const ends: Command["check"] = () => {};
const is =
  (path: string, expected: unknown): Command["check"] =>
  ([item]) =>
    assert.deepEqual(at(item, path), expected);
const isFound =
  (path: string, name: string): Command["check"] =>
  ([item], found) =>
    assert.equal(at(item, path), found[name]);
const lists =
  (name: string, path = "id"): Command["check"] =>
  (items, found) =>
    assert.ok(
      items.some((item) => at(item, path) === found[name]),
      `the ${name} is not listed`,
    );
/** Checks members, and remembers the ID of the first item under a name. */
const made =
  (name: string, members: Readonly<Record<string, unknown>> = {}, id = "id"): Command["check"] =>
  ([item], found) => {
    for (const [path, expected] of Object.entries(members)) assert.deepEqual(at(item, path), expected, path);
    found[name] = textAt(item, id);
  };
/** An empty list is printed as nothing, or as itself. */
const isEmpty: Command["check"] = (items) =>
  assert.equal(items.flatMap((item) => (Array.isArray(item) ? item : (at(item, "accounts") ?? item))).length, 0);

const commands: readonly Command[] = [
  { words: "accounts list", check: prints },
  {
    words: "accounts get",
    options: ({ account }) => ["--account-id", account],
    check: ([item], _, { account }) => assert.equal(at(item, "id"), account),
  },
  { words: "org get", check: (items) => assert.match(JSON.stringify(items), /legalBusinessName/) },
  { words: "users list", check: prints },
  {
    words: "categories create",
    options: ({ run }) => [
      "--name",
      `Interop CLI ${run}`,
      "--visible-for-card-spend=false",
      "--visible-for-other=true",
      "--visible-for-reimbursements=false",
    ],
    check: made("category"),
  },
  { words: "categories list", check: lists("category") },
  { words: "events list", options: () => ["--limit", "5", "--max-items", "5"], check: prints },
  {
    words: "recipients create",
    options: ({ run }) => [
      "--name",
      `Interop CLI ${run}`,
      "--email",
      "interop@example.com",
      "--electronic-routing-info",
      '{accountNumber: "123456789", routingNumber: "021000021", electronicAccountType: businessChecking, address: {address1: 1 Main Street, city: New York, region: NY, postalCode: "10001", country: US}}',
    ],
    check: made("recipient"),
  },
  {
    words: "recipients get",
    options: (_, found) => ["--recipient-id", found["recipient"] ?? ""],
    check: isFound("id", "recipient"),
  },
  { words: "recipients list", check: lists("recipient") },
  {
    words: "recipients update",
    options: (_, found) => ["--recipient-id", found["recipient"] ?? "", "--nickname", "Interop"],
    check: is("nickname", "Interop"),
  },
  {
    words: "payments create",
    options: ({ account, run }, found) => [
      "--account-id",
      account,
      "--amount",
      "61.75",
      "--idempotency-key",
      `interop-cli-${run}`,
      "--payment-method",
      "ach",
      "--recipient-id",
      found["recipient"] ?? "",
      "--external-memo",
      "Invoice 9",
    ],
    check: made("transaction", { amount: -61.75 }),
  },
  {
    words: "payments request",
    options: ({ account, run }, found) => [
      "--account-id",
      account,
      "--amount",
      "62.75",
      "--idempotency-key",
      `interop-cli-request-${run}`,
      "--payment-method",
      "ach",
      "--recipient-id",
      found["recipient"] ?? "",
    ],
    check: made("request", { status: "pendingApproval" }, "requestId"),
  },
  {
    words: "payments get",
    options: (_, found) => ["--request-id", found["request"] ?? ""],
    check: isFound("requestId", "request"),
  },
  { words: "payments list", check: lists("request", "requestId") },
  {
    words: "payments transfer",
    options: ({ account, savings, run }) => [
      "--amount",
      "5.43",
      "--source-account-id",
      account,
      "--destination-account-id",
      savings,
      "--idempotency-key",
      `interop-cli-transfer-${run}`,
    ],
    check: is("debitTransaction.amount", -5.43),
  },
  {
    words: "transactions get",
    options: (_, found) => ["--transaction-id", found["transaction"] ?? ""],
    check: is("externalMemo", "Invoice 9"),
  },
  {
    words: "transactions list",
    options: ({ account }) => ["--account-id", account, "--order", "desc", "--max-items", "50"],
    check: lists("transaction"),
  },
  { words: "statements accounts list", options: ({ account }) => ["--account-id", account], check: made("statement") },
  {
    words: "statements download",
    options: (_, found) => ["--statement-id", found["statement"] ?? "", "--output", "statement.pdf"],
    check: ends,
  },
  { words: "treasury list", check: prints },
  {
    words: "treasury transactions",
    options: ({ treasury }) => ["--treasury-id", treasury, "--limit", "5"],
    check: prints,
  },
  { words: "webhooks list", check: ends },
  {
    words: "customers create",
    options: ({ run }) => ["--name", `Interop CLI ${run}`, "--email", "ap@example.com"],
    check: made("customer"),
  },
  { words: "customers list", check: lists("customer") },
  { words: "customers delete", options: (_, found) => ["--customer-id", found["customer"] ?? ""], check: ends },
  { words: "invoices list", check: ends },
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
        const output = await run(
          binary,
          ["--format", "jsonl", "--base-url", `${sandbox.url}/api/v1`, "--yes", ...given],
          folder,
          sandbox.token,
        );
        check(jsonLines(output), found, sandbox);
        return undefined;
      }),
    );
  return results;
}

function run(binary: string, args: readonly string[], cwd: string, token: string): Promise<string> {
  const env = { PATH: process.env["PATH"], HOME: cwd, MERCURY_API_KEY: token, NO_COLOR: "1" };
  return new Promise((resolve, reject) => {
    const child = spawn(binary, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
    let [output, complaints] = ["", ""];
    child.stdout.on("data", (chunk) => (output += String(chunk)));
    child.stderr.on("data", (chunk) => (complaints += String(chunk)));
    child.on("error", reject);
    child.on("close", (code) =>
      code === 0 ? resolve(output) : reject(new Error(complaints || output || `It ended with ${code}.`)),
    );
  });
}

/** What the binary says that it is. */
export const versionOf = async (binary: string): Promise<string> => (await run(binary, ["--version"], ".", "")).trim();
