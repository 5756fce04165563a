import assert from "node:assert/strict";

/** Random faults in a text file, as broken transfers, editors, and careless programs make them. */

type Random = () => number;

const below = (random: Random, count: number): number => Math.floor(random() * count);

function pick<T>(random: Random, list: readonly T[]): T {
  const chosen = list[below(random, list.length)];
  assert.ok(chosen !== undefined, "a list to choose from is not empty");
  return chosen;
}

const INSERTS = [...'0159 RC/,.-"<>&\t\r\n\u{0}\u{1a}\u{feff}é漢', "\r\n", "88,", "REJ06", "9".repeat(94), "</", "USD"];

const faults: readonly ((text: string, random: Random) => string)[] = [
  (text, random) => {
    const at = below(random, text.length);
    return text.slice(0, at) + pick(random, INSERTS) + text.slice(at + 1);
  },
  (text, random) => {
    const at = below(random, text.length);
    return text.slice(0, at) + pick(random, INSERTS) + text.slice(at);
  },
  (text, random) => {
    const at = below(random, text.length);
    return text.slice(0, at) + text.slice(at + 1 + below(random, 5));
  },
  (text, random) => text.slice(0, below(random, text.length)),
  (text, random) => ofLines(text, (lines) => lines.toSpliced(below(random, lines.length), 1)),
  (text, random) => ofLines(text, (lines) => lines.toSpliced(below(random, lines.length), 0, pick(random, lines))),
  (text, random) =>
    ofLines(text, (lines) => {
      const at = below(random, lines.length);
      return lines.with(at, (lines[at] ?? "").toLowerCase());
    }),
  (text, random) =>
    ofLines(text, (lines) => {
      const [from, to] = [below(random, lines.length), below(random, lines.length)];
      return lines.with(from, lines[to] ?? "").with(to, lines[from] ?? "");
    }),
  (text) => ofLines(text, (lines) => lines.map((line) => line.trimEnd())),
  (text, random) => text.replaceAll("\n", pick(random, ["\r\n", "\r", "\n\n", " \n", ""])),
  (text, random) => {
    // A digit that becomes another one.
    const digits = [...text.matchAll(/\d/g)];
    if (digits.length === 0) return text;
    const { index } = pick(random, digits);
    return text.slice(0, index) + String(below(random, 10)) + text.slice(index + 1);
  },
];

const ofLines = (text: string, change: (lines: readonly string[]) => readonly string[]): string =>
  change(text.split("\n")).join("\n");

/** The text with one to three faults, as bytes in UTF-8 or Latin-1, in pieces. */
export function mutatedFile(text: string, random: Random): { readonly text: string; readonly pieces: Uint8Array[] } {
  let mutated = text;
  const count = 1 + below(random, 3);
  for (let fault = 0; fault < count; fault += 1) mutated = pick(random, faults)(mutated, random);
  const bytes = random() < 0.8 ? new TextEncoder().encode(mutated) : new Uint8Array(Buffer.from(mutated, "latin1"));
  const cut = below(random, bytes.length + 1);
  return { text: mutated, pieces: [bytes.slice(0, cut), bytes.slice(cut)] };
}
