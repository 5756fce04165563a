import { decimalFromMinor } from "./amount-text.ts";
import type {
  ChoiceType,
  ElementRule,
  ElementType,
  ForeignElement,
  SequenceType,
  SimpleType,
} from "./element-types.ts";
import { decimalProblem } from "./lexical.ts";
import { type MessageProblem, PROBLEMS_MAX, shownValue } from "./problems.ts";
import { attributeText, characterProblem, contentText } from "./xml-text.ts";

/** Writes elements by their tables and checks every value on the way; nothing is written that a table does not allow. */
export interface ElementWriter {
  /** Pieces of the document. */
  readonly pieces: string[];
  readonly problems: MessageProblem[];
  /** Names of the open elements. */
  readonly path: string[];
  /** Two blanks per level, so that people can read the file; otherwise everything is on one line. */
  readonly isIndented: boolean;
}

export const newElementWriter = (options: { readonly isIndented: boolean }): ElementWriter => ({
  pieces: [],
  problems: [],
  path: [],
  isIndented: options.isIndented,
});

/** Adds a problem at the open element. */
export function objectTo(writer: ElementWriter, rule: string, value?: string): void {
  if (writer.problems.length >= PROBLEMS_MAX) return;
  const path = writer.path.join("/");
  writer.problems.push(value === undefined ? { path, rule } : { path, rule, value });
}

/** Writes one element with its content. `attributes` begins with a blank, or is empty. */
export function writeElement(
  writer: ElementWriter,
  name: string,
  type: ElementType,
  value: unknown,
  attributes = "",
): void {
  writer.path.push(name);
  writeTyped(writer, { name, type, attributes }, value);
  writer.path.pop();
}

interface Opening {
  readonly name: string;
  readonly type: ElementType;
  readonly attributes: string;
}

function writeTyped(writer: ElementWriter, opening: Opening, value: unknown): void {
  const { name, type, attributes } = opening;
  if (type.kind === "simple") writeSimple(writer, name, { type, attributes }, value);
  else if (type.kind === "amount") writeAmount(writer, name, value);
  else if (type.kind === "price") writePrice(writer, name, value);
  else if (type.kind === "foreign") writeForeignContent(writer, name, value);
  else writeStructure(writer, { name, type, attributes }, value);
}

function writeSimple(
  writer: ElementWriter,
  name: string,
  { type, attributes }: { readonly type: SimpleType<unknown>; readonly attributes: string },
  value: unknown,
): void {
  const text = type.format(value);
  if (text === undefined) {
    objectTo(writer, `must be a value of ${type.name}`);
    return;
  }
  const rule = type.problem(text) ?? characterProblem(text);
  if (rule !== undefined) objectTo(writer, rule, shownValue(text, type));
  writeLine(writer, `<${name}${attributes}>${contentText(text)}</${name}>`);
}

function writeStructure(
  writer: ElementWriter,
  { name, type, attributes }: Opening & { readonly type: SequenceType | ChoiceType },
  value: unknown,
): void {
  if (!isRecord(value)) {
    objectTo(writer, `must be an object with the elements of ${type.name}`);
    return;
  }
  writeLine(writer, `<${name}${attributes}>`);
  if (type.kind === "choice") checkChoice(writer, type.elements, value);
  checkNames(writer, type.indexOf, value);
  for (const rule of type.elements) {
    const content = value[rule.name];
    if (content !== undefined) writeRule(writer, rule, content);
    else if (rule.min === 1 && type.kind === "sequence") objectTo(writer, `${rule.name} is missing`);
  }
  writeLine(writer, `</${name}>`);
}

function writeRule(writer: ElementWriter, rule: ElementRule, value: unknown): void {
  if (!rule.isList) {
    writeElement(writer, rule.name, rule.type, value);
    return;
  }
  if (!Array.isArray(value)) objectTo(writer, `${rule.name} must be an array`);
  else if (value.length < rule.min) objectTo(writer, `${rule.name} is missing`);
  else if (value.length > rule.max) objectTo(writer, `${rule.name} may occur at most ${rule.max} times`);
  else {
    for (const [index, item] of value.entries()) {
      writer.path.push(`${rule.name}[${index + 1}]`);
      writeTyped(writer, { name: rule.name, type: rule.type, attributes: "" }, item);
      writer.path.pop();
    }
  }
}

function checkChoice(
  writer: ElementWriter,
  elements: readonly ElementRule[],
  value: Readonly<Record<string, unknown>>,
): void {
  const chosen = elements.filter(({ name }) => value[name] !== undefined);
  const rule = choiceProblem(elements, chosen.length);
  if (rule !== undefined) objectTo(writer, rule);
}

