import { minorFromDecimal } from "./amount-text.ts";
import type { ChoiceType, ElementRule, ElementType, SequenceType } from "./element-types.ts";
import { decimalProblem } from "./lexical.ts";
import { Iso20022Error, type MessageProblem, PROBLEMS_MAX, shownAmount, shownValue } from "./problems.ts";
import { closeForeign, type ForeignReading, newForeignReading, openForeign, textOfForeign } from "./read-foreign.ts";
import { choiceProblem, currencyCodeProblem, PRICE_LIMITS } from "./write-element.ts";
import type { XmlStartTag } from "./xml-input.ts";

/** Reads elements by their tables. A value is complete when its end tag arrives; nothing of the text is kept. */
export interface ElementReader {
  readonly frames: Frame[];
  readonly problems: MessageProblem[];
  /** Open elements inside one that the tables do not know. */
  skipped: number;
  /** Elements whose values are in memory. */
  kept: number;
  readonly place: () => { readonly line: number; readonly column: number };
}

interface Frame {
  readonly name: string;
  readonly type: ElementType;
  readonly rule: ElementRule;
  readonly namespace: string;
  readonly record: Record<string, unknown>;
  /** The latest child: its index in the table, and how many of it there were. */
  at: number;
  count: number;
  text: string;
  currency: string | undefined;
  readonly foreign: ForeignReading | undefined;
}

/** Values kept in memory at once: about 100 bytes each. */
const KEPT_MAX = 2_000_000;
/** More text than any simple type allows, comments in between included. */
const TEXT_LENGTH_MAX = 64 * 1024;

export const newElementReader = (place: ElementReader["place"]): ElementReader => ({
  frames: [],
  problems: [],
  skipped: 0,
  kept: 0,
  place,
});

/** Adds a problem at the open element, and stops at the limit. */
export function objectToRead(reader: ElementReader, rule: string, value?: string): void {
  const path = reader.frames.map(({ name }) => name).join("/") || "/";
  const found = value === undefined ? {} : { value };
  reader.problems.push({ path, rule, ...found, ...reader.place() });
  if (reader.problems.length >= PROBLEMS_MAX) throw new Iso20022Error(reader.problems);
}

/** Whether the start tag and the text belong to elements that are being read. */
export const isReading = (reader: ElementReader): boolean => reader.frames.length > 0;

/** Begins to read: `tag` is an element of `type`, and all elements inside have its namespace. */
export function openRoot(reader: ElementReader, tag: XmlStartTag, type: ElementType): void {
  const rule: ElementRule = { name: tag.local, type, min: 1, max: 1, isList: false };
  push(reader, tag, { rule, name: tag.local });
}

export function openElement(reader: ElementReader, tag: XmlStartTag): void {
  const frame = reader.frames.at(-1);
  if (frame === undefined || reader.skipped > 0) {
    reader.skipped += 1;
    return;
  }
  if (frame.foreign !== undefined) {
    const rule = openForeign(frame.foreign, tag);
    if (rule !== undefined) objectToRead(reader, rule);
    return;
  }
  if (frame.type.kind !== "sequence" && frame.type.kind !== "choice") {
    objectToRead(reader, "must not contain elements", shownName(tag));
    reader.skipped += 1;
    return;
  }
  const index = tag.uri === frame.namespace ? frame.type.indexOf.get(tag.local) : undefined;
  const rule = index === undefined ? undefined : frame.type.elements[index];
  if (index === undefined || rule === undefined) {
    objectToRead(
      reader,
      tag.uri === frame.namespace ? "has an unknown element" : "has an element of another namespace",
      shownName(tag),
    );
    reader.skipped += 1;
    return;
  }
  checkOrder(reader, frame, { index, type: frame.type });
  push(reader, tag, { rule, name: rule.isList ? `${rule.name}[${frame.count}]` : rule.name });
}

const shownName = (tag: XmlStartTag): string => shownValue(tag.name, { isSensitive: false });

/** Counts the child and checks its place among the others. */
function checkOrder(
  reader: ElementReader,
  frame: Frame,
  { index, type }: { readonly index: number; readonly type: SequenceType | ChoiceType },
): void {
  const rule = type.elements[index];
  if (rule === undefined) return;
  if (index === frame.at) {
    frame.count += 1;
    if (frame.count > rule.max) objectToRead(reader, `${rule.name} may occur at most ${rule.max} times`);
    return;
  }
  if (type.kind === "choice" && frame.at >= 0) objectToChoice(reader, choiceProblem(type.elements, 2));
  else if (index < frame.at) objectToRead(reader, `${rule.name} must not come after ${type.elements[frame.at]?.name}`);
  else if (type.kind === "sequence") checkMissing(reader, type, frame.at + 1, index);
  frame.at = index;
  frame.count = 1;
}

function checkMissing(reader: ElementReader, type: SequenceType, from: number, to: number): void {
  for (let at = from; at < to; at++) {
    const rule = type.elements[at];
    if (rule?.min === 1) objectToRead(reader, `${rule.name} is missing`);
  }
}

function objectToChoice(reader: ElementReader, rule: string | undefined): void {
  if (rule !== undefined) objectToRead(reader, rule);
}

