import { HEAP_MB, RAILS_AIMS, type RailsResults } from "../figures/rails.ts";
import { median } from "../kit/statistics.ts";
import type { Received } from "../rails/steps.ts";

/** A figure that may be at most its aim. */
interface Figure {
  readonly figure: string;
  readonly value: number;
  readonly aim: readonly [most: number, unit: string];
  readonly remark: string;
}

/** Figures of payments in files. */
export function railsFigures({ payments, sent, received, unknown, transfers }: RailsResults): readonly Figure[] {
  const { handOverSeconds, writeSeconds, sendSeconds } = sent;
  const count = transfers.transfers.toLocaleString("en-US");
  const built = (name: string, seconds: readonly number[]): Figure => ({
    figure: `${count} transfers as ${name}, built and validated`,
    value: median(seconds),
    aim: [RAILS_AIMS.transferSeconds, "s"],
    remark: "rules of the rail, written, read back, and compared",
  });
  const receiving = (what: string, { entries, extraMb, seconds }: Received): Figure => ({
    figure: `memory to receive a file of ${entries.toLocaleString("en-US")} ${what}`,
    value: extraMb,
    aim: [RAILS_AIMS.extraMb, "MB"],
    remark: `above the idle process, with a heap of at most ${HEAP_MB} MB; ${seconds.toFixed(1)} s`,
  });
  return [
    {
      figure: `${payments.toLocaleString("en-US")} ACH payments from pending to a file on disk`,
      value: handOverSeconds + writeSeconds + sendSeconds,
      aim: [RAILS_AIMS.sendSeconds, "s"],
      remark: `${handOverSeconds.toFixed(1)} s handed over, ${writeSeconds.toFixed(1)} s written, ${sendSeconds.toFixed(1)} s sent`,
    },
    built("one pain.001", transfers.customerSeconds),
    built("one pacs.008 each", transfers.networkSeconds),
    receiving("returns", received),
    ...(unknown === undefined ? [] : [receiving("returns of unknown payments", unknown)]),
  ];
}
