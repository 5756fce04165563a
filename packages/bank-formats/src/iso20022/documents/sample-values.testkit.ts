import assert from "node:assert/strict";
import type { ElementRule, ElementType, ForeignElement } from "../schema/element-types.ts";

/** Random values of a table, for property tests: every optional element occurs with a chance, so all are reached. */
export interface SampleSource {
  /** In [0, 1). */
  readonly random: () => number;
  /** The chance of an optional element; halved with each level, so that documents stay small. */
  readonly chance: number;
}

const below = ({ random }: SampleSource, count: number): number => Math.floor(random() * count);

const pick = <T>(source: SampleSource, list: readonly T[]): T => {
  const chosen = list[below(source, list.length)];
  assert.ok(chosen !== undefined, "a list to choose from is not empty");
  return chosen;
};

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const SOME_TEXT = [..."abcdefghijklmnopqrstuvwxyz ABCDEF 0123456789 .,-+/'&<>\"éßñ漢😀\t\n\r"];

const from = (source: SampleSource, alphabet: string, length: number): string =>
  Array.from({ length }, () => pick(source, [...alphabet])).join("");
const digits = (source: SampleSource, length: number): string => from(source, "0123456789", length);
const hex = (source: SampleSource, length: number): string => from(source, "0123456789abcdef", length);

/** Texts that have a form, by the name of their type. */
const FORMS: Readonly<Record<string, (source: SampleSource) => string>> = {
  ActiveCurrencyCode: (source) => from(source, LETTERS, 3),
  ActiveOrHistoricCurrencyCode: (source) => from(source, LETTERS, 3),
  AnyBICDec2014Identifier: (source) => `ACME${from(source, LETTERS, 2)}33XXX`,
  AnyBICIdentifier: (source) => `ACME${from(source, LETTERS, 2)}33XXX`,
  BICFIDec2014Identifier: (source) => `BANK${from(source, LETTERS, 2)}44`,
  BICIdentifier: (source) => `BANK${from(source, LETTERS, 2)}44`,
  CountryCode: (source) => from(source, LETTERS, 2),
  Exact1NumericText: (source) => digits(source, 1),
  Exact2NumericText: (source) => digits(source, 2),
  Exact3NumericText: (source) => digits(source, 3),
  Exact4AlphaNumericText: (source) => from(source, "aZ09", 4),
  IBAN2007Identifier: (source) => `DE89${digits(source, 18)}`,
  ISINIdentifier: (source) => `US${digits(source, 10)}`,
  ISINOct2015Identifier: (source) => `US${digits(source, 10)}`,
  ISO2ALanguageCode: (source) => from(source, "abcxyz", 2),
  LEIIdentifier: (source) => from(source, LETTERS, 18) + digits(source, 2),
  Max15NumericText: (source) => digits(source, 1 + below(source, 15)),
  Max15PlusSignedNumericText: (source) => `+${digits(source, 3)}`,
  Max3NumericText: (source) => digits(source, 1 + below(source, 3)),
  Max5NumericText: (source) => digits(source, 5),
  Min2Max3NumericText: (source) => digits(source, 3),
  Min3Max4NumericText: (source) => digits(source, 4),
  Min8Max28NumericText: (source) => digits(source, 16),
  PhoneNumber: (source) => `+1-${digits(source, 10)}`,
  UUIDv4Identifier: (source) =>
    `${hex(source, 8)}-${hex(source, 4)}-4${hex(source, 3)}-a${hex(source, 3)}-${hex(source, 12)}`,
  ISODate: (source) => `20${digits(source, 2)}-0${1 + below(source, 9)}-2${digits(source, 1).replace("9", "8")}`,
  ISODateTime: (source) =>
    `2026-11-2${below(source, 10)}T1${digits(source, 1)}:30:00${pick(source, ["", "Z", ".250", "-05:00"])}`,
  ISOTime: () => "12:30:00",
  ISOYearMonth: () => "2027-09",
  Max10KBinary: (source) => Buffer.from(hex(source, 1 + below(source, 40))).toString("base64"),
};

function sampleText(source: SampleSource, problem: (text: string) => string | undefined, name: string): string {
  const form = FORMS[name];
  if (form !== undefined) return form(source);
  const numeric = [`${below(source, 1000)}`, `${below(source, 1000)}.25`];
  const length = 1 + below(source, pick(source, [4, 35, 140]));
  const texts = [
    Array.from({ length }, () => pick(source, SOME_TEXT)).join(""),
    Array.from({ length: 4 }, () => pick(source, SOME_TEXT)).join(""),
    ...numeric,
  ];
  const valid = texts.find((text) => problem(text) === undefined);
  return valid ?? codeOf(source, problem(""));
}

/** A closed list names its codes in the rule. */
function codeOf(source: SampleSource, rule: string | undefined): string {
  const list = rule?.replace("must be one of ", "").split(", ") ?? [];
  return pick(source, list);
}

/** A random valid value of a table. */
export function sampleValue(source: SampleSource, type: ElementType): unknown {
  switch (type.kind) {
    case "simple": {
      if (type.format(true) !== undefined) return source.random() < 0.5;
      return type.parse(sampleText(source, type.problem, type.name));
    }
    case "amount": {
      const amountMinor = BigInt(below(source, 1_000_000_000));
      return { Ccy: pick(source, ["USD", "USD", "EUR", "JPY", "KWD"]), amountMinor };
    }
    case "price":
      return { Ccy: "USD", decimal: `${below(source, 100)}.${digits(source, 9)}` };
    case "foreign":
      return sampleForeign(source);
    case "sequence":
      return Object.fromEntries(type.elements.flatMap((rule) => sampleElement(source, rule)));
    case "choice":
      return Object.fromEntries(sampleElement(source, pick(source, type.elements)));
  }
}

function sampleElement(source: SampleSource, rule: ElementRule): readonly (readonly [string, unknown])[] {
  if (rule.min === 0 && source.random() >= source.chance) return [];
  const inner = { ...source, chance: Math.min(source.chance, 0.8) / 1.6 };
  if (!rule.isList) return [[rule.name, sampleValue(inner, rule.type)]];
  const count = 1 + below(source, Math.min(2, rule.max));
  return [[rule.name, Array.from({ length: count }, () => sampleValue(inner, rule.type))]];
}

function sampleForeign(source: SampleSource): ForeignElement {
  const namespace = pick(source, ["", "urn:example:data"]);
  const inner: ForeignElement = { name: "Note", namespace, attributes: { kind: 'a "b"' }, children: ["five < six"] };
  return { name: "Data", namespace, attributes: {}, children: [inner] };
}
