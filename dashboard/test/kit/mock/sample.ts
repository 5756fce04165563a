/** A JSON schema of an answer, without references. */
export interface AnswerSchema {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly example?: unknown;
  readonly examples?: readonly unknown[];
  readonly pattern?: string;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, AnswerSchema>>;
  readonly items?: AnswerSchema;
  readonly anyOf?: readonly AnswerSchema[];
}

export interface SampleOptions {
  /** A free text, by the name of its member. */
  readonly text: (name: string) => string;
}

const ITEMS = 2;
/** Members that samples do not have: a list has one page. */
const ABSENT = ["nextPage", "previousPage"];
/** Members that are a text to the contract, and more to a page. */
const TEXTS: Readonly<Record<string, string>> = { currency: "USD", month: "2026-11", paymentMethod: "ach" };
const ADDRESS = /url$|link$|^uri$/i;
const FORMATS: Readonly<Record<string, unknown>> = {
  date: "2026-11-20",
  "date-time": "2026-11-20T15:00:00.000Z",
  email: "ada@example.com",
  uri: "https://example.com/",
};

/** An answer that the schema allows, with everything that may be absent. IDs are unique. */
export function sampleOf(schema: AnswerSchema, options: SampleOptions, name = ""): unknown {
  if (ABSENT.includes(name)) return undefined;
  if (schema.const !== undefined) return schema.const;
  const [alternative] = schema.anyOf ?? [];
  if (alternative !== undefined) return sampleOf(alternative, options, name);
  const values = schema.enum?.filter((value) => value !== null);
  if (values !== undefined) return values[0];
  const [type] = [schema.type ?? "object"].flat().filter((kind) => kind !== "null");
  if (type === "object") return membersOf(schema, options);
  if (type === "array") return itemsOf(schema, options, name);
  if (type === "boolean") return false;
  if (type === "integer") return Math.max(schema.minimum ?? 0, Math.min(schema.maximum ?? 3, 3));
  if (type === "number") return 1234.56;
  return textOf(schema, options, name);
}

const membersOf = ({ properties = {} }: AnswerSchema, options: SampleOptions) =>
  Object.fromEntries(Object.entries(properties).map(([name, member]) => [name, sampleOf(member, options, name)]));

function itemsOf({ items = {}, minItems = 0, maxItems = ITEMS }: AnswerSchema, options: SampleOptions, name: string) {
  if (items.enum !== undefined) return items.enum;
  const length = Math.max(minItems, Math.min(maxItems, ITEMS));
  return Array.from({ length }, () => sampleOf(items, options, name));
}

function textOf(
  { format, example, examples, pattern, maxLength }: AnswerSchema,
  { text }: SampleOptions,
  name: string,
) {
  if (ADDRESS.test(name)) return "https://bursar.example/file";
  if (format === "uuid") return crypto.randomUUID();
  const formatted = FORMATS[format ?? ""];
  if (formatted !== undefined) return formatted;
  const sample = TEXTS[name] ?? text(name).slice(0, maxLength);
  if (pattern === undefined || new RegExp(pattern, "u").test(sample)) return sample;
  return example ?? examples?.[0] ?? sample;
}
