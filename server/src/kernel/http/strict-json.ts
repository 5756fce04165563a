/**
 * Strict JSON for money: anything that two parsers could read differently is rejected. One scan finds what JSON.parse
 * accepts: repeated keys, unbounded nesting, numbers with digits that a double drops, NUL and lone surrogates
 * (PostgreSQL stores neither), and keys that reach into prototypes.
 *
 * The scan also bounds later work (law 26), because validators spend time, and report errors, per value and per key.
 */
const MAX_DEPTH = 32;
/** The largest body that any route accepts has a few hundred values. */
const VALUES_MAX = 2_000;
const KEY_LENGTH_MAX = 200;
/** The number of decimal digits that a double always preserves. */
const DIGITS_MAX = 15;
/** JSON.stringify writes at most 25 characters. */
const NUMBER_LENGTH_MAX = 40;
const [QUOTE, BACKSLASH, COMMA, POINT] = [0x22, 0x5c, 0x2c, 0x2e];
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d];
const [DIGIT_0, DIGIT_9, PLUS, MINUS, LOWER_E, UPPER_E] = [0x30, 0x39, 0x2b, 0x2d, 0x65, 0x45];
const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

export class JsonProblem extends Error {
  override readonly name = "JsonProblem";
}

/** The text is JSON, but a number in it cannot be stored as written: a wrong value of a field, as 10.999 is for an amount. */
export class NumberProblem extends Error {
  override readonly name = "NumberProblem";
  readonly path: string;
  constructor(path: string, message: string) {
    super(message);
    this.path = path;
  }
}

export function parseStrictJson(text: string): unknown {
  // Must run before JSON.parse, which recurses without a depth limit.
  const inexact = checkText(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new JsonProblem("The body is not valid JSON");
  }
  if (text.includes("\\u") && !stringsAreStorable(value))
    throw new JsonProblem("A string contains a character that cannot be stored (NUL or half of a surrogate pair)");
  // Only now is it known that the text is JSON.
  if (inexact !== undefined) throw inexact;
  return value;
}

/** An open bracket: the keys of an object so far, or undefined for an array; and the key or index of the current value. */
interface Open {
  readonly keys: Set<string> | undefined;
  at: string | number;
}

/**
 * Scans the text, which may not be valid JSON, for nesting, repeated keys, and the digits of numbers. Returns the
 * problem of the first number that cannot be stored as written.
 */
function checkText(text: string): NumberProblem | undefined {
  const open: Open[] = [];
  let inexact: NumberProblem | undefined;
  let expectsKey = false;
  let values = 1;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === COMMA || code === OPEN_BRACE || code === OPEN_BRACKET) values += 1;
    if (values > VALUES_MAX) throw new JsonProblem(`The body has more than ${VALUES_MAX} values`);
    if (code === QUOTE) {
      const end = endOfString(text, at);
      if (expectsKey) {
        noteKey(open.at(-1), text.slice(at, end + 1));
        expectsKey = false;
      }
      at = end;
    } else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      expectsKey = code === OPEN_BRACE;
      if (open.push(expectsKey ? { keys: new Set(), at: "" } : { keys: undefined, at: 0 }) > MAX_DEPTH)
        throw new JsonProblem(`The body is nested deeper than ${MAX_DEPTH} levels`);
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
      open.pop();
      expectsKey = false;
    } else if (code === COMMA) expectsKey = isNextKey(open.at(-1));
    else if (code === MINUS || (code >= DIGIT_0 && code <= DIGIT_9)) {
      const end = endOfNumber(text, at);
      const problem = numberProblem(text.slice(at, end));
      if (problem !== undefined)
        inexact ??= new NumberProblem(open.map((container) => container.at).join("."), problem);
      at = end - 1;
    }
  }
  return inexact;
}

/** After a comma: whether a key follows. In an array, the next value does. */
function isNextKey(open: Open | undefined): boolean {
  if (typeof open?.at === "number") open.at += 1;
  return open?.keys !== undefined;
}

/** Index of the closing quote, or the length of the text if there is none. */
function endOfString(text: string, opening: number): number {
  let end = text.indexOf('"', opening + 1);
  // Most strings have no backslash; in the others, an escaped quote does not end the string.
  while (end !== -1 && isEscaped(text, opening, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

/** True if an odd number of backslashes precedes the quote. */
function isEscaped(text: string, opening: number, quote: number): boolean {
  let first = quote;
  while (first - 1 > opening && text.charCodeAt(first - 1) === BACKSLASH) first -= 1;
  return (quote - first) % 2 === 1;
}

function noteKey(open: Open | undefined, quoted: string): void {
  const key = quoted.includes("\\") ? unescaped(quoted) : quoted.slice(1, -1);
  if (key.length > KEY_LENGTH_MAX) throw new JsonProblem(`A key is longer than ${KEY_LENGTH_MAX} characters`);
  if (FORBIDDEN_KEYS.has(key)) throw new JsonProblem(`The key "${key}" is not accepted`);
  if (open?.keys?.has(key)) throw new JsonProblem(`The key "${key.slice(0, 80)}" appears twice in one object`);
  open?.keys?.add(key);
  if (open !== undefined) open.at = key;
}

function unescaped(quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    throw new JsonProblem("The body is not valid JSON");
  }
}

/** Index after the number's last character. */
function endOfNumber(text: string, start: number): number {
  let end = start + 1;
  while (end < text.length && isInNumber(text.charCodeAt(end))) end += 1;
  return end;
}

const isInNumber = (code: number): boolean =>
  (code >= DIGIT_0 && code <= DIGIT_9) ||
  code === POINT ||
  code === PLUS ||
  code === MINUS ||
  code === LOWER_E ||
  code === UPPER_E;

/** Why a double does not represent the number as written. Without the number, which may be an account's. */
function numberProblem(literal: string): string | undefined {
  if (literal.length <= DIGITS_MAX && !/e/i.test(literal)) return undefined;
  // Checked before any pattern runs, because removing trailing zeros takes quadratic time.
  if (literal.length > NUMBER_LENGTH_MAX) return `must be a number of at most ${NUMBER_LENGTH_MAX} characters`;
  const significant = (literal.split(/e/i)[0] ?? "").replace(/[-.]/g, "").replace(/^0+/, "").replace(/0+$/, "");
  if (significant.length > DIGITS_MAX)
    return `must be a number of at most ${DIGITS_MAX} digits: more cannot be stored exactly`;
  return Number.isFinite(Number(literal)) ? undefined : "must be a smaller number";
}

function stringsAreStorable(value: unknown): boolean {
  if (typeof value === "string") return value.isWellFormed() && !value.includes("\u0000");
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(([key, member]) => stringsAreStorable(key) && stringsAreStorable(member));
}
