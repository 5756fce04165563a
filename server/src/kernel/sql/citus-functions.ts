// What PL/pgSQL functions must look like on the workers of a Citus cluster. They are written for a single server, where they
// are fastest, and rewritten when they are distributed, so that there is one text to review (docs/adr/0066-citus.md).

/**
 * The definition of a function as its workers run it:
 *
 * - The organization is a plain condition. create_payments hides it from the planner's choice of index; Citus must see it
 *   to find the rows.
 * - Plans are made for the values of the call: a generic plan does not show which worker has the rows.
 * - A statement that writes several tables becomes one statement per table: otherwise Citus sends what they share to every
 *   node.
 */
export const forWorkers = (definition: string): string =>
  splitWrites(
    definition
      .replaceAll(".organization_id is not distinct from p_organization_id", ".organization_id = p_organization_id")
      .replace(/^ SET plan_cache_mode TO .*\n/m, ""),
  );

/** The beginning of a statement that writes several tables from one list of rows. */
const SHARED = /^( *)with (\w+) as materialized \(/m;
/** The next part of it, after the closing parenthesis of the one before. */
const NEXT = /^, \w+ as \(/;

/** `with rows as materialized (…), one as (insert …), other as (insert …) update …;` as statements of their own. */
function splitWrites(definition: string): string {
  const found = SHARED.exec(definition);
  if (found === null) return definition;
  const [opening, indent = "", name] = found;
  const shared = untilClosed(definition, found.index + opening.length);
  const writes: string[] = [];
  let at = shared.end;
  for (let next = NEXT.exec(definition.slice(at)); next !== null; next = NEXT.exec(definition.slice(at))) {
    const part = untilClosed(definition, at + next[0].length);
    writes.push(part.text);
    at = part.end;
  }
  if (writes.length === 0) return definition;
  const end = definition.indexOf(";", at);
  writes.push(definition.slice(at, end));
  const statements = writes.map(
    (write) => `${indent}with ${name} as (${shared.text})${write.replace(/^(?!\s)/, " ")};`,
  );
  return definition.slice(0, found.index) + statements.join("\n") + definition.slice(end + 1);
}

/** The text up to the parenthesis that closes the one before `start`. Our functions have none in quotes. */
function untilClosed(text: string, start: number): { readonly text: string; readonly end: number } {
  let open = 1;
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === "(") open += 1;
    else if (text[at] === ")") open -= 1;
    if (open === 0) return { text: text.slice(start, at), end: at + 1 };
  }
  throw new TypeError("A parenthesis is not closed");
}
