import type { Command } from "commander";
import type { MovedConnection, ShownConnection, ShownTest } from "#administration/commands/banks/bank-commands.ts";
import { type BankRail, bankRails, type ConnectionKind, connectionKinds } from "#bank/exchange";
import type { PennyTest } from "#desk/dashboard";
import { action, type Options, type Outcome, WrongUsage } from "../action.ts";
import { administer } from "../administer.ts";
import { asDollars, dayInNewYork, type Terminal, table } from "../output.ts";
import { kindOption, type Subcommands, subcommandsOf } from "../settings-options.ts";
import { collectSettings, railOption, secretsFromOptions, settingsFromOptions } from "./bank-settings.ts";
import { askForConnection } from "./guided-add.ts";
import { simulateCommand } from "./simulate-command.ts";

/** `bursar bank add|list|change|test|rehearse|go-live|penny-test|remove|simulate`. */
export function bankCommand(program: Command, terminal: Terminal): void {
  const group = program.command("bank").description("connections to banks, one for each rail");
  const sub = subcommandsOf(group);
  addCommand(sub, terminal);
  simulateCommand(group, terminal);
  changeCommand(sub, terminal);
  action(sub("list", "all connections, without secrets", ["bursar bank list"]), terminal, async (own, options) => {
    const rows = await administer<readonly ShownConnection[]>(own, "bank.list", { organization: options["org"] });
    return { json: rows, text: connectionTable(rows) };
  });
  const test = sub("test", "connect, check the host key, sign in, and list both directories; sends nothing", [
    "bursar bank test 01999999-0000-7000-8000-000000000000",
  ]);
  action(test.argument("<connection-id>", "from bank list"), terminal, async (own, options, [connectionId]) => {
    const result = await administer<ShownTest>(own, "bank.test", { organization: options["org"], connectionId });
    return { json: result, text: testText(result), exitCode: result.passed ? 0 : 1 };
  });
  pennyTestCommand(sub, terminal);
  for (const { name, trigger, description } of moves)
    action(
      sub(name, description, [`bursar bank ${name} 01999999-0000-7000-8000-000000000000`]).argument(
        "<connection-id>",
        "from bank list",
      ),
      terminal,
      async (own, options, [connectionId]) => {
        const input = { organization: options["org"], connectionId, trigger };
        const moved = await administer<MovedConnection>(own, "bank.move", input);
        return { json: moved, text: movedText(moved) };
      },
    );
}

function pennyTestCommand(sub: Subcommands, terminal: Terminal): void {
  const follow = sub("penny-test", "follow the latest payment of $0.01 over a connection to the bank's statement", [
    "bursar bank penny-test 01999999-0000-7000-8000-000000000000",
  ]);
  action(follow.argument("<connection-id>", "from bank list"), terminal, async (own, options, [connectionId]) => {
    const input = { organization: options["org"], connectionId };
    const result = await administer<PennyTest>(own, "bank.pennyTest", input);
    const failed = result.steps.some(({ outcome }) => outcome === "failed");
    return { json: result, text: pennyText(result), exitCode: failed ? 1 : 0 };
  });
}

const moves = [
  { name: "rehearse", trigger: "rehearse", description: "write, validate, and show files, but send none" },
  { name: "go-live", trigger: "goLive", description: "send files to the bank from now on" },
  { name: "remove", trigger: "remove", description: "remove a connection permanently and erase its secrets" },
] as const;

const movedText = ({ name, state, endedPayments, reopenedRequests }: MovedConnection): string =>
  [
    `${name} is now in the state ${state}.`,
    ...leftLines(
      "Payments of the rehearsal that were not sent, and end as failed (BF-REHEARSAL)",
      "payment",
      endedPayments.count,
      endedPayments.payments,
    ),
    ...leftLines(
      "Scheduled payments that were approved before the rehearsal ended, and need approval again",
      "request",
      reopenedRequests.count,
      reopenedRequests.requests,
    ),
  ].join("\n");

function leftLines(
  what: string,
  title: string,
  count: number,
  rows: MovedConnection["endedPayments"]["payments"],
): readonly string[] {
  if (count === 0) return [];
  const listed = table(
    [
      { title, value: ({ id }) => id },
      { title: "recipient", value: ({ recipient }) => recipient },
      { title: "amount", value: ({ amount }) => asDollars(amount), right: true },
    ],
    rows,
  );
  return [`${what}: ${count}`, listed, ...(count > rows.length ? [`… and ${count - rows.length} more`] : [])];
}

const withConnection = (command: Command): Command =>
  command
    .option("--name <name>", "its name")
    .option("--account <account...>", "the accounts whose payments it carries: IDs or names", listed, [])
    .option(
      "--set <name=value...>",
      "settings, such as host=sftp.example.com; @file stands for a file's text",
      listed,
      [],
    )
    .option(
      "--secret <name=file...>",
      "files with secrets: password, privateKey, passphrase, pgpPrivateKey, pgpPassphrase, signatureImage (a PNG, on checks)",
      listed,
      [],
    );

