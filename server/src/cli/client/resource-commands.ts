import { randomUUID } from "node:crypto";
import { createWriteStream, readFileSync } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type Command, Option } from "commander";
import { action, type Options, type Outcome, WrongUsage } from "../action.ts";
import { eventsOption } from "../events/event.ts";
import { fileText } from "../input-file.ts";
import { printable, type Terminal } from "../output.ts";
import { accountOption, commandIn, outputOption } from "../settings-options.ts";
import { answerBody, type WholeApiClient } from "./api-client.ts";
import { clientOf, withClientOptions } from "./client-of.ts";
import { listCommand } from "./list-command.ts";
import { idNamed, namedAccounts, namedRecipients } from "./named.ts";
import type { ApiItem } from "./pages.ts";
import { pay, withPaymentOptions } from "./payment-options.ts";
import {
  type ApiResource,
  accountsResource,
  invoicesResource,
  recipientsResource,
  requestsResource,
  statementsResource,
  transactionsResource,
  webhooksResource,
} from "./resources.ts";
import { description } from "./show-items.ts";

/** Commands about resources of the API: `bursar transactions list`, and the like. Each is a client with a token. */

const SOME_ID = "01999999-0000-7000-8000-000000000000";

/** A subcommand that is a client of the API. */
const subcommand = (group: Command, name: string, description: string, examples: readonly string[]): Command =>
  withClientOptions(commandIn(group, { name, description, examples }));

type Work = (client: WholeApiClient, options: Options, args: readonly string[], own: Terminal) => Promise<Outcome>;

const clientAction = (command: Command, terminal: Terminal, work: Work): void =>
  action(command, terminal, (own, options, args) => work(clientOf(own, options), options, args, own));

/** The group of a resource with `list` and `get`. */
function groupOf(program: Command, terminal: Terminal, resource: ApiResource): Command {
  const { name, singular, description: about } = resource;
  const group = program.command(name).description(about);
  listCommand(group, terminal, resource);
  const kind = [namedAccounts, namedRecipients].find(({ plural }) => plural === name);
  const named = kind === undefined ? "its ID" : "its ID or name";
  const get = subcommand(group, "get", `show one ${singular}`, [
    `bursar ${name} get ${SOME_ID}`,
    `bursar ${name} get ${SOME_ID} --json`,
  ]).argument(`<${kind === undefined ? "item-id" : "name-or-id"}>`, named);
  clientAction(get, terminal, async (client, _options, [given = ""]) => {
    const itemId = kind === undefined ? given : await idNamed(client, kind, given);
    const { path, member } = resource.get;
    const item = answerBody<ApiItem>(await client.get(path(itemId), member));
    return { json: item, text: description(item) };
  });
  return group;
}

export const accountsCommand = (program: Command, terminal: Terminal): void =>
  void groupOf(program, terminal, accountsResource);

export function transactionsCommand(program: Command, terminal: Terminal): void {
  const group = groupOf(program, terminal, transactionsResource);
  const create = subcommand(group, "create", "send a payment without approval; the token needs an address allowlist", [
    'bursar transactions create --account Operating --recipient "Tern Packaging Co." --amount 1200.50 --method ach --dry-run',
    'bursar transactions create --account Operating --recipient "Tern Packaging Co." --amount 1200.50 --method ach --memo "Invoice 7" --key invoice-7',
  ]);
  clientAction(withPaymentOptions(create), terminal, (client, options) =>
    pay(client, options, { kind: "transaction" }),
  );
  const cancel = subcommand(group, "cancel", "cancel a payment that the bank does not have yet", [
    `bursar transactions cancel ${SOME_ID}`,
  ]).argument("<transaction-id>", "the payment");
  clientAction(cancel, terminal, async (client, _options, [transactionId = ""]) => {
    const path = `/transaction/${encodeURIComponent(transactionId)}/cancel`;
    const cancelled = answerBody<ApiItem>(await client.send("POST", path));
    return { json: cancelled, text: `The payment ${transactionId} is ${cancelled["status"]}.` };
  });
}

