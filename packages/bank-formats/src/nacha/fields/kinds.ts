import { isCalendarDate } from "../calendar/dates.ts";
import type { NachaRule } from "../rules.ts";

/** A text that is not a value of the field, and the rule that says so. */
export class Invalid {
  readonly rule: NachaRule;
  /** Whether an optional field counts as blank where the rule is tolerated; otherwise its text is the value. */
  readonly isAbsent: boolean;
  /** The value where the rule is tolerated, if it is not the text. */
  readonly instead: unknown;
  constructor(rule: NachaRule, { isAbsent = false, instead }: { isAbsent?: boolean; instead?: unknown } = {}) {
    this.rule = rule;
    this.isAbsent = isAbsent;
    this.instead = instead;
  }
}

/** How a kind of field turns a value into its characters and back. Neither direction ever loses anything. */
export interface Kind<Value> {
  /** The value of the field's characters, which are not blank. */
  decode(raw: string): Value | Invalid;
  /** Exactly `length` characters. */
  encode(value: Value, length: number): string | Invalid;
}

const characters = new Invalid("fieldCharacters");
const digits = new Invalid("fieldDigits");
const tooLong = new Invalid("fieldLength");
const blank = new Invalid("fieldBlank");
const unknownValue = new Invalid("fieldValue");
const date = new Invalid("fieldDate", { isAbsent: true });
const time = new Invalid("fieldTime", { isAbsent: true });
const julian = new Invalid("fieldJulianDay", { isAbsent: true });
const routing = new Invalid("fieldRoutingNumber");

/** ORF 3.1.2: characters above hexadecimal 1F in ASCII. DEL and everything outside ASCII is not portable. */
const isPrintable = (text: string): boolean => /^[\x20-\x7e]*$/.test(text);
const isDigits = (text: string): boolean => /^[0-9]+$/.test(text);

/** Alphameric: left-justified, padded with blanks. Leading blanks are part of the value. */
export const alphameric: Kind<string> = {
  decode: (raw) => (isPrintable(raw) ? raw.trimEnd() : characters),
  encode: (value, length) => {
    if (!isPrintable(value)) return characters;
    if (value.trim() === "") return blank;
    if (value.endsWith(" ")) return new Invalid("fieldValue");
    return value.length > length ? tooLong : value.padEnd(length);
  },
};

/** Right-justified and padded with blanks: Immediate Origin and Immediate Destination. */
export const rightJustified: Kind<string> = {
  decode: (raw) => (isPrintable(raw) ? raw.trimStart() : characters),
  encode: (value, length) => {
    if (!isPrintable(value)) return characters;
    if (value.trim() === "") return blank;
    if (value.startsWith(" ")) return unknownValue;
    return value.length > length ? tooLong : value.padStart(length);
  },
};

/** A number that is an identification: digits of the field's full length, kept as text. */
export const digitString: Kind<string> = {
  decode: (raw) => (isDigits(raw) ? raw : digits),
  encode: (value, length) => (value.length === length && isDigits(value) ? value : digits),
};

/** A Trace Number. Banks that reject an entry before it is sent on return it with `REJ` and a reason there. */
export const traceOrRejection: Kind<string> = {
  decode: (raw) =>
    /^REJ[ A-Z0-9]*$/i.test(raw)
      ? new Invalid("entryRejected", { instead: raw.trimEnd().toUpperCase() })
      : digitString.decode(raw),
  encode: digitString.encode,
};

/** A count or sequence number, right-justified and padded with zeros. */
export const wholeNumber: Kind<number> = {
  decode: (raw) => (isDigits(raw) ? Number(raw) : digits),
  encode: (value, length) => {
    if (!Number.isSafeInteger(value) || value < 0) return digits;
    const text = String(value);
    return text.length > length ? tooLong : text.padStart(length, "0");
  },
};

