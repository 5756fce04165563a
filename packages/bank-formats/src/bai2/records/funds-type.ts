import type { Bai2Availability, Bai2FundsType } from "../items.ts";
import type { RecordFields } from "./record-fields.ts";

const FUNDS_TYPE = "Funds Type";

/**
 * A composite of one field (Z, 0, 1, 2, or empty), three (V: date, time), four (S: three amounts), or 2 + 2n (D: n pairs of
 * days and amount). BAI2 manual, "Funds Type".
 */
export function readFundsType(fields: RecordFields): Bai2FundsType {
  const code = fields.oneOf(
    FUNDS_TYPE,
    { "": "Z", Z: "Z", "0": "0", "1": "1", "2": "2", V: "V", S: "S", D: "D" } as const,
    "Z",
  );
  switch (code) {
    case "0":
      return { type: "immediate" };
    case "1":
      return { type: "oneDay" };
    case "2":
      return { type: "twoOrMoreDays" };
    case "V":
      return { type: "valueDated", valueDate: fields.date("Value Date"), valueTime: fields.time("Value Time") };
    case "S":
      return { type: "distributed", parts: [0, 1, 2].map((days) => ({ days, amountMinor: available(fields) })) };
    case "D":
      return { type: "distributed", parts: readDistribution(fields) };
    default:
      return { type: "unknown" };
  }
}

const available = (fields: RecordFields): bigint => fields.amount("Availability Amount") ?? 0n;

function readDistribution(fields: RecordFields): readonly Bai2Availability[] {
  const count = fields.count("Number of Distributions");
  if (count === undefined || count === 0) {
    fields.problem("Number of Distributions", "", "must be 1 or more for funds type D");
    return [];
  }
  const parts: Bai2Availability[] = [];
  // A count that the record does not have ends with the record, whatever number the count is.
  while (parts.length < count && fields.hasMore())
    parts.push({ days: fields.count("Availability in Days") ?? 0, amountMinor: available(fields) });
  if (parts.length < count)
    fields.problem("Number of Distributions", String(count), "is more than the pairs that follow");
  return parts;
}
