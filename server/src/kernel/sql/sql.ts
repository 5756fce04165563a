import { isTracing } from "../telemetry/spans.ts";

/**
 * The one way to write SQL: a tagged template whose values become parameters, so that outside text never becomes part
 * of a statement. Used in *.queries.ts files only.
 */
export interface Sql {
  readonly text: string;
  readonly values: readonly unknown[];
  /** The function that contains the statement, for traces; known only while there are any. */
  readonly name?: string;
}

const isSql = (value: unknown): value is Sql =>
  typeof value === "object" && value !== null && "text" in value && "values" in value;

/** A fragment or a whole statement. A nested fragment is inlined; every other value becomes a parameter. */
export function sql(strings: TemplateStringsArray, ...values: readonly unknown[]): Sql {
  const parameters: unknown[] = [];
  let text = strings[0] ?? "";
  values.forEach((value, index) => {
    if (isSql(value)) text += renumber(value, parameters);
    else text += `$${parameters.push(value)}`;
    text += strings[index + 1] ?? "";
  });
  return isTracing() ? { text, values: parameters, name: nameOf(strings) } : { text, values: parameters };
}

const namesOfTemplates = new WeakMap<TemplateStringsArray, string>();
const UNNAMED = "statement";
/** `    at lockPayment (file:///…)`; a function of the engine, such as Array.map, has no place. */
const NAMED_FRAME = /^ +at (?:async )?(?:[\w$]+\.)*([\w$]+?)(?:\$\d+)? \((?!<anonymous>)/;

/** Read from the stack once for each statement in the code. */
function nameOf(template: TemplateStringsArray): string {
  let name = namesOfTemplates.get(template);
  if (name === undefined) {
    const callers = new Error().stack?.split("\n").slice(3) ?? [];
    name = callers.map((frame) => NAMED_FRAME.exec(frame)?.[1]).find((found) => found !== undefined) ?? UNNAMED;
    namesOfTemplates.set(template, name);
  }
  return name;
}

function renumber(fragment: Sql, parameters: unknown[]): string {
  const offset = parameters.length;
  parameters.push(...fragment.values);
  return offset === 0
    ? fragment.text
    : fragment.text.replaceAll(/\$(\d+)/g, (_, n: string) => `$${Number(n) + offset}`);
}

/** Conditions joined by `and`; `true` if there are none. */
export function allOf(conditions: readonly Sql[]): Sql {
  return conditions.reduce(
    (joined, condition, index) => (index === 0 ? condition : sql`${joined} and ${condition}`),
    sql`true`,
  );
}

/** The code's own text, such as the name of a declared table: never a value from outside. */
export const literally = (text: string): Sql => ({ text, values: [] });

/** `$1, $2, …` */
export const parameterList = (values: readonly (string | null)[]): Sql =>
  values.map((value) => sql`${value}`).reduce((before, value) => sql`${before}, ${value}`);

/** Ids as a PostgreSQL array literal, for long `::uuid[]` parameters: the drivers' general encoders are slow. */
export const uuidArray = (ids: readonly string[]): string => `{${ids.join(",")}}`;

/**
 * Many ids, as in `transaction_id = any (${eachOf(ids)})`: each is looked up. PostgreSQL expects ten values of a subquery;
 * of a long parameter it expects that reading all rows of the organization is cheaper, until the table is analyzed:
 * quadratic time for a table that just grew.
 */
export const eachOf = (ids: readonly string[]): Sql => sql`array(select unnest(${uuidArray(ids)}::uuid[]))`;

/**
 * The column holds one of these constants of the code, written into the statement: PostgreSQL uses a partial index only
 * for a statement that repeats its condition.
 */
export function isOneOf(column: Sql, constants: readonly string[]): Sql {
  if (constants.length === 0 || !constants.every((constant) => /^[a-z]+$/i.test(constant)))
    throw new TypeError(`Not constants: ${constants.join(", ")}`);
  return {
    text: `${column.text} in (${constants.map((constant) => `'${constant}'`).join(", ")})`,
    values: column.values,
  };
}

/** Columns that the code names, written into the statement: `r.name, r.status`. */
export function columnNames(names: readonly string[], alias?: string): Sql {
  if (names.length === 0 || !names.every((name) => /^[a-z_]+$/.test(name)))
    throw new TypeError(`Not columns: ${names.join(", ")}`);
  return literally(names.map((name) => (alias === undefined ? name : `${alias}.${name}`)).join(", "));
}
