import { createReadStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type Command, Option } from "commander";
import type { ShownDownload, ShownFile, ShownItem } from "#administration/commands/banks/bank-file-commands.ts";
import { action, type Options, WrongUsage } from "../action.ts";
import { administer } from "../administer.ts";
import { asDollars, count, type Terminal, table } from "../output.ts";
import { noteOption, outputOption, type Subcommands, subcommandsOf } from "../settings-options.ts";
import { railOption } from "./bank-settings.ts";

/** `bursar files list|show|download|retry|dismiss|items|assign|ignore`. */
export function filesCommand(program: Command, terminal: Terminal): void {
  const sub = subcommandsOf(program.command("files").description("the files exchanged with banks"));
  listCommand(sub, terminal);
  showCommand(sub, terminal);
  downloadCommand(sub, terminal);
  decideCommands(sub, terminal);
  itemCommands(sub, terminal);
}

function listCommand(sub: Subcommands, terminal: Terminal): void {
  const list = sub("list", "files sent and received, the latest first", [
    "bursar files list",
    "bursar files list --direction in --state quarantined",
    "bursar files list --format checks-pdf --json",
  ])
    .addOption(new Option("--direction <direction>", "sent or received").choices(["out", "in"]))
    .option("--state <state>", "such as sent, inDoubt, or quarantined; files that still collect payments are open")
    .addOption(railOption())
    .option("--format <format>", "such as nacha, pain.001, or camt.053")
    .option("--limit <number>", "at most this many", "1000");
  action(list, terminal, async (own, { org, direction, state, rail, format, limit }) => {
    const files = await administer<readonly ShownFile[]>(own, "files.list", {
      organization: org,
      direction,
      state,
      rail,
      format,
      limit: Number(limit),
    });
    return { json: files.map(summaryOf), text: fileTable(files) };
  });
}

/** The members of a list (the operator's contract); `show` has all of them. */
const summaryOf = (file: ShownFile) => {
  const { id, direction, rail, format, name, createdAt, state, transactions, bytes, sha256 } = file;
  return { id, direction, rail, format, name, createdAt, state, transactions, bytes, sha256 };
};

const fileTable = (files: readonly ShownFile[]): string =>
  files.length === 0
    ? "No files."
    : table(
        [
          { title: "id", value: (file: ShownFile) => file.id },
          { title: "dir", value: (file) => file.direction },
          { title: "format", value: (file) => file.format ?? "unknown" },
          { title: "created", value: (file) => file.createdAt.slice(0, 16).replace("T", " ") },
          { title: "state", value: (file) => file.state },
          { title: "items", value: (file) => String(file.transactions), right: true },
          { title: "bytes", value: (file) => (file.bytes === null ? "" : String(file.bytes)), right: true },
          { title: "name", value: (file) => file.name ?? "" },
        ],
        files,
      );

function showCommand(sub: Subcommands, terminal: Terminal): void {
  const show = sub("show", "one file, with the payments it contains", [
    "bursar files show 01999999-0000-7000-8000-000000000000",
  ]).argument("<file-id>", "the file");
  action(show, terminal, async (own, options, [fileId]) => {
    const file = await administer<ShownFile>(own, "files.show", { organization: options["org"], fileId });
    return { json: file, text: fileText(file) };
  });
}

function fileText(file: ShownFile): string {
  const facts = [
    ["Name", file.name],
    ["State", file.state],
    ["Reason", file.reason],
    ["Direction", file.direction],
    ["Rail", file.rail],
    ["Format", file.format],
    ["Created", file.createdAt],
    ["Sent", file.sentAt],
    ["Answer due", file.answerDueAt],
    ["Answered", file.answeredAt],
    ["Processed", file.processedAt],
    ["Message", file.messageId],
    ["Bytes", file.bytes],
    ["SHA-256", file.sha256],
    ["Repeats", file.repeatsFileId],
    ["Items", file.transactions],
    ["Open items", file.openItems === 0 ? null : file.openItems],
    ["Tolerated", file.tolerated.map(({ tolerance, count }) => `${tolerance} (${count})`).join(", ") || null],
  ].flatMap(([name, value]) => (value === null ? [] : [`${String(name).padEnd(12)}${String(value)}`]));
  const payments = file.payments ?? [];
  const listed = payments.length === 0 ? [] : ["", paymentTable(payments)];
  const more = file.nextPosition === undefined ? [] : [`and more after position ${file.nextPosition}`];
  const items = (file.items ?? []).flatMap((item) => ["", ...itemLines(item)]);
  return [...facts, ...listed, ...more, ...items].map((line) => line.trimEnd()).join("\n");
}

const paymentTable = (payments: NonNullable<ShownFile["payments"]>): string =>
  table(
    [
      { title: "place", value: ({ position }: (typeof payments)[number]) => String(position), right: true },
      { title: "payment", value: ({ transactionId }) => transactionId },
      { title: "amount", value: ({ amount }) => (amount === null ? "" : asDollars(amount)), right: true },
      { title: "recipient", value: ({ counterpartyName }) => counterpartyName ?? "" },
      { title: "purpose", value: ({ purpose }) => purpose },
      { title: "reference", value: ({ reference }) => reference ?? "" },
    ],
    payments,
  );

