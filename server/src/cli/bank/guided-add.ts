import {
  type BankRail,
  bankRails,
  type ConnectionKind,
  connectionKinds,
  firstDaysFields,
  pgpFields,
  type SecretName,
  type SettingField,
  settingFieldsOf,
} from "#bank/exchange";
import { fileBytes, fileText } from "../input-file.ts";
import { type Ask, interview, type Question } from "../interview.ts";
import type { Terminal } from "../output.ts";
import { readField } from "./bank-fields.ts";

/** Everything about a new connection, as a person answered. */
export interface Answers {
  readonly name: string;
  readonly rail: BankRail;
  readonly kind: ConnectionKind;
  readonly accounts: readonly string[];
  readonly entries: readonly (readonly [SettingField, unknown])[];
  readonly secrets: Readonly<Partial<Record<SecretName, string>>>;
}

/** What the options said already is not asked. */
export interface Known {
  readonly name: string | undefined;
  readonly rail: BankRail | undefined;
  readonly kind: ConnectionKind | undefined;
  readonly accounts: readonly string[];
}

/**
 * Asks for everything that a connection needs, with an explanation of each setting, and submits it. A person can go back,
 * and keeps the answers, also when the service refuses them.
 */
export function askForConnection<Result>(
  terminal: Terminal,
  options: Known,
  submit: (answers: Answers) => Promise<Result>,
): Promise<Result> {
  terminal.complain("A bank connection carries the payments of one rail. It sends nothing until you go live.");
  terminal.complain("Press Enter to accept the value in brackets. @file stands for the text of a file.");
  terminal.complain("Enter back to change the answer before.");
  terminal.complain("How the bank's files are recognized and read has defaults; bursar bank change sets it.\n");
  return interview(terminal, (ask) => answersTo(ask, options), submit);
}

async function answersTo(ask: Ask, options: Known): Promise<Answers> {
  const rail = options.rail ?? (await ask(oneOf("rail", "The rail", bankRails)));
  const kind = options.kind ?? (await ask(oneOf("kind", "How files reach the bank", connectionKinds)));
  const name = options.name ?? (await ask(text("name", "A name for the connection", (given) => given.length <= 80)));
  const accounts =
    options.accounts.length > 0
      ? options.accounts
      : (
          await ask(
            text("accounts", "The accounts whose payments it carries: names or IDs, separated by commas", Boolean),
          )
        )
          .split(",")
          .map((account) => account.trim());
  const entries: (readonly [SettingField, unknown])[] = await askFields(
    ask,
    settingFieldsOf(rail, kind).filter(({ isOptional }) => !isOptional),
  );
  const secrets: Partial<Record<SecretName, string>> = {};
  if (kind === "sftp") Object.assign(secrets, await askSignIn(ask));
  if (kind !== "simulated" && (await ask(yes("channel.pgp", "Does the bank use PGP?")))) {
    entries.push(...(await askFields(ask, pgpFields)));
    secrets.pgpPrivateKey = await ask(file("secrets.pgpPrivateKey", "The file with our PGP private key"));
    secrets.pgpPassphrase = await ask(passphrase("secrets.pgpPassphrase"));
  }
  if (rail === "check" && (await ask(yes("secrets", "Print a signature on checks?"))))
    secrets.signatureImage = await ask(image("secrets.signatureImage", "The file with the signature, a PNG image"));
  if (await ask(yes("firstDays", "Limit payments in the first days?")))
    entries.push(...(await askFields(ask, firstDaysFields)));
  return { name, rail, kind, accounts, entries, secrets };
}

async function askSignIn(ask: Ask): Promise<Partial<Record<SecretName, string>>> {
  if ((await ask(oneOf("secrets", "How to sign in", ["privateKey", "password"]))) === "password")
    return { password: await ask({ ...text("secrets.password", "The password", Boolean), isSecret: true }) };
  return {
    privateKey: await ask(file("secrets.privateKey", "The file with the SSH private key")),
    passphrase: await ask(passphrase("secrets.passphrase")),
  };
}

async function askFields(ask: Ask, fields: readonly SettingField[]): Promise<(readonly [SettingField, unknown])[]> {
  const entries: (readonly [SettingField, unknown])[] = [];
  for (const field of fields) {
    const { description, values, fallback } = field.schema;
    const choices = values.length === 0 ? "" : ` One of ${values.join(", ")}.`;
    const part = field.part === "pgp" ? "channel.pgp" : field.part;
    const value = await ask({
      path: `${part}.${field.member}`,
      text: `${field.name}: ${description}${choices}`,
      fallback,
      read: (given) => readField(field, given),
    });
    entries.push([field, value]);
  }
  return entries;
}

const oneOf = <Value extends string>(path: string, what: string, values: readonly Value[]): Question<Value> => ({
  path,
  text: `${what}: ${values.join(", ")}`,
  read: (given) => {
    const value = values.find((candidate) => candidate === given);
    return value === undefined ? { problem: `Enter one of ${values.join(", ")}.` } : { value };
  },
});

const text = (path: string, what: string, accepts: (given: string) => boolean): Question<string> => ({
  path,
  text: what,
  read: (given) => (given !== "" && accepts(given) ? { value: given } : { problem: "Enter a text." }),
});

const passphrase = (path: string): Question<string> => ({
  path,
  text: "Its passphrase, if it has one",
  isSecret: true,
  read: (given) => ({ value: given }),
});

const file = (path: string, what: string, contentOf = fileText): Question<string> => ({
  path,
  text: what,
  read: (given) => {
    try {
      return { value: contentOf(given) };
    } catch (error) {
      return { problem: error instanceof Error ? error.message : String(error) };
    }
  },
});

const image = (path: string, what: string): Question<string> =>
  file(path, what, (name) => fileBytes(name).toString("base64"));

const yes = (path: string, question: string): Question<boolean> => ({
  path,
  text: `${question} yes or no`,
  fallback: "no",
  read: (given) =>
    /^(yes|y)$/i.test(given)
      ? { value: true }
      : /^(no|n)$/i.test(given)
        ? { value: false }
        : { problem: "Enter yes or no." },
});
