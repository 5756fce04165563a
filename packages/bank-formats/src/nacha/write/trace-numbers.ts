import type { Report } from "../errors.ts";
import { SEQUENCE_NUMBER_MAX, traceNumberOf, traceNumberParts } from "../identifiers/trace-number.ts";

/** Hands out the trace numbers of a file: consecutive for each ODFI, and above those that the caller chose. */
export function createTraceNumbers(firstSequenceNumber: number) {
  const lastNumbers = new Map<string, number>();
  return {
    /** The next trace number; reports that none is left. */
    next(odfiIdentification: string, { line, report }: { readonly line: number; readonly report: Report }): string {
      const sequenceNumber = (lastNumbers.get(odfiIdentification) ?? firstSequenceNumber - 1) + 1;
      if (sequenceNumber <= SEQUENCE_NUMBER_MAX) return traceNumberOf({ odfiIdentification, sequenceNumber });
      report({ rule: "sequenceExhausted", line });
      return traceNumberOf({ odfiIdentification, sequenceNumber: SEQUENCE_NUMBER_MAX });
    },
    used(traceNumber: string): void {
      const parts = traceNumberParts(traceNumber);
      if (parts === undefined) return;
      const last = lastNumbers.get(parts.odfiIdentification) ?? 0;
      lastNumbers.set(parts.odfiIdentification, Math.max(last, parts.sequenceNumber));
    },
  };
}
