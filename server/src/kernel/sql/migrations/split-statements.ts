/** One statement of a script, without its semicolon and without the comments before it. */
export interface ScriptStatement {
  readonly text: string;
  /** The line of the script on which the statement begins, from 1. */
  readonly line: number;
  /** The lines of the comment directly before the statement, without their dashes. */
  readonly remarks: readonly string[];
}

/**
 * Splits a script at its semicolons, as psql does: not inside quotes, dollar quotes, and comments. Reads each character
 * once. Bodies of SQL-standard functions (`begin atomic`) are not understood; ours are PL/pgSQL in dollar quotes.
 */
export function splitStatements(script: string): readonly ScriptStatement[] {
  const statements: ScriptStatement[] = [];
  let line = 1;
  let startedOn = 1;
  let text = "";
  let remarks: string[] = [];
  const finish = () => {
    if (text.trim() !== "") statements.push({ text: text.trim(), line: startedOn, remarks });
    text = "";
    remarks = [];
  };
  for (const token of tokensOf(script)) {
    const isComment = token.startsWith("--") || token.startsWith("/*");
    if (text.trim() === "") {
      if (token.startsWith("--")) remarks.push(token.slice(2).trim());
      else if (token.trim() === "" && token.split("\n").length > 2) remarks = [];
      startedOn = line;
    }
    if (token === ";") finish();
    else if (!(isComment && text.trim() === "")) text += token;
    line += token.split("\n").length - 1;
  }
  finish();
  return statements;
}

const isSpace = (character: string): boolean => /\s/.test(character);
const isWord = (character: string): boolean => /[\w$\u0080-\uffff]/.test(character);

/** Comments, quoted texts, words, runs of white space, and single characters; together, they are the script. */
function* tokensOf(script: string): Generator<string> {
  let at = 0;
  while (at < script.length) {
    const end = tokenEnd(script, at);
    yield script.slice(at, end);
    at = end;
  }
}

function tokenEnd(script: string, at: number): number {
  const character = script.charAt(at);
  if (script.startsWith("--", at)) return orEnd(script, script.indexOf("\n", at));
  if (script.startsWith("/*", at)) return blockCommentEnd(script, at);
  if (character === "'" || character === '"') return quoteEnd(script, at, false);
  if (/^[eE]'/.test(script.slice(at, at + 2))) return quoteEnd(script, at + 1, true);
  if (character === "$") return dollarQuoteEnd(script, at);
  const kind = isSpace(character) ? isSpace : isWord(character) ? isWord : undefined;
  let end = at + 1;
  if (kind !== undefined) while (end < script.length && kind(script.charAt(end))) end += 1;
  return end;
}

const orEnd = (script: string, found: number): number => (found < 0 ? script.length : found);

/** Block comments nest. */
function blockCommentEnd(script: string, at: number): number {
  let depth = 1;
  let end = at + 2;
  while (end < script.length && depth > 0) {
    const pair = script.slice(end, end + 2);
    depth += pair === "/*" ? 1 : pair === "*/" ? -1 : 0;
    end += pair === "/*" || pair === "*/" ? 2 : 1;
  }
  return end;
}

function quoteEnd(script: string, at: number, backslashes: boolean): number {
  const quote = script.charAt(at);
  let end = at + 1;
  while (end < script.length && script.charAt(end) !== quote) end += backslashes && script.charAt(end) === "\\" ? 2 : 1;
  // A doubled quote continues the text as the next token.
  return Math.min(end + 1, script.length);
}

function dollarQuoteEnd(script: string, at: number): number {
  const [tag] = /^\$(?:[a-zA-Z_]\w*)?\$/.exec(script.slice(at, at + 66)) ?? [];
  if (tag === undefined) return at + 1;
  const close = script.indexOf(tag, at + tag.length);
  return close < 0 ? script.length : close + tag.length;
}