function downloadCommand(sub: Subcommands, terminal: Terminal): void {
  const download = sub("download", "write the bytes of a file to standard output", [
    "bursar files download 01999999-0000-7000-8000-000000000000 > payments.ach",
    "bursar files download 01999999-0000-7000-8000-000000000000 --output payments.ach",
  ])
    .argument("<file-id>", "the file")
    .option(...outputOption);
  action(download, terminal, async (own, options, [fileId]) => {
    const ask = (to: string) =>
      administer<ShownDownload>(own, "files.download", { organization: options["org"], fileId, to });
    if (typeof options["output"] === "string") {
      const written = await ask(resolve(options["output"]));
      return { json: written, text: `Wrote ${count(written.bytes, "byte")} to ${written.file}` };
    }
    // The service writes to a private folder of this machine: a file need not fit into memory.
    const folder = await mkdtemp(join(tmpdir(), "bursar-files-"));
    try {
      const { file } = await ask(join(folder, "content"));
      await own.write(createReadStream(file));
      return {};
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
}

/** What a person needs to decide about an item: where it is, why it was not applied, and what to do. */
const itemLines = (item: ShownItem): readonly string[] => [
  `${item.place}${item.code === null ? "" : `, ${item.code}`}${item.reference === null ? "" : `, ${item.reference}`}${
    item.amount === null ? "" : `, ${asDollars(item.amount)}`
  }: ${item.state}`,
  `  ${item.reason}`,
  ...(item.nextStep === null ? [] : [`  ${item.nextStep}`]),
  ...(item.actBy === null || item.state !== "open" ? [] : [`  By ${item.actBy}.`]),
  ...(item.note === null ? [] : [`  Note: ${item.note}`]),
  `  Item ${item.id}`,
];

function itemCommands(sub: Subcommands, terminal: Terminal): void {
  const items = sub("items", "what received files say and could not be applied, and what to do about it", [
    "bursar files items",
  ]);
  action(items, terminal, async (own, { org }) => {
    const open = await administer<readonly ShownItem[]>(own, "files.items", { organization: org });
    const text = open.flatMap((item) => [`${item.fileName ?? item.fileId}`, ...itemLines(item), ""]).join("\n");
    return { json: open, text: open.length === 0 ? "No open items." : text.trimEnd() };
  });
  const assign = sub("assign", "apply an open item to the payment that it is about", [
    'bursar files assign 01999999-0000-7000-8000-000000000000 01999999-0000-7000-8000-000000000000 --note "The bank confirmed it by phone"',
  ])
    .argument("<item-id>", "the item")
    .argument("<transaction-id>", "the payment")
    .requiredOption(...noteOption);
  action(assign, terminal, async (own, options, [itemId, transactionId]) => {
    const asked = { organization: options["org"], itemId, transactionId, note: options["note"] };
    const item = await administer<ShownItem>(own, "files.assign", asked);
    return { json: item, text: `${item.place} of ${item.fileName ?? item.fileId} is ${item.state}` };
  });
  const ignore = sub("ignore", "nothing follows from an open item", [
    'bursar files ignore 01999999-0000-7000-8000-000000000000 --note "Sent by our payroll provider" --always',
  ])
    .argument("<item-id>", "the item")
    .requiredOption(...noteOption)
    .option("--always", "also ignore later items about the same company or account over this connection");
  action(ignore, terminal, async (own, options, [itemId]) => {
    const asked = { organization: options["org"], itemId, note: options["note"], always: options["always"] === true };
    const item = await administer<ShownItem>(own, "files.ignore", asked);
    return { json: item, text: `${item.place} of ${item.fileName ?? item.fileId} is ${item.state}` };
  });
}

function decideCommands(sub: Subcommands, terminal: Terminal): void {
  const decide = async (
    own: Terminal,
    options: Options,
    asked: { fileId: string | undefined; decision: string; reason?: string | undefined },
  ) => {
    const file = await administer<ShownFile>(own, "files.decide", { organization: options["org"], ...asked });
    return { json: file, text: `${file.name ?? file.id} is ${file.state}` };
  };
  const retry = sub(
    "retry",
    "try again with a file that was set aside or has open items, or decide about one in doubt",
    [
      "bursar files retry 01999999-0000-7000-8000-000000000000",
      "bursar files retry 01999999-0000-7000-8000-000000000000 --resend",
      'bursar files retry 01999999-0000-7000-8000-000000000000 --accept "The bank confirmed the totals"',
    ],
  )
    .argument("<file-id>", "the file")
    .option("--resend", "the file is in doubt, and the bank says that it does not have it: send it again")
    .option("--sent", "the file is in doubt, and the bank says that it has it")
    .option("--accept <reason>", "process a received file although its counts, totals, or repeated message are wrong");
  action(retry, terminal, (own, options, [fileId]) => {
    if (options["resend"] === true && options["sent"] === true)
      throw new WrongUsage("--resend and --sent exclude each other.");
    const reason = typeof options["accept"] === "string" ? options["accept"] : undefined;
    if (reason !== undefined) return decide(own, options, { fileId, decision: "accept", reason });
    const decision = options["resend"] === true ? "resend" : options["sent"] === true ? "markSent" : "retry";
    return decide(own, options, { fileId, decision });
  });
  const dismiss = sub("dismiss", "neither send nor process a file that was set aside", [
    "bursar files dismiss 01999999-0000-7000-8000-000000000000",
  ]).argument("<file-id>", "the file");
  action(dismiss, terminal, (own, options, [fileId]) => decide(own, options, { fileId, decision: "dismiss" }));
}
