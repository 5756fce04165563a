/** Whose routing number it is. */
export interface BankOfNumber {
  readonly name: string;
  readonly city: string;
  /** Two letters; empty if the directory says none. */
  readonly state: string;
}

/** Where a directory of fixed columns says what (Federal Reserve Banks, FedACH and Fedwire participant files). */
interface Layout {
  readonly length: number;
  readonly name: readonly [number, number];
  readonly city: readonly [number, number];
  readonly state: readonly [number, number];
}

/** The last columns of a FedACH line are a filler, which some programs trim. */
const fedAch: Layout = { length: 150, name: [35, 71], city: [107, 127], state: [127, 129] };
const fedwire: Layout = { length: 101, name: [27, 63], state: [63, 65], city: [65, 90] };

/** A directory of all participants has fewer than 20,000 lines. */
const ENTRIES_MAX = 100_000;

/**
 * Reads the Federal Reserve's directory of ACH or Fedwire participants, as fixed columns or as JSON, by routing number.
 * Throws if the text is neither.
 */
export function readRoutingDirectory(text: string): ReadonlyMap<string, BankOfNumber> {
  const banks = text.trimStart().startsWith("{") ? banksOfJson(text) : banksOfLines(text);
  if (banks.size === 0) throw new Error("The file has no entries of a FedACH or Fedwire participant directory");
  return banks;
}

function banksOfLines(text: string): ReadonlyMap<string, BankOfNumber> {
  const banks = new Map<string, BankOfNumber>();
  let number = 0;
  for (const line of text.split(/\r?\n/)) {
    number += 1;
    if (line.trim() === "" || line === "\u001a") continue;
    if (number > ENTRIES_MAX) throw new Error(`The file has more than ${ENTRIES_MAX} lines`);
    const layout = line.length >= fedAch.length ? fedAch : line.length >= fedwire.length ? fedwire : undefined;
    const routingNumber = line.slice(0, 9);
    if (layout === undefined || !/^[0-9]{9}$/.test(routingNumber))
      throw new Error(`Line ${number} is not an entry of a FedACH or Fedwire participant directory`);
    const part = ([from, to]: readonly [number, number]) => line.slice(from, to).trim();
    add(banks, routingNumber, { name: part(layout.name), city: part(layout.city), state: part(layout.state) });
  }
  return banks;
}

/** `{"fedACHParticipants": {"fedACHParticipants": [{"routingNumber", "customerName", …}]}}`, and the same for Fedwire. */
function banksOfJson(text: string): ReadonlyMap<string, BankOfNumber> {
  const banks = new Map<string, BankOfNumber>();
  const root: unknown = JSON.parse(text);
  const lists = ["fedACHParticipants", "fedwireParticipants"].flatMap((name) => {
    const list = member(member(root, name), name);
    return Array.isArray(list) ? [list] : [];
  });
  for (const entry of lists.flat().slice(0, ENTRIES_MAX)) {
    const textOf = (name: string): string => {
      const value = member(entry, name);
      return typeof value === "string" ? value.trim() : "";
    };
    const routingNumber = textOf("routingNumber");
    if (!/^[0-9]{9}$/.test(routingNumber)) throw new Error("An entry has no routing number of nine digits");
    add(banks, routingNumber, {
      name: textOf("customerName"),
      city: textOf("customerCity"),
      state: textOf("customerState"),
    });
  }
  return banks;
}

const member = (of: unknown, name: string): unknown =>
  typeof of === "object" && of !== null ? new Map<string, unknown>(Object.entries(of)).get(name) : undefined;

const add = (banks: Map<string, BankOfNumber>, routingNumber: string, bank: BankOfNumber): void => {
  if (bank.name !== "") banks.set(routingNumber, bank);
};