function push(
  reader: ElementReader,
  tag: XmlStartTag,
  { rule, name }: { readonly rule: ElementRule; readonly name: string },
): void {
  reader.kept += 1;
  if (reader.kept > KEPT_MAX) {
    objectToRead(reader, `the document has more than ${KEPT_MAX} elements`);
    throw new Iso20022Error(reader.problems);
  }
  const { type } = rule;
  const foreign = type.kind === "foreign" ? newForeignReading() : undefined;
  const frame: Frame = {
    name,
    type,
    rule,
    namespace: tag.uri,
    record: {},
    at: -1,
    count: 0,
    text: "",
    currency: undefined,
    foreign,
  };
  reader.frames.push(frame);
  readAttributes(reader, frame, tag);
}

const SCHEMA_INSTANCE = "http://www.w3.org/2001/XMLSchema-instance";
const NAMESPACE_DECLARATIONS = "http://www.w3.org/2000/xmlns/";

function readAttributes(reader: ElementReader, frame: Frame, tag: XmlStartTag): void {
  const isMoney = frame.type.kind === "amount" || frame.type.kind === "price";
  for (const { uri, local, name, value } of Object.values(tag.attributes)) {
    if (uri === NAMESPACE_DECLARATIONS) continue;
    // A hint for validators, which we do not follow.
    if (uri === SCHEMA_INSTANCE && /^(?:schemaLocation|noNamespaceSchemaLocation)$/.test(local)) continue;
    if (isMoney && uri === "" && local === "Ccy") frame.currency = value;
    else objectToRead(reader, "has an attribute that is not allowed", shownValue(name, { isSensitive: false }));
  }
  if (isMoney && frame.currency === undefined) objectToRead(reader, "the attribute Ccy is missing");
}

export function readText(reader: ElementReader, text: string): void {
  const frame = reader.frames.at(-1);
  if (frame === undefined || reader.skipped > 0) return;
  if (frame.foreign !== undefined) {
    if (!textOfForeign(frame.foreign, text)) objectToRead(reader, "must contain one element, not text");
  } else if (frame.type.kind === "sequence" || frame.type.kind === "choice") {
    if (/[^ \t\r\n]/.test(text)) objectToRead(reader, "must not contain text");
  } else {
    frame.text += text;
    if (frame.text.length > TEXT_LENGTH_MAX) {
      objectToRead(reader, `may have at most ${TEXT_LENGTH_MAX} characters`);
      throw new Iso20022Error(reader.problems);
    }
  }
}

/** Ends an element. The root's value is returned, in a box because it may be anything. */
export function closeElement(reader: ElementReader): { readonly root: unknown } | undefined {
  if (reader.skipped > 0) {
    reader.skipped -= 1;
    return undefined;
  }
  const frame = reader.frames.at(-1);
  if (frame === undefined || (frame.foreign !== undefined && closeForeign(frame.foreign))) return undefined;
  const value = completed(reader, frame);
  reader.frames.pop();
  const parent = reader.frames.at(-1);
  if (parent === undefined) return { root: value };
  keep(frame.rule, parent.record, value);
  return undefined;
}

function keep({ name, isList }: ElementRule, record: Frame["record"], value: unknown): void {
  const list = record[name];
  if (!isList) record[name] = value;
  else if (Array.isArray(list)) list.push(value);
  else record[name] = [value];
}

function completed(reader: ElementReader, frame: Frame): unknown {
  const { type, text } = frame;
  switch (type.kind) {
    case "simple": {
      const value = type.collapses ? text.trim() : text;
      const rule = type.problem(value);
      if (rule === undefined) return type.parse(value);
      objectToRead(reader, rule, shownValue(value, type));
      return undefined;
    }
    case "amount":
      return amountOf(reader, text.trim(), frame.currency ?? "");
    case "price":
      return priceOf(reader, text.trim(), frame.currency ?? "");
    case "foreign":
      return foreignOf(reader, frame.foreign);
    case "sequence":
      checkMissing(reader, type, frame.at + 1, type.elements.length);
      return frame.record;
    case "choice":
      objectToChoice(reader, choiceProblem(type.elements, frame.at < 0 ? 0 : 1));
      return frame.record;
  }
}

function amountOf(reader: ElementReader, text: string, currency: string): unknown {
  const read = minorFromDecimal(text, currency);
  if ("value" in read) return { Ccy: currency, amountMinor: read.value };
  objectToRead(reader, read.rule, shownAmount(text));
  return undefined;
}

function priceOf(reader: ElementReader, text: string, currency: string): unknown {
  const rule = currencyCodeProblem(currency) ?? decimalProblem(text, PRICE_LIMITS);
  if (rule === undefined) return { Ccy: currency, decimal: text };
  objectToRead(reader, rule, shownAmount(text));
  return undefined;
}

function foreignOf(reader: ElementReader, foreign: ForeignReading | undefined): unknown {
  const element = foreign?.elements[0];
  if (element === undefined || foreign?.elements.length !== 1) objectToRead(reader, "must contain exactly one element");
  return element;
}
