import { type BankRail, bankRails, type ConnectionKind, connectionKinds, type SecretName } from "#bank/exchange";
import { CommandRefused } from "../action.ts";
import { fileText } from "../input-file.ts";
import type { Terminal } from "../output.ts";
import { type Field, firstDaysFields, pgpFields, readField, settingFieldsOf } from "./bank-fields.ts";

/** Everything about a new connection, as a person answered. */
export interface Answers {
  readonly name: string;
  readonly rail: BankRail;
  readonly kind: ConnectionKind;
  readonly accounts: readonly string[];
  readonly entries: readonly (readonly [Field, unknown])[];
  readonly secrets: Readonly<Partial<Record<SecretName, string>>>;
}

/** What the options said already is not asked. */
export interface Known {
  readonly name: string | undefined;
  readonly rail: BankRail | undefined;
  readonly kind: ConnectionKind | undefined;
  readonly accounts: readonly string[];
}

const ATTEMPTS = 5;

/** Asks for everything that a connection needs, with an explanation of each setting. */
export async function askForConnection(terminal: Terminal, options: Known): Promise<Answers> {
  terminal.complain("A bank connection carries the payments of one rail. It sends nothing until you go live.");
  terminal.complain("Press Enter to accept the value in brackets. @file stands for the text of a file.\n");
  const rail = options.rail ?? (await askOneOf(terminal, "The rail", bankRails));
  const kind = options.kind ?? (await askOneOf(terminal, "How files reach the bank", connectionKinds));
  const name = options.name ?? (await askText(terminal, "A name for the connection", (text) => text.length <= 80));
  const accounts =
    options.accounts.length > 0
      ? options.accounts
      : (await askText(terminal, "The accounts whose payments it carries: names or IDs, separated by commas", Boolean))
          .split(",")
          .map((text) => text.trim());
  const entries: (readonly [Field, unknown])[] = await askFields(terminal, settingFieldsOf(rail, kind));
  const secrets: Partial<Record<SecretName, string>> = {};
  if (kind === "sftp") Object.assign(secrets, await askSignIn(terminal));
  if (kind !== "simulated" && (await askYes(terminal, "Does the bank use PGP?"))) {
    entries.push(...(await askFields(terminal, pgpFields)));
    secrets.pgpPrivateKey = await askFile(terminal, "The file with our PGP private key");
    secrets.pgpPassphrase = await terminal.ask("Its passphrase, if it has one: ");
  }
  if (await askYes(terminal, "Limit payments in the first days?"))
    entries.push(...(await askFields(terminal, firstDaysFields)));
  return { name, rail, kind, accounts, entries, secrets };
}

async function askSignIn(terminal: Terminal): Promise<Partial<Record<SecretName, string>>> {
  if ((await askOneOf(terminal, "How to sign in", ["privateKey", "password"])) === "password")
    return { password: await askText(terminal, "The password", Boolean) };
  return {
    privateKey: await askFile(terminal, "The file with the SSH private key"),
    passphrase: await terminal.ask("Its passphrase, if it has one: "),
  };
}

async function askFields(terminal: Terminal, fields: readonly Field[]): Promise<(readonly [Field, unknown])[]> {
  const entries: (readonly [Field, unknown])[] = [];
  for (const field of fields) {
    const { description, values, fallback } = field.schema;
    const choices = values.length === 0 ? "" : ` One of ${values.join(", ")}.`;
    const question = `${field.name}: ${description}${choices}${fallback === undefined ? "" : ` [${fallback}]`}`;
    const value = await askUntil(terminal, question, (text) => readField(field, text === "" ? (fallback ?? "") : text));
    entries.push([field, value]);
  }
  return entries;
}

const askOneOf = <Value extends string>(terminal: Terminal, what: string, values: readonly Value[]): Promise<Value> =>
  askUntil(terminal, `${what}: ${values.join(", ")}`, (text) => {
    const value = values.find((candidate) => candidate === text);
    return value === undefined ? { problem: `Enter one of ${values.join(", ")}.` } : { value };
  });

const askText = (terminal: Terminal, what: string, accepts: (text: string) => boolean): Promise<string> =>
  askUntil(terminal, what, (text) => (text !== "" && accepts(text) ? { value: text } : { problem: "Enter a text." }));

const askFile = (terminal: Terminal, what: string): Promise<string> =>
  askUntil(terminal, what, (path) => {
    try {
      return { value: fileText(path) };
    } catch (error) {
      return { problem: error instanceof Error ? error.message : String(error) };
    }
  });

const askYes = (terminal: Terminal, question: string): Promise<boolean> =>
  askUntil(terminal, `${question} yes or no [no]`, (text) =>
    /^(yes|y)$/i.test(text)
      ? { value: true }
      : /^(no|n|)$/i.test(text)
        ? { value: false }
        : { problem: "Enter yes or no." },
  );

async function askUntil<Value>(
  terminal: Terminal,
  question: string,
  read: (text: string) => { readonly value: Value } | { readonly problem: string },
): Promise<Value> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const answer = read(await terminal.ask(`${question}\n> `));
    if ("value" in answer) return answer.value;
    terminal.complain(answer.problem);
  }
  throw new CommandRefused("There was no answer that can be used. Nothing was added.", undefined);
}
