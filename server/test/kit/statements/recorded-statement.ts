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

export const decodeValues = (values: readonly StoredValue[]): readonly unknown[] => values.map(decode);

function decode(value: StoredValue): unknown {
  if (value === null || typeof value !== "object") return value;
  return "base64" in value ? Buffer.from(value.base64, "base64") : value.map(decode);
}
