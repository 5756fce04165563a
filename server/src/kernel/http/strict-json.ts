/**
 * JSON as strictly as money needs it: what two parsers could read differently is refused. JSON.parse reads the text, one
 * scan of it then finds what JSON.parse lets pass: a repeated key, nesting without end, a number with digits a double
 * drops, NUL and lone surrogates (PostgreSQL stores neither), and keys that reach into prototypes.
 */
const MAX_DEPTH = 32;
const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

export class JsonProblem extends Error {
  override readonly name = "JsonProblem";
}

export function parseStrictJson(text: string): unknown {
  if (!text.isWellFormed()) throw new JsonProblem("The body is not valid UTF-8 text");
  let value: unknown;
  // Deep nesting is looked for first: JSON.parse recurses.
  checkDepth(text);
  try {
    value = JSON.parse(text);
  } catch {
    throw new JsonProblem("The body is not valid JSON");
  }
  checkText(text);
  if (text.includes("\\u") && !stringsAreStorable(value))
    throw new JsonProblem("A text holds a character that cannot be stored (NUL or half of a surrogate pair)");
  return value;
}

function checkDepth(text: string): void {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x22) at = endOfString(text, at);
    else if (code === 0x7b || code === 0x5b) {
      depth += 1;
      if (depth > MAX_DEPTH) throw new JsonProblem(`The body is nested deeper than ${MAX_DEPTH} levels`);
    } else if (code === 0x7d || code === 0x5d) depth -= 1;
  }
}

/** Index of the closing quote. */
function endOfString(text: string, opening: number): number {
  let at = opening + 1;
  while (at < text.length && text.charCodeAt(at) !== 0x22) at += text.charCodeAt(at) === 0x5c ? 2 : 1;
  return at;
}

/** Walks valid JSON text: keys per object, and the digits of numbers. */
function checkText(text: string): void {
  // One entry per open bracket: the keys of an object so far, or undefined for an array.
  const open: (Set<string> | undefined)[] = [];
  let expectsKey = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x22) {
      const end = endOfString(text, at);
      if (expectsKey) {
        noteKey(open.at(-1), text.slice(at, end + 1));
        expectsKey = false;
      }
      at = end;
    } else if (code === 0x7b) {
      open.push(new Set());
      expectsKey = true;
    } else if (code === 0x5b) {
      open.push(undefined);
      expectsKey = false;
    } else if (code === 0x7d || code === 0x5d) {
      open.pop();
      expectsKey = false;
    } else if (code === 0x2c) expectsKey = open.at(-1) !== undefined;
    else if (code === 0x2d || (code >= 0x30 && code <= 0x39)) at = checkNumber(text, at);
  }
}

function noteKey(keys: Set<string> | undefined, quoted: string): void {
  const key = quoted.includes("\\") ? String(JSON.parse(quoted)) : quoted.slice(1, -1);
  if (FORBIDDEN_KEYS.has(key)) throw new JsonProblem(`The key "${key}" is not accepted`);
  if (keys?.has(key)) throw new JsonProblem(`The key "${key.slice(0, 80)}" stands twice in one object`);
  keys?.add(key);
}

/** Refuses a number a double cannot hold as written; returns the index of its last character. */
function checkNumber(text: string, start: number): number {
  let end = start + 1;
  while (end < text.length && "0123456789+-.eE".includes(text.charAt(end))) end += 1;
  const literal = text.slice(start, end);
  const significant = (literal.split(/e/i)[0] ?? "").replace(/[-.]/g, "").replace(/^0+/, "").replace(/0+$/, "");
  if (significant.length > 15 || !Number.isFinite(Number(literal))) {
    throw new JsonProblem(`The number ${literal.slice(0, 40)} has more digits than can be kept exactly`);
  }
  return end - 1;
}

function stringsAreStorable(value: unknown): boolean {
  if (typeof value === "string") return value.isWellFormed() && !value.includes("\u0000");
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(([key, member]) => stringsAreStorable(key) && stringsAreStorable(member));
}