export function requestsCommand(program: Command, terminal: Terminal): void {
  const group = groupOf(program, terminal, requestsResource);
  const create = subcommand(group, "create", "request a payment, which users approve in the dashboard", [
    'bursar requests create --account Operating --recipient "Tern Packaging Co." --amount 1200.50 --method ach --memo "Invoice 7"',
    'bursar requests create --account Operating --recipient "Tern Packaging Co." --amount 80 --method check --send-on 2026-12-31 --dry-run',
  ]).option("--send-on <day>", "the day on which it is sent, YYYY-MM-DD; on approval by default");
  clientAction(withPaymentOptions(create), terminal, (client, options) => {
    const sendOn = options["sendOn"];
    return pay(client, options, { kind: "request", more: sendOn === undefined ? {} : { sendOn } });
  });
}

export function recipientsCommand(program: Command, terminal: Terminal): void {
  const group = groupOf(program, terminal, recipientsResource);
  const create = subcommand(
    group,
    "create",
    "create a recipient; without --data, one for ACH, whose account number is read from standard input or a prompt, which keeps it out of the shell's history and the process list",
    [
      'bursar recipients create --name "Globex Corporation" --routing-number 021000021',
      "bursar recipients create --data recipient.json",
      "bursar recipients create --data - < recipient.json",
    ],
  )
    .option("--name <name>", "its name")
    .option("--email <email>", "its email address")
    .option("--routing-number <digits>", "the bank's ABA routing number")
    .addOption(
      new Option("--account-type <type>", "the type of its bank account")
        .choices(["businessChecking", "businessSavings", "personalChecking", "personalSavings"])
        .default("businessChecking"),
    )
    .option(...dataOption);
  clientAction(create, terminal, async (client, options, _args, own) => {
    const body = options["data"] === undefined ? await achRecipient(own, options) : dataOf(options);
    const made = answerBody<ApiItem>(await client.post("/recipients", "id", withKey(body)));
    return { json: made, text: `Created ${printable(String(made["name"]))}: ${made["id"]}` };
  });
}

async function achRecipient(own: Terminal, options: Options): Promise<object> {
  const { name, email, routingNumber, accountType } = options;
  if (typeof name !== "string" || typeof routingNumber !== "string")
    throw new WrongUsage("Enter --name and --routing-number, or name a file with --data.");
  return {
    name,
    emails: email === undefined ? [] : [email],
    electronicRoutingInfo: {
      accountNumber: await own.ask("Account number: "),
      routingNumber,
      electronicAccountType: accountType,
    },
  };
}

export function invoicesCommand(program: Command, terminal: Terminal): void {
  const group = groupOf(program, terminal, invoicesResource);
  const create = subcommand(group, "create", "create an invoice from a file with the fields of the API, as JSON", [
    "bursar invoices create --data invoice.json",
    "bursar invoices create --data - < invoice.json",
  ]).requiredOption(...dataOption);
  clientAction(create, terminal, async (client, options) => {
    const made = answerBody<ApiItem>(await client.post("/ar/invoices", "id", withKey(dataOf(options))));
    return { json: made, text: `Created invoice ${printable(String(made["invoiceNumber"]))}: ${made["id"]}` };
  });
  const cancel = subcommand(group, "cancel", "cancel an invoice that is not paid", [
    `bursar invoices cancel ${SOME_ID}`,
  ]).argument("<invoice-id>", "the invoice");
  clientAction(cancel, terminal, async (client, _options, [invoiceId = ""]) => {
    answerBody(await client.send("POST", `/ar/invoices/${encodeURIComponent(invoiceId)}/cancel`));
    return { json: { id: invoiceId, status: "Cancelled" }, text: `The invoice ${invoiceId} is cancelled.` };
  });
}