/** Cents, right-justified and padded with zeros. */
export const cents: Kind<bigint> = {
  decode: (raw) => (isDigits(raw) ? BigInt(raw) : digits),
  encode: (value, length) => {
    if (value < 0n) return digits;
    const text = String(value);
    return text.length > length ? tooLong : text.padStart(length, "0");
  },
};

/** YYMMDD of the years 2000 to 2099, as YYYY-MM-DD. */
export const calendarDate: Kind<string> = {
  decode: (raw) => {
    if (!/^[0-9]{6}$/.test(raw)) return date;
    const text = `20${raw.slice(0, 2)}-${raw.slice(2, 4)}-${raw.slice(4)}`;
    return isCalendarDate(text) ? text : date;
  },
  encode: (value) => (value.startsWith("20") && isCalendarDate(value) ? value.slice(2).replaceAll("-", "") : date),
};

const noDate = new Invalid("batchEffectiveDate", { isAbsent: true });

/** An Effective Entry Date. Some banks write zeros where they mean none. */
export const effectiveDate: Kind<string> = {
  decode: (raw) => (raw === "000000" ? noDate : calendarDate.decode(raw)),
  encode: calendarDate.encode,
};

/** HHMM, as HH:MM. */
export const clockTime: Kind<string> = {
  decode: (raw) => (/^([01][0-9]|2[0-3])[0-5][0-9]$/.test(raw) ? `${raw.slice(0, 2)}:${raw.slice(2)}` : time),
  encode: (value) => (/^([01][0-9]|2[0-3]):[0-5][0-9]$/.test(value) ? value.replace(":", "") : time),
};

/** A Settlement Date: the day of the year as three digits, kept as text. */
export const julianDay: Kind<string> = {
  decode: (raw) => (isJulianDay(raw) ? raw : julian),
  encode: (value) => (isJulianDay(value) ? value : julian),
};

const isJulianDay = (text: string): boolean => /^[0-3][0-9]{2}$/.test(text) && text >= "001" && text <= "366";

/** A routing number of nine digits in a field of ten, with its check digit. */
export const destinationRoutingNumber = (hasCheckDigit: (nine: string) => boolean): Kind<string> => ({
  decode: (raw) => {
    const text = raw.trimStart();
    if (/^[0-9]{9}$/.test(text) && hasCheckDigit(text) && raw.startsWith(" ")) return text;
    return isPrintable(raw) ? new Invalid("fieldRoutingNumber", { instead: raw.trim() }) : characters;
  },
  encode: (value, length) => (/^[0-9]{9}$/.test(value) && hasCheckDigit(value) ? value.padStart(length) : routing),
});

/** One of the listed values, each as long as the field. */
export const oneOf = <const Value extends string>(...values: readonly Value[]): Kind<Value> => ({
  decode: (raw) => values.find((value) => value === raw) ?? unknownValue,
  encode: (value) => (values.includes(value) ? value : unknownValue),
});

/** A code that only lacks its capitals. */
const inCapitals = (raw: string): Invalid | undefined =>
  /^[A-Za-z0-9]+$/.test(raw) ? new Invalid("fieldCase", { instead: raw.toUpperCase() }) : undefined;

/** A letter A–Z or digit 0–9, in that order (File ID Modifier). */
export const modifier: Kind<string> = {
  decode: (raw) => (/^[A-Z0-9]$/.test(raw) ? raw : (inCapitals(raw) ?? unknownValue)),
  encode: (value) => (/^[A-Z0-9]$/.test(value) ? value : unknownValue),
};

/** A code of capital letters and digits that fills the field, and that another table explains: R01, C03, PPD. */
export const codeText: Kind<string> = {
  decode: (raw) => (/^[A-Z0-9]+$/.test(raw) ? raw : (inCapitals(raw) ?? unknownValue)),
  encode: (value, length) => (value.length === length && /^[A-Z0-9]+$/.test(value) ? value : unknownValue),
};