/** Exactly one, or none if one of the alternatives may be absent (XML Schema Part 1, emptiable particles). */
export function choiceProblem(elements: readonly ElementRule[], chosen: number): string | undefined {
  if (chosen === 1 || (chosen === 0 && elements.some(({ min }) => min === 0))) return undefined;
  return `must have exactly one of ${elements.map(({ name }) => name).join(", ")}`;
}

/** A misspelled name is an error, not an element that silently stays out of the document. */
function checkNames(
  writer: ElementWriter,
  indexOf: ReadonlyMap<string, number>,
  value: Readonly<Record<string, unknown>>,
): void {
  for (const name of Object.keys(value))
    if (!indexOf.has(name)) objectTo(writer, `${shownValue(name, { isSensitive: false })} is not an element here`);
}

function writeAmount(writer: ElementWriter, name: string, value: unknown): void {
  if (!isRecord(value) || typeof value["Ccy"] !== "string" || typeof value["amountMinor"] !== "bigint") {
    objectTo(writer, "must be an amount: { Ccy, amountMinor }");
    return;
  }
  const { Ccy: currency, amountMinor } = value;
  const written = decimalFromMinor(amountMinor, currency);
  if ("rule" in written) objectTo(writer, written.rule, `${amountMinor}`.slice(0, 24));
  else writeLine(writer, `<${name} Ccy="${currency}">${written.value}</${name}>`);
}

/** `ActiveOrHistoricCurrencyAnd13DecimalAmount`. */
export const PRICE_LIMITS = { digits: 18, fraction: 13, isNegativeAllowed: false };

function writePrice(writer: ElementWriter, name: string, value: unknown): void {
  if (!isRecord(value) || typeof value["Ccy"] !== "string" || typeof value["decimal"] !== "string") {
    objectTo(writer, "must be a price: { Ccy, decimal }");
    return;
  }
  const { Ccy: currency, decimal } = value;
  const rule = currencyCodeProblem(currency) ?? decimalProblem(decimal, PRICE_LIMITS);
  if (rule !== undefined) objectTo(writer, rule, decimal.slice(0, 24));
  else writeLine(writer, `<${name} Ccy="${currency}">${decimal}</${name}>`);
}

/** Prices may be in currencies without a minor unit, so only the form of the code is checked. */
export const currencyCodeProblem = (currency: string): string | undefined =>
  /^[A-Z]{3}$/.test(currency) ? undefined : "must have a currency code of three letters";

function writeForeignContent(writer: ElementWriter, name: string, value: unknown): void {
  if (isForeignElement(value)) writeLine(writer, `<${name}>${foreignText(writer, value, 0)}</${name}>`);
  else objectTo(writer, "must be one element: { name, namespace, attributes, children }");
}

/** Deeper content is neither written nor read. */
export const FOREIGN_DEPTH_MAX = 32;

function foreignText(writer: ElementWriter, element: ForeignElement, depth: number): string {
  const { name, namespace, attributes, children } = element;
  if (depth >= FOREIGN_DEPTH_MAX) objectTo(writer, `foreign content may be at most ${FOREIGN_DEPTH_MAX} elements deep`);
  if (!isXmlName(name) || !Object.keys(attributes).every(isXmlName)) {
    objectTo(writer, "must have XML names without a prefix");
    return "";
  }
  const texts = [namespace, ...Object.values(attributes), ...children.filter((child) => typeof child === "string")];
  for (const rule of texts.map(characterProblem)) if (rule !== undefined) objectTo(writer, rule);
  const written = Object.entries({ xmlns: namespace, ...attributes }).map(
    ([key, text]) => ` ${key}="${attributeText(text)}"`,
  );
  if (depth >= FOREIGN_DEPTH_MAX) return "";
  const content = children.map((child) =>
    typeof child === "string" ? contentText(child) : foreignText(writer, child, depth + 1),
  );
  return `<${name}${written.join("")}>${content.join("")}</${name}>`;
}

/** ASCII names only: the others exist in XML, but not in any supplementary data we know of. */
const isXmlName = (name: string): boolean => /^[A-Za-z_][A-Za-z0-9._-]{0,127}$/.test(name) && name !== "xmlns";

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function isForeignElement(value: unknown): value is ForeignElement {
  return (
    isRecord(value) &&
    typeof value["name"] === "string" &&
    typeof value["namespace"] === "string" &&
    isRecord(value["attributes"]) &&
    Object.values(value["attributes"]).every((text) => typeof text === "string") &&
    Array.isArray(value["children"]) &&
    value["children"].every((child) => typeof child === "string" || isForeignElement(child))
  );
}

function writeLine(writer: ElementWriter, text: string): void {
  if (writer.isIndented) writer.pieces.push("\n", "  ".repeat(writer.path.length - 1));
  writer.pieces.push(text);
}
