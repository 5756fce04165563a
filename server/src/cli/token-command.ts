import { type Command, InvalidArgumentError } from "commander";
import type { ShownToken } from "#administration/commands/token-commands.ts";
import type { TokenKind } from "#records/identity";
import { action } from "./action.ts";
import { administer } from "./administer.ts";
import { dayInNewYork, type Terminal, table } from "./output.ts";
import { kindOption, subcommandsOf } from "./settings-options.ts";

const kinds = {
  "read-only": "readOnly",
  "read-write": "readWrite",
  custom: "custom",
  agent: "agent",
  provisioning: "provisioning",
} as const satisfies Readonly<Record<string, TokenKind>>;

/** `bursar token create|list|revoke`. */
export function tokenCommand(program: Command, terminal: Terminal): void {
  const group = program.command("token").description("API tokens");
  const sub = subcommandsOf(group);

  const create = sub("create", "create a token; its text is shown only this once", [
    "bursar token create --kind read-only --name reports",
    "bursar token create --kind agent --name assistant --limit-per-payment 500 --limit-per-month 20000 --payments-per-day 20",
    "bursar token create --kind custom --scope sendMoney fetchRecipients --allow-ip 10.1.2.0/24 --expires 2027-12-31",
  ])
    .addOption(kindOption(Object.keys(kinds)).makeOptionMandatory())
    .option("--name <name>", "its name", "made on the command line")
    .option("--scope <scope...>", "for a custom token: its scopes", listed, [])
    .option("--allow-ip <address...>", "addresses or CIDR blocks from which it may send payments", listed, [])
    .option("--expires <day>", "the last day on which it works, in New York, or an instant")
    .option("--limit-per-payment <dollars>", "the largest payment that it may send or request")
    .option("--limit-per-day <dollars>", "the most that it may send and request per New York calendar day")
    .option("--limit-per-month <dollars>", "the most that it may send and request per New York calendar month")
    .option("--payments-per-day <number>", "how many payments it may make per New York calendar day", wholeNumber)
    .option(
      "--only-account <account-id...>",
      "the only accounts from which it may pay, by ID; all by default",
      listed,
      [],
    )
    .option(
      "--only-recipient <recipient-id...>",
      "the only recipients whom it may pay, by ID; all by default",
      listed,
      [],
    )
    .option(
      "--creator <email>",
      "the user who counts as the requester of its requests; the first administrator by default",
    )
    .option("--rate-limit <requests>", "requests per minute", wholeNumber);
  action(create, terminal, async (own, options) => {
    const made = await administer<{ tokenId: string; token: string }>(own, "token.create", {
      organization: options["org"],
      name: options["name"],
      kind: Object.entries(kinds).find(([name]) => name === options["kind"])?.[1],
      scopes: options["scope"],
      allowlist: options["allowIp"],
      expires: options["expires"],
      limitPerPayment: options["limitPerPayment"],
      limitPerDay: options["limitPerDay"],
      limitPerMonth: options["limitPerMonth"],
      paymentsPerDay: options["paymentsPerDay"],
      accountIds: options["onlyAccount"],
      recipientIds: options["onlyRecipient"],
      rateLimitPerMinute: options["rateLimit"],
      creator: options["creator"],
    });
    return {
      json: made,
      text: `${made.token}\n\nStore it now: it is not shown again. Its id, to revoke it: ${made.tokenId}`,
    };
  });

  action(sub("list", "all tokens, without their texts", ["bursar token list"]), terminal, async (own, options) => {
    const rows = await administer<readonly ShownToken[]>(own, "token.list", { organization: options["org"] });
    return { json: rows, text: tokenTable(rows) };
  });

  action(
    sub("revoke", "revoke a token, immediately and permanently", [
      "bursar token revoke 01999999-0000-7000-8000-000000000000",
    ]).argument("<token-id>", "from token list"),
    terminal,
    async (own, options, [tokenId]) => {
      const revoked = await administer<{ tokenId: string }>(own, "token.revoke", {
        organization: options["org"],
        tokenId,
      });
      return { json: revoked, text: `Revoked ${revoked.tokenId}` };
    },
  );
}

/** Values of a repeated flag, after one flag, or comma-separated. */
const listed = (text: string, before: readonly string[]): readonly string[] => [
  ...before,
  ...text.split(",").filter(Boolean),
];

function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError("It must be a whole number.");
  return Number.parseInt(text, 10);
}

const tokenTable = (rows: readonly ShownToken[]): string =>
  rows.length === 0
    ? "There is no token yet. Create one: bursar token create --kind read-only"
    : table(
        [
          { title: "id", value: (row: ShownToken) => row.tokenId },
          { title: "name", value: (row) => row.name },
          { title: "kind", value: (row) => row.kind },
          { title: "state", value: (row) => row.state },
          { title: "sends from", value: (row) => row.allowlist.join(" ") || "-" },
          { title: "expires", value: (row) => (row.expiresAt === null ? "never" : dayInNewYork(row.expiresAt)) },
          { title: "last used", value: (row) => (row.lastUsedAt === null ? "never" : dayInNewYork(row.lastUsedAt)) },
        ],
        rows,
      );