export function webhooksCommand(program: Command, terminal: Terminal): void {
  const group = groupOf(program, terminal, webhooksResource);
  const create = subcommand(group, "create", "create a webhook endpoint; its secret is shown only this once", [
    "bursar webhooks create https://example.com/hooks",
    "bursar webhooks create https://example.com/hooks --events transaction.created transaction.updated",
  ])
    .argument("<address>", "where events are sent to")
    .addOption(eventsOption());
  clientAction(create, terminal, async (client, options, [url = ""]) => {
    const { events } = options;
    const body = { url, ...(events === undefined ? {} : { eventTypes: events }) };
    const made = answerBody<ApiItem>(await client.post("/webhooks", "id", withKey(body)));
    return {
      json: made,
      text: `Created webhook endpoint ${made["id"]}\nIts secret: ${made["secret"]}\nStore it now: it is not shown again.`,
    };
  });
  for (const [name, about, past] of [
    ["verify", "send a test event to a webhook endpoint", "received a test event"],
    ["delete", "delete a webhook endpoint", "is deleted"],
  ] as const) {
    const command = subcommand(group, name, about, [`bursar webhooks ${name} ${SOME_ID}`]).argument(
      "<endpoint-id>",
      "from webhooks list",
    );
    clientAction(command, terminal, async (client, _options, [endpointId = ""]) => {
      const path = `/webhooks/${encodeURIComponent(endpointId)}`;
      answerBody(await (name === "delete" ? client.send("DELETE", path) : client.send("POST", `${path}/verify`)));
      return { json: { id: endpointId }, text: `The webhook endpoint ${endpointId} ${past}.` };
    });
  }
}

const statementFormats = ["pdf", "csv", "camt053", "ofx", "qbo", "quickbooks-csv", "xero-csv", "hledger", "beancount"];

export function statementsCommand(program: Command, terminal: Terminal): void {
  const group = groupOf(program, terminal, statementsResource);
  const create = subcommand(group, "create", "make a statement of other days than a month", [
    "bursar statements create --account Operating --start 2026-11-01 --end 2026-11-15",
  ])
    .requiredOption(...accountOption)
    .requiredOption("--start <day>", "from this day on, YYYY-MM-DD, in New York")
    .requiredOption("--end <day>", "until this day, YYYY-MM-DD, in New York");
  clientAction(create, terminal, async (client, { account, start, end }) => {
    const accountId = await idNamed(client, namedAccounts, String(account));
    const path = `/account/${encodeURIComponent(accountId)}/statements`;
    const made = answerBody<ApiItem>(await client.post(path, "id", withKey({ startsOn: start, endsOn: end })));
    return { json: made, text: `Made statement ${made["id"]}` };
  });
  const download = subcommand(group, "download", "write a statement to standard output, or to a file", [
    `bursar statements download ${SOME_ID} --output statement.pdf`,
    `bursar statements download ${SOME_ID} --as csv > statement.csv`,
  ])
    .argument("<statement-id>", "from statements list")
    .addOption(new Option("--as <format>", "its format").choices(statementFormats).default("pdf"))
    .option(...outputOption);
  clientAction(download, terminal, async (client, options, [statementId = ""], own) => {
    const path = `/statements/${encodeURIComponent(statementId)}/${options["as"]}`;
    const content = answerBody<Uint8Array>(await client.download(path));
    const { output } = options;
    if (typeof output === "string") {
      await writeNew(output, content);
      return { json: { file: output, bytes: content.length }, text: `Wrote ${content.length} bytes to ${output}` };
    }
    if (own.screen?.() !== undefined && options["as"] === "pdf")
      throw new WrongUsage("A PDF is not for a terminal. Name a file in --output.");
    await own.write(Readable.from([Buffer.from(content)]));
    return {};
  });
}

/** Never replaces a file. */
async function writeNew(path: string, content: Uint8Array): Promise<void> {
  await pipeline(Readable.from([content]), createWriteStream(path, { flags: "wx" }));
}

/** The client repeats a request without an answer: it must create once. */
const withKey = (body: object): object => ({ idempotencyKey: randomUUID(), ...body });

const dataOption = ["--data <file>", "a file of JSON with the fields of the API, or - for standard input"] as const;

/** An object of JSON, as the API takes it. */
function dataOf({ data }: Options): object {
  const text = data === "-" ? readFileSync(process.stdin.fd, "utf8") : fileText(String(data));
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new WrongUsage(`${data === "-" ? "Standard input" : data} is not JSON.`);
  }
  if (typeof body !== "object" || body === null || Array.isArray(body))
    throw new WrongUsage(`${data === "-" ? "Standard input" : data} must be one object of JSON.`);
  return body;
}
