import type { BankConnectionQuestion, BankConnectionSettings } from "#api/generated/types.gen.ts";

/** What was typed, by the path of its setting: `channel.host`. Secrets are apart: they are never shown again. */
export type TypedSettings = Readonly<Record<string, string>>;
type Members = Readonly<Record<string, unknown>>;

export const settingPathOf = ({ part, member }: BankConnectionQuestion): string =>
  part === "pgp" ? `channel.pgp.${member}` : `${part}.${member}`;

/** The default as it would be typed. */
const initialOf = ({ initial }: BankConnectionQuestion): string =>
  initial === null || initial === "none" ? "" : initial.replaceAll(",", ", ");

/** A stored value as it would be typed. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map(String).join(", ");
  if (typeof value === "boolean") return value ? "yes" : "no";
  return String(value);
}

const membersOf = (value: unknown): Members => (typeof value === "object" && value !== null ? { ...value } : {});

/** The answers to start from: the stored settings or, of a new connection, the defaults. */
export function startingAnswers(
  questions: readonly BankConnectionQuestion[],
  stored: BankConnectionSettings | undefined,
): TypedSettings {
  const parts: Readonly<Record<BankConnectionQuestion["part"], Members>> = {
    railSettings: membersOf(stored?.railSettings),
    channel: membersOf(stored?.channel),
    pgp: membersOf(stored?.channel?.["pgp"]),
    firstDays: membersOf(stored?.firstDays),
  };
  return Object.fromEntries(
    questions.map((question) => {
      const value = parts[question.part];
      const text = question.member in value ? textOf(value[question.member]) : initialOf(question);
      return [settingPathOf(question), text];
    }),
  );
}

/** A typed text as the API takes it; undefined if nothing was typed and something is needed. */
function typedValueOf({ type, nullable, initial }: BankConnectionQuestion, typed: string): unknown {
  const text = typed.trim();
  if (text === "" && nullable) return null;
  switch (type) {
    case "array":
      return text === "" ? [] : text.split(/[,\n]/).map((part) => part.trim());
    case "boolean":
      return text === "yes";
    case "integer":
    case "number":
      return text === "" ? undefined : Number(text.replaceAll(/[$,]/g, ""));
    default:
      // A blank may begin a number that the bank assigned.
      return text === "" && initial === null ? undefined : typed;
  }
}

/** The answers to questions of one part, as a request has them. */
export const settingsIn = (
  questions: readonly BankConnectionQuestion[],
  answers: TypedSettings,
): Record<string, unknown> =>
  Object.fromEntries(
    questions.flatMap((question) => {
      const value = typedValueOf(question, answers[settingPathOf(question)] ?? "");
      return value === undefined ? [] : [[question.member, value]];
    }),
  );

const UPPER = new Set(["Ach", "Odfi", "Sftp", "Pgp", "Bic", "Id", "Uetr", "Iban", "Crlf", "Lf"]);

/** `odfiRoutingNumber` in words: "ODFI routing number". */
export function settingInWords(name: string): string {
  const words = name.replaceAll(/([A-Z])/g, " $1").split(" ");
  const named = words.map((word, index) => {
    const capital = `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
    if (UPPER.has(capital)) return capital.toUpperCase();
    return index === 0 ? capital : word.toLowerCase();
  });
  return named
    .join(" ")
    .replace(/\b(same|next) day\b/i, "$1-day")
    .replace("cut off", "cut-off");
}

export const labelOf = ({ member }: Pick<BankConnectionQuestion, "member">): string => settingInWords(member);

/** "Next-day cut-offs: 18:30". */
export function answerInWords(question: BankConnectionQuestion, typed: string): string {
  const isWord = question.type === "boolean" || question.values.length > 0;
  return `${labelOf(question)}: ${isWord ? settingInWords(typed) : typed.trim() || "none"}`;
}

/** What the label does not say already: of "Immediate Origin: the number that …", the second part. Without marks of code. */
export function explanationOf(label: string, description: string): string {
  const text = description.replaceAll("`", "");
  const [, rest = text] = text.toLowerCase().startsWith(label.toLowerCase())
    ? (/^[,:] (.*)$/s.exec(text.slice(label.length)) ?? [])
    : [];
  // Next to a switch, what is the case if it is on.
  const statement = rest.replace(/^Whether /, "");
  return `${statement.charAt(0).toUpperCase()}${statement.slice(1)}`;
}
