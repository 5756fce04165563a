import { type ToleranceUse, toleranceUses } from "../../text/tolerance-uses.ts";
import type { XmlDeviation } from "../schema/xml-input.ts";

/**
 * How a message that a bank sends may differ from its definition. Elements that the reader does not interpret are skipped
 * and not counted, whatever they contain: they differ by version.
 */
export const isoTolerances = {
  declaredEncoding: "the document declares another encoding than UTF-8",
  undecodable: "it has bytes that its encoding does not have; they are read as U+FFFD",
  blankStart: "blanks or line breaks precede the document",
  endOfFileMarks: "end-of-file marks or nulls follow the document",
  otherNamespace: "the namespace is not that of ISO 20022, and only ends with the message's name",
  envelope: "elements that are not of ISO 20022 surround the document",
  lowerCaseCodes: "a code is in lower case",
  paddedTexts: "a text begins or ends with blanks",
  emptyElements: "an optional element is empty",
  surplusDecimals: "an amount has more decimals than its currency, all of them zeros",
} as const;

export type IsoTolerance = keyof typeof isoTolerances;

export interface ReceivedOptions {
  /** All by default. What is set to false is an error of the entry or the document. */
  readonly tolerant?: Readonly<Partial<Record<IsoTolerance, boolean>>> | undefined;
  readonly bytesMax?: number | undefined;
}

export interface IsoTolerances {
  /** Whether it is accepted; if so, the use is counted. */
  readonly accepts: (tolerance: IsoTolerance, line: number) => boolean;
  readonly list: () => readonly ToleranceUse<IsoTolerance>[];
}

export function newIsoTolerances({ tolerant = {} }: ReceivedOptions): IsoTolerances {
  const uses = toleranceUses<IsoTolerance>();
  return {
    accepts(tolerance, line) {
      if (tolerant[tolerance] === false) return false;
      uses.count(tolerance, line);
      return true;
    },
    list: uses.list,
  };
}

export const toleranceOfDeviation: Readonly<Record<XmlDeviation, IsoTolerance>> = {
  declared: "declaredEncoding",
  undecodable: "undecodable",
  blankStart: "blankStart",
  endOfFileMarks: "endOfFileMarks",
};
