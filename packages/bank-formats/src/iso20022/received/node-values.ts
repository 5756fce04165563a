import { minorFromDecimal } from "../schema/amount-text.ts";
import { findCurrencyDecimals } from "../schema/currencies.ts";
import type { CurrencyAmount } from "../schema/element-types.ts";
import { dateProblem, dateTimeProblem } from "../schema/lexical.ts";
import { type MessageProblem, shownAmount, shownValue } from "../schema/problems.ts";
import type { IsoTolerances } from "./iso-tolerances.ts";
import type { XmlNode } from "./read-nodes.ts";

/**
 * Reads values from elements, whatever the version of their message. Each method takes the names of the elements from
 * the node on; what is wrong there is added to `problems`, and the method returns undefined.
 */
export interface NodeValues {
  readonly problems: MessageProblem[];
  readonly find: (node: XmlNode | undefined, ...path: readonly string[]) => XmlNode | undefined;
  readonly all: (node: XmlNode | undefined, name: string) => readonly XmlNode[];
  /** Without surrounding blanks; undefined if it is empty. */
  readonly text: (node: XmlNode | undefined, ...path: readonly string[]) => string | undefined;
  /** In capitals. */
  readonly code: (node: XmlNode | undefined, ...path: readonly string[]) => string | undefined;
  readonly money: (node: XmlNode | undefined, ...path: readonly string[]) => CurrencyAmount | undefined;
  readonly direction: (node: XmlNode | undefined, ...path: readonly string[]) => "credit" | "debit" | undefined;
  readonly indicator: (node: XmlNode | undefined, ...path: readonly string[]) => boolean | undefined;
  /** `2026-11-20`, of a date, a date and time, or an element that contains either. */
  readonly day: (node: XmlNode | undefined, ...path: readonly string[]) => string | undefined;
  /** Adds a problem at the element, or at its parent if it is missing. */
  readonly object: (at: { readonly node: XmlNode; readonly name?: string }, rule: string, value?: string) => void;
}

export function nodeValues(tolerances: IsoTolerances, root: string): NodeValues {
  const problems: MessageProblem[] = [];
  /** Of two elements where one is meant, neither can be chosen. Each is objected to once. */
  const repeated = new Set<XmlNode>();
  const object: NodeValues["object"] = ({ node, name }, rule, value) => {
    const path = [root, node.name === root.split("/").at(-1) ? undefined : node.name, name]
      .filter((part) => part !== undefined)
      .join("/");
    const found = value === undefined ? {} : { value };
    problems.push({ path, rule, ...found, line: node.line, column: node.column });
  };
  const all: NodeValues["all"] = (node, name) => node?.children.filter((child) => child.name === name) ?? [];
  const find: NodeValues["find"] = (node, ...path) => {
    let here = node;
    for (const name of path) {
      const [first, second] = all(here, name);
      if (second !== undefined && !repeated.has(second)) {
        repeated.add(second);
        object({ node: second }, "may occur once");
      }
      here = first;
    }
    return here;
  };
  const text: NodeValues["text"] = (node, ...path) => {
    const element = find(node, ...path);
    if (element === undefined) return undefined;
    const value = element.text.trim();
    if (value === "") {
      if (element.children.length === 0 && !tolerances.accepts("emptyElements", element.line))
        object({ node: element }, "must not be empty");
      return undefined;
    }
    if (value !== element.text && !tolerances.accepts("paddedTexts", element.line))
      object({ node: element }, "must not begin or end with blanks");
    return value;
  };
  const code: NodeValues["code"] = (node, ...path) => {
    const value = text(node, ...path);
    if (value === undefined || value === value.toUpperCase()) return value;
    const element = find(node, ...path);
    if (element !== undefined && !tolerances.accepts("lowerCaseCodes", element.line))
      object({ node: element }, "must be in capital letters", shownValue(value, { isSensitive: false }));
    return value.toUpperCase();
  };
  const money: NodeValues["money"] = (node, ...path) => {
    const element = find(node, ...path);
    if (element === undefined) return undefined;
    const value = element.text.trim();
    const currency = currencyOf(element, tolerances);
    const read = minorFromDecimal(exact(value, { currency, element, tolerances }), currency);
    if ("value" in read) return { Ccy: currency, amountMinor: read.value };
    object({ node: element }, read.rule, shownAmount(value));
    return undefined;
  };
  const direction: NodeValues["direction"] = (node, ...path) => {
    const value = code(node, ...path);
    if (value === "CRDT") return "credit";
    if (value === "DBIT") return "debit";
    const element = find(node, ...path);
    if (element !== undefined)
      object({ node: element }, "must be CRDT or DBIT", shownValue(value ?? "", { isSensitive: false }));
    return undefined;
  };
  const indicator: NodeValues["indicator"] = (node, ...path) => {
    const value = text(node, ...path)?.toLowerCase();
    if (value === undefined) return undefined;
    if (value === "true" || value === "1") return true;
    if (value === "false" || value === "0") return false;
    const element = find(node, ...path);
    if (element !== undefined)
      object({ node: element }, "must be true or false", shownValue(value, { isSensitive: false }));
    return undefined;
  };
  const day: NodeValues["day"] = (node, ...path) => {
    const outer = find(node, ...path);
    const element = find(outer, "Dt") ?? find(outer, "DtTm") ?? outer;
    const value = text(element);
    if (element === undefined || value === undefined) return undefined;
    if (dateProblem(value) === undefined || dateTimeProblem(value) === undefined) return value.slice(0, DAY_LENGTH);
    object({ node: element }, "must be a date such as 2026-11-20", shownValue(value, { isSensitive: false }));
    return undefined;
  };
  return { problems, find, all, text, code, money, direction, indicator, day, object };
}

const DAY_LENGTH = "2026-11-20".length;

function currencyOf({ currency = "", line }: XmlNode, tolerances: IsoTolerances): string {
  const trimmed = currency.trim();
  const isLower = /^[A-Za-z]{3}$/.test(trimmed) && trimmed !== trimmed.toUpperCase();
  return isLower && tolerances.accepts("lowerCaseCodes", line) ? trimmed.toUpperCase() : trimmed;
}

/** Without zeros behind the currency's decimals, which say nothing. */
function exact(
  value: string,
  {
    currency,
    element,
    tolerances,
  }: { readonly currency: string; readonly element: XmlNode; readonly tolerances: IsoTolerances },
): string {
  const places = findCurrencyDecimals(currency);
  const match = /^(\d{1,20})\.(\d{1,20})$/.exec(value);
  const [, whole = "", fraction = ""] = match ?? [];
  if (places === undefined || fraction.length <= places || !/^0*$/.test(fraction.slice(places))) return value;
  if (!tolerances.accepts("surplusDecimals", element.line)) return value;
  return places === 0 ? whole : `${whole}.${fraction.slice(0, places)}`;
}
