import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { type FreshDatabase, freshDatabase } from "#test/kit/databases/databases.ts";
import { runCli } from "./run-cli.ts";

/** Golden texts: what a person sees, with placeholders for IDs, tokens, and instants. */

let database: FreshDatabase;
let folder: string;
before(async () => {
  database = await freshDatabase();
  folder = mkdtempSync(join(tmpdir(), "bursar-cli-"));
});
after(async () => {
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** The text on standard input, and the questions printed before reading it. */
let typed = "";
const questions: string[] = [];

interface Ran {
  readonly exitCode: number;
  readonly output: string;
  readonly errors: string;
}

async function bursar(...args: readonly string[]): Promise<Ran> {
  const output: string[] = [];
  const errors: string[] = [];
  let asked = 0;
  const exitCode = await runCli(args, {
    environment: { DATABASE_URL: database.url, BURSAR_DATA_DIR: folder, BURSAR_LOG_LEVEL: "silent" },
    print: (line) => output.push(line),
    write: () => Promise.reject(new Error("No command of this test writes bytes")),
    ask: async (question) => {
      questions.push(question);
      return typed;
    },
    complain: (line) => errors.push(line),
    exitWith: (code) => {
      asked = code;
    },
  });
  return { exitCode: exitCode || asked, output: output.join("\n"), errors: errors.join("\n") };
}

const timeless = (text: string): string =>
  text
    .replaceAll(/secret-token:[\w:-]+/g, "TOKEN")
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, "ID")
    .replaceAll(/\d{4}-\d{2}-\d{2}(T[\d:.]+Z)?/g, (day) => (day.startsWith("2099") ? day : "DAY"))
    // Columns are as wide as their original values: only the presence of blanks counts, not their number.
    .replaceAll(/ {2,}/g, "  ");

const shows = (ran: Ran, text: string, exitCode = 0) => {
  assert.equal(timeless(ran.output), text.trim(), ran.errors);
  assert.equal(ran.exitCode, exitCode, ran.errors);
};

test("creates and lists organizations, and changes their plan", async () => {
  shows(await bursar("org", "list"), "There is no organization yet. Create one: bursar org create <name>");
  shows(await bursar("org", "create", "Acme, Inc."), "Created Acme, Inc.: ID");
  shows(await bursar("org", "plan", "pro"), "Acme, Inc. is on the plan pro");
  shows(
    await bursar("org", "list"),
    `
ID  NAME  PLAN  SINCE
ID  Acme, Inc.  pro  DAY`,
  );
  const { output } = await bursar("org", "list", "--json");
  const [acme] = JSON.parse(output);
  assert.deepEqual(Object.keys(acme), ["organizationId", "legalBusinessName", "plan", "createdAt"]);
});

test("creates a token and shows it once, lists tokens without their text, and revokes one", async () => {
  const made = await bursar(
    "token",
    "create",
    "--kind",
    "custom",
    "--scope",
    "sendMoney,fetchRecipients",
    "--allow-ip",
    "10.1.2.3/8",
    "--expires",
    "2099-12-31",
    "--limit-per-day",
    "2500",
    "--name",
    "payouts",
  );
  shows(made, "TOKEN\n\nStore it now: it is not shown again. Its id, to revoke it: ID");
  const listed = await bursar("token", "list");
  shows(
    listed,
    `
ID  NAME  KIND  STATE  SENDS FROM  EXPIRES  LAST USED
ID  payouts  custom  active  10.0.0.0/8  2099-12-31  never`,
  );
  const { output } = await bursar("token", "list", "--json");
  const [token] = JSON.parse(output);
  assert.deepEqual(token.scopes.toSorted(), ["fetchRecipients", "sendMoney"]);
  shows(await bursar("token", "revoke", token.tokenId), "Revoked ID");
  assert.match((await bursar("token", "list")).output, /payouts +custom +revoked/);
});

test("opens an account with the number from standard input, and lists accounts with their balances", async () => {
  shows(
    await bursar("account", "list"),
    "There is no account yet. Open one: bursar account open <name> --routing-number <digits>",
  );
  typed = "98765432101";
  const opening = ["account", "open", "Operating", "--routing-number", "021000021", "--opening-balance", "12500.50"];
  shows(
    await bursar(...opening),
    `
Opened Operating, checking, ending 2101: ID
It holds 12,500.50 USD: transaction ID`,
  );
  assert.deepEqual(questions.splice(0), ["Account number: "]);
  typed = "98765432102";
  const second = await bursar(
    "account",
    "open",
    "Reserve",
    "--kind",
    "savings",
    "--routing-number",
    "021000021",
    "--json",
  );
  assert.equal(second.exitCode, 0, second.errors);
  const { accountId, ...reserve } = JSON.parse(second.output);
  assert.match(accountId, /^[0-9a-f-]{36}$/);
  assert.deepEqual(reserve, {
    name: "Reserve",
    kind: "savings",
    status: "active",
    routingNumber: "021000021",
    numberEnding: "2102",
    currentBalance: 0,
    availableBalance: 0,
    openingTransactionId: null,
  });
  shows(
    await bursar("account", "list"),
    `
ID  NAME  KIND  STATUS  ENDING  CURRENT  AVAILABLE
ID  Operating  checking  active  2101  12,500.50  12,500.50
ID  Reserve  savings  active  2102  0.00  0.00`,
  );
  const listed = JSON.parse((await bursar("account", "list", "--json")).output);
  assert.deepEqual(Object.keys(listed[0]), [
    "accountId",
    "name",
    "kind",
    "status",
    "routingNumber",
    "numberEnding",
    "currentBalance",
    "availableBalance",
  ]);
});

test("opens no account that is mistyped or already open, and never prints its number", async () => {
  typed = "98765432101";
  const again = ["account", "open", "Twice", "--routing-number", "021000021", "--opening-balance", "1"];
  const refused = await bursar(...again);
  assert.deepEqual(
    [refused.exitCode, timeless(refused.errors)],
    [1, "An account with these numbers is already open: ID. Use that one, or check the numbers."],
  );
  const asJson = await bursar(...again, "--json");
  assert.equal(JSON.parse(asJson.errors).errors.errorCode, "accountOpenAlready");
  const wrong: readonly (readonly [string, readonly string[], RegExp])[] = [
    ["98765432109", ["--routing-number", "021000022"], /routingNumber.*check/i],
    ["9876 5432 109", ["--routing-number", "021000021"], /accountNumber.*digits only/],
    ["", ["--routing-number", "021000021"], /accountNumber/],
    ["98765432109", ["--routing-number", "021000021", "--opening-balance", "1.234"], /openingBalance.*dollars/],
    ["98765432109", ["--routing-number", "021000021", "--kind", "brokerage"], /checking, savings, treasury/],
    ["98765432109", [], /--routing-number/],
  ];
  for (const [number, options, problem] of wrong) {
    typed = number;
    const { exitCode, errors, output } = await bursar("account", "open", "Mistyped", ...options);
    assert.equal(exitCode, 2, `${options.join(" ")}: ${errors}`);
    assert.match(errors, problem);
    assert.ok(number === "" || !`${errors}${output}`.includes(number), "the number is not repeated");
  }
  assert.equal(JSON.parse((await bursar("account", "list", "--json")).output).length, 2);
  assert.equal((await bursar("ledger", "verify")).exitCode, 0);
  const help = await bursar("account", "open", "--help");
  assert.match(help.output.replaceAll(/\s+/g, " "), /account number is read from standard input/);
});

test("verifies the books and the audit log", async () => {
  shows(
    await bursar("ledger", "verify"),
    "The books balance: 1 organization, 8 ledger accounts, 1 transaction, 1 entry.",
  );
  const verified = await bursar("audit", "verify");
  assert.equal(verified.exitCode, 0, verified.output);
  assert.match(
    timeless(verified.output),
    /^ID: intact: 0 rows under 0 seals, 7 waiting for a seal\n {2}No anchor in this data folder/,
  );
  const file = join(folder, "audit.jsonl");
  assert.match((await bursar("audit", "export", file)).output, /^Wrote 7 rows and 0 seals to .*audit\.jsonl$/);
  assert.equal(readFileSync(file, "utf8").trim().split("\n").length, 8);
  const again = await bursar("audit", "export", file);
  assert.equal(again.exitCode, 1, "an export never overwrites a file");
});

test("invites a user, creates a new link, and locks the user", async () => {
  const invited = await bursar(
    "user",
    "invite",
    "ada@example.com",
    "--role",
    "administrator",
    "--first-name",
    "Ada",
    "--last-name",
    "Lovelace",
    "--json",
  );
  assert.equal(invited.exitCode, 0, invited.errors);
  const { link, email } = JSON.parse(invited.output);
  assert.equal(email, "ada@example.com");
  assert.match(link, /^http:\/\/127\.0\.0\.1:8080\/dashboard\/join#[\w-]{64}$/);
  const unknown = await bursar("user", "reset", "ada@example.com");
  assert.deepEqual(
    [unknown.exitCode, unknown.errors],
    [1, "No user with this ID exists in your organization."],
    "no user has joined yet",
  );
  assert.equal((await bursar("user", "lock", "nobody@example.com")).exitCode, 1);
  assert.equal((await bursar("user", "invite", "x@example.com", "--role", "king")).exitCode, 2);
});

test("rotates keys", async () => {
  shows(
    await bursar("key", "rotate"),
    `
7 keys wrapped by the current master key
ID: data key 2, 3 values re-encrypted`,
  );
});

test("advances the sandbox's clock", async () => {
  assert.match(
    (await bursar("sandbox", "advance", "--hours", "1")).output,
    /^It is \d{4}-.*Z\. Something was due at \d+ instants on the way\.$/,
  );
});

test("shows the source of each setting, but no secret", async () => {
  const { output, exitCode } = await bursar("config", "--port", "9000", "--json");
  assert.equal(exitCode, 0);
  const rows: readonly { name: string; value: string | null; source: string }[] = JSON.parse(output);
  const row = (name: string) => rows.find((candidate) => candidate.name === name);
  assert.deepEqual(row("PORT"), {
    name: "PORT",
    value: "9000",
    source: "flag",
    meaning: "port to listen on (0 = any free one)",
  });
  assert.equal(row("DATABASE_URL")?.value, "(set)");
  assert.equal(row("DATABASE_URL")?.source, "environment");
  assert.equal(row("BURSAR_MODE")?.source, "default");
  assert.ok(!output.includes(database.url));
  assert.match((await bursar("config")).output, /^SETTING +VALUE +FROM\nBURSAR_MODE +sandbox +default\n/);
});

test("exits with 1 on a refusal and 2 on wrong usage, with a sentence for people or the error body for programs", async () => {
  const refused = await bursar("token", "revoke", "00000000-0000-7000-8000-000000000000");
  assert.deepEqual(
    [refused.exitCode, refused.output, refused.errors],
    [1, "", "No token with this ID exists in your organization."],
  );
  const asJson = await bursar("token", "revoke", "00000000-0000-7000-8000-000000000000", "--json");
  assert.equal(JSON.parse(asJson.errors).errors.errorCode, "resourceNotFound");
  for (const wrong of [
    ["token", "create"],
    ["token", "create", "--kind", "admin"],
    ["org", "create"],
    ["org", "create", "  "],
    ["nonsense"],
    ["token", "create", "--kind", "read-only", "--limit-per-day", "12.345"],
    ["config", "--port", "x"],
    ["sandbox", "advance"],
  ]) {
    const { exitCode, errors } = await bursar(...wrong);
    assert.equal(exitCode, 2, `${wrong.join(" ")}: ${errors}`);
    assert.ok(errors.length > 0 && !errors.includes("    at "), errors);
  }
  const missing = await bursar("org", "plan", "pro", "--org", "Nobody");
  assert.deepEqual([missing.exitCode, missing.errors], [1, "There is no organization Nobody. See bursar org list."]);
});

test("--help lists every command", async () => {
  const { output, exitCode } = await bursar("--help");
  assert.equal(exitCode, 0);
  for (const command of ["serve", "migrate", "config", "org", "account", "token", "ledger", "audit", "key", "sandbox"])
    assert.match(output, new RegExp(`^ +${command}\\b`, "m"));
});

test("each command that help lists is found by its name alone, which loads no other", async () => {
  const { output } = await bursar("--help");
  const [, listed = ""] = /\n(Commands:\n[\s\S]*?)\n\n\S*Examples:/.exec(output) ?? [];
  const names = [...listed.matchAll(/^ {2}([a-z]+)/gm)].map(([, name = ""]) => name);
  for (const name of ["serve", "help", "login", "pay"]) assert.ok(names.includes(name), names.join(", "));
  assert.ok(names.length >= 40, names.join(", "));
  for (const name of names) {
    const { output: help, exitCode } = await bursar(name, "--help");
    assert.equal(exitCode, 0, name);
    assert.match(help, new RegExp(`^Usage: bursar ${name}\\b`), name);
  }
});

test("a token that expires on a day works through that day in New York, in summer and winter", async () => {
  const listed = async () => JSON.parse((await bursar("token", "list", "--json")).output);
  for (const [day, expiresAt] of [
    ["2099-12-31", "2100-01-01T04:59:59.999Z"],
    ["2099-07-04", "2099-07-05T03:59:59.999Z"],
  ] as const) {
    const made = await bursar("token", "create", "--kind", "read-only", "--name", day, "--expires", day, "--json");
    assert.equal(made.exitCode, 0, made.errors);
    const found = (await listed()).find(({ name }: { name: string }) => name === day);
    assert.equal(found.expiresAt, expiresAt);
    assert.match((await bursar("token", "list")).output, new RegExp(`${day} +readOnly +active +\\S+ +${day}`));
    await bursar("token", "revoke", found.tokenId);
  }
  for (const none of ["2099-02-30", "12/31/2099"]) {
    const refused = await bursar("token", "create", "--kind", "read-only", "--expires", none);
    assert.equal(refused.exitCode, 2);
    assert.match(refused.errors, /expires: must be a date/);
  }
});
