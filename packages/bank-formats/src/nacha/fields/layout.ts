import type { Finding, Report } from "../errors.ts";
import type { NachaRule } from "../rules.ts";
import { Invalid, type Kind } from "./kinds.ts";

/** Every record of a Nacha file has this many characters (ORF 2.2). */
export const RECORD_LENGTH = 94;

/**
 * ORF 3.1.1: an operator rejects a file without a mandatory field, an RDFI may return an entry without a required one.
 * Neither may be blank here.
 */
type Inclusion = "mandatory" | "required" | "optional";

/** One field of a record: positions count from 1 and include both ends, as in the rule book. */
export interface NachaField<Value, Include extends Inclusion = Inclusion> {
  readonly from: number;
  readonly to: number;
  /** The rule book's name. */
  readonly name: string;
  readonly kind: Kind<Value>;
  readonly inclusion: Include;
  /** Errors show only its last four characters. */
  readonly isSensitive: boolean;
}

/** Characters that carry no value: the same in every record of the type. */
export interface FixedField {
  readonly from: number;
  readonly to: number;
  readonly name: string;
  readonly fixed: string;
  readonly isSensitive: false;
  /** The rule that other characters violate, if not `fieldConstant` or `fieldReserved`. */
  readonly rule?: NachaRule;
}

type Fields = Readonly<Record<string, NachaField<unknown> | FixedField>>;

/** The fields of a record type, in order. Reading, writing, and error messages follow from it. */
export interface Layout<Table extends Fields = Fields> {
  /** The rule book's name of the record. */
  readonly record: string;
  readonly fields: Table;
  /** The same fields, prepared for loops. */
  readonly list: readonly (readonly [key: string, field: NachaField<unknown> | FixedField])[];
}

type ValueOf<Field> = Field extends NachaField<infer Value> ? Value : never;
type KeysOf<Table extends Fields, Include extends Inclusion> = {
  [Key in keyof Table]: Table[Key] extends NachaField<unknown, infer Has> ? (Has extends Include ? Key : never) : never;
}[keyof Table];

/** What a record of the layout says. Blank optional fields are absent. */
export type ValuesOf<Table extends Fields> = {
  readonly [Key in KeysOf<Table, "mandatory" | "required">]: ValueOf<Table[Key]>;
} & { readonly [Key in KeysOf<Table, "optional">]?: ValueOf<Table[Key]> | undefined };

/** A record's values whatever its layout. */
export type Values = Readonly<Record<string, unknown>>;

export const layout = <const Table extends Fields>(record: string, fields: Table): Layout<Table> =>
  Object.freeze({ record, fields, list: Object.entries(fields) });

const field = <Value, const Include extends Inclusion>(
  inclusion: Include,
  [from, to]: readonly [from: number, to: number],
  name: string,
  kind: Kind<Value>,
): NachaField<Value, Include> => ({ from, to, name, kind, inclusion, isSensitive: false });

type Positions = readonly [from: number, to: number];

export const mandatory = <Value>(positions: Positions, name: string, kind: Kind<Value>) =>
  field("mandatory", positions, name, kind);
export const required = <Value>(positions: Positions, name: string, kind: Kind<Value>) =>
  field("required", positions, name, kind);
export const optionalField = <Value>(positions: Positions, name: string, kind: Kind<Value>) =>
  field("optional", positions, name, kind);

/** The same field, masked in errors. */
export const sensitive = <Value, Include extends Inclusion>(
  shown: NachaField<Value, Include>,
): NachaField<Value, Include> => ({ ...shown, isSensitive: true });

export const fixed = ([from, to]: Positions, name: string, text: string): FixedField => ({
  from,
  to,
  name,
  isSensitive: false,
  fixed: text.padEnd(to - from + 1),
});
export const reserved = (positions: Positions): FixedField => fixed(positions, "Reserved", "");
/** Reserved characters after a field whose content must not continue in them. */
export const reservedBehind = (positions: Positions, rule: NachaRule): FixedField => ({ ...reserved(positions), rule });

const isBlank = (raw: string): boolean => raw.trim() === "";

/** What the reader does with a deviation that its caller tolerates. */
export interface Leniency {
  /** Whether the caller tolerates it; if so, the use is counted. */
  accepts(rule: NachaRule, line: number): boolean;
}

/** The values of a record of 94 characters; undefined if a field violates a rule, each of which is reported. */
export function decodeRecord<Table extends Fields>(
  { record, list }: Layout<Table>,
  text: string,
  { line, report, leniency }: { readonly line: number; readonly report: Report; readonly leniency: Leniency },
): ValuesOf<Table> | undefined {
  const values: Record<string, unknown> = {};
  let isValid = true;
  for (const [key, part] of list) {
    const raw = text.slice(part.from - 1, part.to);
    if ("fixed" in part) {
      if (raw === part.fixed) continue;
      const rule = part.rule ?? (isBlank(part.fixed) ? "fieldReserved" : "fieldConstant");
      if (leniency.accepts(rule, line)) continue;
      report({ rule, line, record, field: part, value: raw, expected: part.fixed.trim() || undefined });
      isValid = false;
    } else if (isBlank(raw)) {
      if (part.inclusion === "optional") continue;
      report({ rule: "fieldBlank", line, record, field: part, value: raw });
      isValid = false;
    } else {
      const value = part.kind.decode(raw);
      if (!(value instanceof Invalid)) {
        values[key] = value;
      } else if (!leniency.accepts(value.rule, line)) {
        report({ rule: value.rule, line, record, field: part, value: raw });
        isValid = false;
      } else if (!value.isAbsent) {
        values[key] = value.instead ?? raw.trimEnd();
      } else if (part.inclusion !== "optional") {
        report({ rule: "fieldBlank", line, record, field: part, value: raw });
        isValid = false;
      }
    }
  }
  // Each kind decodes to its own value type, and no mandatory value is missing.
  return isValid ? (values as ValuesOf<Table>) : undefined;
}

/** The 94 characters of the values; reports each value that does not fit its field. */
export function encodeRecord<Table extends Fields>(
  { record, fields, list }: Layout<Table>,
  values: ValuesOf<Table>,
  { line, report }: { readonly line: number; readonly report: Report },
): string {
  const given: Values = values;
  let text = "";
  for (const [key, part] of list) {
    const length = part.to - part.from + 1;
    if ("fixed" in part) {
      text += part.fixed;
      continue;
    }
    const value = given[key];
    const problem = (rule: NachaRule): Finding => ({
      rule,
      line,
      record,
      field: part,
      value: value === undefined ? undefined : String(value),
    });
    if (value === undefined) {
      if (part.inclusion !== "optional") report(problem("fieldBlank"));
      text += " ".repeat(length);
      continue;
    }
    const encoded = part.kind.encode(value, length);
    if (encoded instanceof Invalid) report(problem(encoded.rule));
    else text += encoded;
  }
  // `kind` selects the layout. Any other surplus value would be lost.
  for (const key of Object.keys(given))
    if (given[key] !== undefined && key !== "kind" && !Object.hasOwn(fields, key))
      report({ rule: "fieldUnknown", line, record, field: { name: key, isSensitive: false } });
  return text;
}