function addCommand(sub: Subcommands, terminal: Terminal): void {
  const add = withConnection(
    sub("add", "add a connection; without options, asks for everything and explains it", [
      "bursar bank add",
      'bursar bank add --rail ach --kind sftp --account Operating --name "First Harbor ACH" --set host=sftp.bank.example --set user=northwind --secret privateKey=bank_ed25519',
    ]),
  )
    .addOption(railOption())
    .addOption(kindOption(connectionKinds));
  action(add, terminal, async (own, options) => {
    const submit = (connection: Readonly<Record<string, unknown>>) =>
      administer<ShownConnection>(own, "bank.add", { organization: options["org"], ...connection });
    const added = await enterConnection(own, options, submit);
    return { json: added, text: `Added ${added.name}: ${added.id}\nTest it: bursar bank test ${added.id}` };
  });
}

/** From options or, if they leave everything open, from a person. */
function enterConnection(
  own: Terminal,
  options: Options,
  submit: (connection: Readonly<Record<string, unknown>>) => Promise<ShownConnection>,
): Promise<ShownConnection> {
  const { rail, kind, name } = options;
  const isRail = (value: unknown): value is BankRail => bankRails.some((rail) => rail === value);
  const isKind = (value: unknown): value is ConnectionKind => connectionKinds.some((kind) => kind === value);
  const given = { rail: isRail(rail) ? rail : undefined, kind: isKind(kind) ? kind : undefined };
  const named = { name: typeof name === "string" ? name : undefined, accounts: texts(options["account"]) };
  const sets = texts(options["set"]);
  if (own.isInteractive === true && sets.length === 0)
    return askForConnection(own, { ...given, ...named }, ({ entries, ...answers }) =>
      submit({ ...answers, ...withoutLimits(collectSettings(entries)) }),
    );
  if (given.rail === undefined || given.kind === undefined || named.name === undefined)
    throw new WrongUsage("--rail, --kind, and --name are required, unless a person answers questions in a terminal.");
  const settings = collectSettings(settingsFromOptions(given.rail, given.kind, sets));
  const secrets = secretsFromOptions(texts(options["secret"]));
  return submit({ ...given, ...named, ...withoutLimits(settings), secrets });
}

/** A new connection has no limits of the first days unless they were entered. */
const withoutLimits = ({ firstDays = null, ...settings }: ReturnType<typeof collectSettings>) => ({
  ...settings,
  firstDays,
});

function changeCommand(sub: Subcommands, terminal: Terminal): void {
  const change = withConnection(
    sub(
      "change",
      "change settings, accounts, or secrets; everything else stays, and the connection has to be tested again",
      [
        "bursar bank change 01999999-0000-7000-8000-000000000000 --set pollSeconds=30",
        "bursar bank change 01999999-0000-7000-8000-000000000000 --secret password=password.txt",
      ],
    ),
  )
    .argument("<connection-id>", "from bank list")
    .option("--no-first-days", "end the limits of the first days");
  action(change, terminal, async (own, options, [connectionId]): Promise<Outcome> => {
    const organization = options["org"];
    const all = await administer<readonly ShownConnection[]>(own, "bank.list", { organization });
    const found = all.find(({ id }) => id === connectionId);
    if (found === undefined)
      throw new WrongUsage(`No bank connection has the ID ${connectionId}. See bursar bank list.`);
    const entries = settingsFromOptions(found.rail, found.kind, texts(options["set"]));
    const { firstDays, ...settings } = collectSettings(entries);
    const accounts = texts(options["account"]);
    const changed = await administer<ShownConnection>(own, "bank.change", {
      organization,
      connectionId,
      ...settings,
      ...(typeof options["name"] === "string" ? { name: options["name"] } : {}),
      ...(accounts.length === 0 ? {} : { accounts }),
      ...(options["firstDays"] === false ? { firstDays: null } : firstDays === undefined ? {} : { firstDays }),
      secrets: secretsFromOptions(texts(options["secret"])),
    });
    return { json: changed, text: `Changed ${changed.name}.\nTest it: bursar bank test ${changed.id}` };
  });
}

const listed = (text: string, before: readonly string[]): readonly string[] => [...before, text];
const texts = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

const connectionTable = (rows: readonly ShownConnection[]): string =>
  rows.length === 0
    ? "There is no bank connection yet. Add one: bursar bank add"
    : table(
        [
          { title: "id", value: (row: ShownConnection) => row.id },
          { title: "name", value: (row) => row.name },
          { title: "rail", value: (row) => row.rail },
          { title: "state", value: (row) => row.state },
          { title: "place", value: (row) => row.place },
          { title: "accounts", value: (row) => row.accounts.map(({ name }) => name).join(", ") },
          { title: "tested", value: (row) => (row.testedAt === null ? "no" : dayInNewYork(row.testedAt)) },
        ],
        rows,
      );

const marks = { passed: "ok", failed: "FAILED", unknown: "?" } as const;

const pennyMarks = { done: "ok", waiting: "...", failed: "FAILED" } as const;

const pennyText = ({ passed, steps }: PennyTest): string =>
  [
    ...steps.map(({ step, outcome, detail }) => `${pennyMarks[outcome].padEnd(6)}  ${step}: ${detail}`),
    ...(passed ? ["The connection works from the payment to the statement."] : []),
  ].join("\n");

const testText = ({ passed, steps }: ShownTest): string =>
  [
    ...steps.map(({ step, outcome, detail }) => `${marks[outcome].padEnd(6)}  ${step}: ${detail}`),
    passed ? "The connection works. Nothing was sent." : "The connection does not work yet.",
  ].join("\n");
