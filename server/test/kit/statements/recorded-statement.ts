import { escapeLiteral } from "pg";

/** A statement of the service, with the values it had when a test first ran it. */
export interface RecordedStatement {
  /** Whose rows it may touch: those of one organization, or of every one (kernel/sql/scope.ts). */
  readonly scope: "organization" | "every";
  readonly text: string;
  readonly values: readonly StoredValue[];
}

type StoredValue = null | string | number | boolean | { readonly base64: string } | readonly StoredValue[];

export const encodeValues = (values: readonly unknown[]): readonly StoredValue[] => values.map(encode);

function encode(value: unknown): StoredValue {
  if (Buffer.isBuffer(value)) return { base64: value.toString("base64") };
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(encode);
  if (value === undefined || value === null) return null;
  if (typeof value === "number" || typeof value === "boolean") return value;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** The value as it is written in a statement, which gives it its type. */
export const literalOf = (value: StoredValue): string => (value === null ? "null" : escapeLiteral(textOf(value)));

function textOf(value: Exclude<StoredValue, null>): string {
  if (typeof value !== "object") return String(value);
  if ("base64" in value) return `\\x${Buffer.from(value.base64, "base64").toString("hex")}`;
  return `{${value.map((item) => (item === null ? "null" : inArray(item))).join(",")}}`;
}

/** Arrays of arrays are not quoted, and everything else is, so that a text may contain commas. */
const inArray = (item: Exclude<StoredValue, null>): string =>
  Array.isArray(item) ? textOf(item) : `"${textOf(item).replaceAll(/[\\"]/g, "\\$&")}"`;
