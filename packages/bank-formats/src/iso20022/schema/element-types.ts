/**
 * The vocabulary of the message tables. A table lists the elements of one ISO 20022 type in their order, with how often
 * each may occur; writing, reading, validation, error messages, and the TypeScript types of the values all follow from it.
 */

/** A value that is one text in the document, such as `Max35Text` or `ISODate`. */
export interface SimpleType<V> {
  readonly kind: "simple";
  readonly name: string;
  /** Account numbers and the like: errors show their last four characters only. */
  readonly isSensitive: boolean;
  /** White space around the text is not part of the value (XML Schema Part 2, whiteSpace = collapse). */
  readonly collapses: boolean;
  /** The rule that the text violates; undefined if it is valid. */
  readonly problem: (text: string) => string | undefined;
  /** The value of a valid text. */
  readonly parse: (text: string) => V;
  /** The text of a value; undefined if the value has the wrong JavaScript type. */
  readonly format: (value: unknown) => string | undefined;
}

/** An amount of money: a decimal text with the currency in the attribute `Ccy`. */
export interface AmountType {
  readonly kind: "amount";
  readonly name: string;
}

/** An amount per unit, such as the price of a security, with up to 13 decimals whatever the currency. */
export interface PriceType {
  readonly kind: "price";
  readonly name: string;
}

/** Content that ISO 20022 leaves to the parties: one element of any namespace. */
export interface ForeignType {
  readonly kind: "foreign";
  readonly name: string;
}

/** Elements in a fixed order. */
export interface SequenceType<S extends Shape = Shape> {
  readonly kind: "sequence";
  readonly name: string;
  readonly shape: S;
  readonly elements: readonly ElementRule[];
  readonly indexOf: ReadonlyMap<string, number>;
}

/** Exactly one of several elements. */
export interface ChoiceType<S extends Shape = Shape> {
  readonly kind: "choice";
  readonly name: string;
  readonly shape: S;
  readonly elements: readonly ElementRule[];
  readonly indexOf: ReadonlyMap<string, number>;
}

export type ElementType = SimpleType<unknown> | AmountType | PriceType | ForeignType | SequenceType | ChoiceType;

/** At most once. */
export interface Optional<T extends ElementType = ElementType> {
  readonly occurs: "optional";
  readonly type: T;
}

/** Any number of times up to `max`, none included. */
export interface Repeated<T extends ElementType = ElementType> {
  readonly occurs: "repeated";
  readonly type: T;
  readonly max: number;
}

/** At least once, at most `max` times. */
export interface Several<T extends ElementType = ElementType> {
  readonly occurs: "several";
  readonly type: T;
  readonly max: number;
}

/** Elements by name, in the order of the standard. A bare type occurs exactly once. */
export interface Shape {
  readonly [element: string]: ElementType | Optional | Repeated | Several;
}

/** One row of a table as the reader and the writer use it. */
export interface ElementRule {
  readonly name: string;
  readonly type: ElementType;
  readonly min: 0 | 1;
  readonly max: number;
  /** Its value is an array. */
  readonly isList: boolean;
}

/** Money: cents (or the currency's own smallest unit, ISO 4217) and the currency's code. */
export interface CurrencyAmount {
  readonly Ccy: string;
  readonly amountMinor: bigint;
}

/** A price: decimal text such as `101.25` and the currency's code. */
export interface CurrencyPrice {
  readonly Ccy: string;
  readonly decimal: string;
}

/** An element that ISO 20022 does not define. */
export interface ForeignElement {
  readonly name: string;
  /** Empty for none. */
  readonly namespace: string;
  /** By local name; attributes of other namespaces are not supported. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly (ForeignElement | string)[];
}

/** The TypeScript type of the values of a table. */
export type ValueOf<T> =
  T extends SimpleType<infer V>
    ? V
    : T extends AmountType
      ? CurrencyAmount
      : T extends PriceType
        ? CurrencyPrice
        : T extends ForeignType
          ? ForeignElement
          : T extends SequenceType<infer S>
            ? SequenceValue<S>
            : T extends ChoiceType<infer S>
              ? ChoiceValue<S>
              : never;

type RequiredName<S extends Shape> = {
  [K in keyof S]: S[K] extends ElementType | Several ? K : never;
}[keyof S];

type ElementValue<R> =
  R extends Optional<infer T>
    ? ValueOf<T>
    : R extends Repeated<infer T>
      ? readonly ValueOf<T>[]
      : R extends Several<infer T>
        ? readonly ValueOf<T>[]
        : ValueOf<R>;

type SequenceValue<S extends Shape> = { readonly [K in RequiredName<S>]: ElementValue<S[K]> } & {
  readonly [K in Exclude<keyof S, RequiredName<S>>]?: ElementValue<S[K]> | undefined;
};

type ChoiceValue<S extends Shape> = {
  [K in keyof S]: { readonly [P in K]: ElementValue<S[P]> } & {
    readonly [P in Exclude<keyof S, K>]?: undefined;
  };
}[keyof S];

/** No limit (`maxOccurs="unbounded"`). */
const UNBOUNDED = Number.POSITIVE_INFINITY;

export const optional = <T extends ElementType>(type: T): Optional<T> => ({ occurs: "optional", type });

export const repeated = <T extends ElementType>(type: T, max: number = UNBOUNDED): Repeated<T> => ({
  occurs: "repeated",
  type,
  max,
});

export const several = <T extends ElementType>(type: T, max: number = UNBOUNDED): Several<T> => ({
  occurs: "several",
  type,
  max,
});

export const sequence = <S extends Shape>(name: string, shape: S): SequenceType<S> => ({
  kind: "sequence",
  name,
  shape,
  ...rulesOf(shape),
});

export const choice = <S extends Shape>(name: string, shape: S): ChoiceType<S> => ({
  kind: "choice",
  name,
  shape,
  ...rulesOf(shape),
});

export const amount = (name: string): AmountType => ({ kind: "amount", name });

export const price = (name: string): PriceType => ({ kind: "price", name });

export const foreign = (name: string): ForeignType => ({ kind: "foreign", name });

function rulesOf(shape: Shape): Pick<SequenceType, "elements" | "indexOf"> {
  const elements = Object.entries(shape).map(([name, of]) => ruleOf(name, of));
  return { elements, indexOf: new Map(elements.map(({ name }, index) => [name, index])) };
}

function ruleOf(name: string, of: Shape[string]): ElementRule {
  if (!("occurs" in of)) return { name, type: of, min: 1, max: 1, isList: false };
  if (of.occurs === "optional") return { name, type: of.type, min: 0, max: 1, isList: false };
  return { name, type: of.type, min: of.occurs === "several" ? 1 : 0, max: of.max, isList: true };
}
