import { Option } from "commander";
import {
  type BankRail,
  bankRails,
  type ConnectionKind,
  firstDaysFields,
  pgpFields,
  type SecretName,
  type SettingField,
  secretNames,
  settingFieldsOf,
} from "#bank/exchange";
import { invalidRequest } from "#kernel/http/http-refusals.ts";
import { fileBytes, fileText } from "../input-file.ts";
import { readField } from "./bank-fields.ts";

export const railOption = () => new Option("--rail <rail>", "the rail").choices(bankRails);

/** Settings as the service's commands take them. */
export interface EnteredSettings {
  readonly railSettings: Readonly<Record<string, unknown>>;
  readonly channel: Readonly<Record<string, unknown>>;
  readonly firstDays: Readonly<Record<string, unknown>> | null | undefined;
}

/** Collects entered values by the part of the settings to which they belong. */
export function collectSettings(entries: readonly (readonly [SettingField, unknown])[]): EnteredSettings {
  const of = (part: SettingField["part"]) => entries.filter(([field]) => field.part === part);
  const record = (part: SettingField["part"]) =>
    Object.fromEntries(of(part).map(([{ member }, value]) => [member, value]));
  return {
    railSettings: record("railSettings"),
    channel: { ...record("channel"), ...(of("pgp").length === 0 ? {} : { pgp: record("pgp") }) },
    firstDays: of("firstDays").length === 0 ? undefined : record("firstDays"),
  };
}

/** Options of the form `--set name=value`. Refuses with `invalidRequest`, which lists every problem. */
export function settingsFromOptions(
  rail: BankRail,
  kind: ConnectionKind,
  given: readonly string[],
): readonly (readonly [SettingField, unknown])[] {
  const fields = [...settingFieldsOf(rail, kind), ...(kind === "simulated" ? [] : pgpFields), ...firstDaysFields];
  const problems: { path: string; message: string }[] = [];
  const entries = given.flatMap((text): (readonly [SettingField, unknown])[] => {
    const [name, value] = splitOnce(text);
    const field = fields.find((field) => field.name === name);
    const read = field && readField(field, value);
    if (field && read && "value" in read) return [[field, read.value]];
    const message =
      read && "problem" in read
        ? read.problem
        : `is not a setting. Settings: ${fields.map((field) => field.name).join(", ")}`;
    problems.push({ path: name, message });
    return [];
  });
  if (problems.length > 0) throw invalidRequest(problems);
  return entries;
}

/** Options of the form `--secret name=file`, which keeps secrets out of the shell's history and the process list. */
export function secretsFromOptions(given: readonly string[]): Readonly<Partial<Record<SecretName, string | null>>> {
  return Object.fromEntries(
    given.map((text) => {
      const [name, path] = splitOnce(text);
      if (!secretNames.some((secretName) => secretName === name))
        throw invalidRequest([{ path: name, message: `is not a secret. Secrets: ${secretNames.join(", ")}` }]);
      return [name, path === "none" ? null : secretIn(name, path)];
    }),
  );
}

const secretIn = (name: string, path: string): string =>
  name === "signatureImage" ? fileBytes(path).toString("base64") : withoutLastLineEnd(name, fileText(path));

/** Editors end a file with a line end, which is not part of a password. Keys keep theirs. */
const withoutLastLineEnd = (name: string, text: string): string =>
  name.endsWith("Key") ? text : text.replace(/\r?\n$/, "");

function splitOnce(text: string): readonly [string, string] {
  const at = text.indexOf("=");
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}
