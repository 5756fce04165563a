import { AcknowledgmentError, type AcknowledgmentProblem, acknowledgmentProblem } from "./acknowledgment.ts";
import {
  type AcknowledgmentField,
  type AcknowledgmentTemplate,
  acknowledgmentFields,
  type FieldWords,
  statusKinds,
} from "./acknowledgment-template.ts";

const WORDS_MAX = 50;
const WORD_LENGTH_MAX = 100;
const COLUMNS_MAX = 30;

type Data = Readonly<Record<string, unknown>>;
const isData = (value: unknown): value is Data => typeof value === "object" && value !== null && !Array.isArray(value);
const isField = (name: unknown): name is AcknowledgmentField => acknowledgmentFields.some((field) => field === name);

/** A template from a settings file. Throws AcknowledgmentError with everything that is wrong. */
export function acknowledgmentTemplateFromData(value: unknown): AcknowledgmentTemplate {
  const problems: AcknowledgmentProblem[] = [];
  const wrong = (field: string, rule: string): void => {
    problems.push(acknowledgmentProblem(0, field, { rule }));
  };
  const data: Data = isData(value) ? value : {};
  if (!isData(value)) wrong("", "The template must be an object.");
  const text = (key: string): string => {
    const found = data[key];
    if (typeof found === "string" && found.trim() !== "" && found.length <= WORD_LENGTH_MAX) return found;
    wrong(key, `must be a text of 1 to ${WORD_LENGTH_MAX} characters`);
    return "";
  };
  const oneOf = <const T extends string>(key: string, values: readonly [T, ...T[]]): T => {
    const found = values.find((each) => each === data[key]);
    if (found === undefined) wrong(key, `must be one of ${values.join(", ")}`);
    return found ?? values[0];
  };
  const words = (field: string, found: unknown): readonly string[] => {
    const isList =
      Array.isArray(found) &&
      found.length <= WORDS_MAX &&
      found.every((each) => typeof each === "string" && each.trim() !== "" && each.length <= WORD_LENGTH_MAX);
    if (isList) return found;
    wrong(field, `must be a list of up to ${WORDS_MAX} texts`);
    return [];
  };
  const wordsOf = <Key extends string>(
    key: string,
    isKey: (name: unknown) => name is Key,
  ): Partial<Record<Key, readonly string[]>> => {
    const found = data[key];
    if (!isData(found)) {
      wrong(key, "must be an object with lists of words");
      return {};
    }
    const read: Partial<Record<Key, readonly string[]>> = {};
    for (const [name, list] of Object.entries(found))
      if (isKey(name)) read[name] = words(`${key}.${name}`, list);
      else wrong(`${key}.${name}`, "is not known");
    return read;
  };
  const isStatus = (name: unknown): name is (typeof statusKinds)[number] => statusKinds.some((kind) => kind === name);
  const kind = oneOf("kind", ["text", "csv"]);
  const base = {
    name: text("name"),
    title: text("title"),
    statusWords: wordsOf("statusWords", isStatus),
    dates: oneOf("dates", ["monthDayYear", "yearMonthDay", "dayMonthYear"]),
    amounts: oneOf("amounts", ["dollars", "cents"]),
  };
  const fields = (): FieldWords => wordsOf(kind === "text" ? "labels" : "columns", isField);
  const rejectColumns = (): { readonly title: string; readonly field: AcknowledgmentField | undefined }[] => {
    const found = data["rejectColumns"];
    if (!Array.isArray(found) || found.length < 2 || found.length > COLUMNS_MAX) {
      wrong("rejectColumns", `must be a list of 2 to ${COLUMNS_MAX} columns`);
      return [];
    }
    return found.flatMap((column: unknown, at) => {
      const { title, field } = isData(column) ? column : {};
      if (typeof title === "string" && title.trim() !== "" && (field === undefined || isField(field)))
        return [{ title, field }];
      wrong(`rejectColumns[${at}]`, "must have a title and a field that is known");
      return [];
    });
  };
  const keys = Object.keys(base).concat("kind", kind === "text" ? TEXT_KEYS : CSV_KEYS);
  for (const key of Object.keys(data)) if (!keys.includes(key)) wrong(key, "is not known");
  const template: AcknowledgmentTemplate =
    kind === "text"
      ? {
          ...base,
          kind,
          titles: words("titles", data["titles"]),
          labels: fields(),
          ...(data["rejectColumns"] === undefined ? {} : { rejectColumns: rejectColumns() }),
        }
      : {
          ...base,
          kind,
          delimiter: oneOf("delimiter", [",", ";", "|", "\t"]),
          columns: fields(),
          required: words("required", data["required"]).filter(isField),
        };
  if (template.kind === "text" && template.titles.length === 0) wrong("titles", "must have at least one");
  if (template.kind === "csv" && template.required.length === 0) wrong("required", "must have at least one field");
  if (problems.length > 0) throw new AcknowledgmentError(problems);
  return template;
}

const TEXT_KEYS = ["titles", "labels", "rejectColumns"];
const CSV_KEYS = ["delimiter", "columns", "required"];
