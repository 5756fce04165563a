import {
  blockTransaction,
  failTransaction,
  returnTransaction,
  settleTransaction,
} from "../../api/generated/sdk.gen.ts";
import type { TransactionTimeline } from "../../api/generated/types.gen.ts";

/** Outcomes that the simulated bank can report on request. */
export const bankOutcomes = [
  { action: "settle", label: "Settle", done: "The bank confirmed the payment.", call: settleTransaction },
  { action: "fail", label: "Fail", done: "It was rejected.", call: failTransaction },
  { action: "block", label: "Block", done: "The payment was blocked by screening.", call: blockTransaction },
  { action: "return", label: "Return", done: "The money was returned.", call: returnTransaction },
] as const satisfies readonly {
  action: TransactionTimeline["allowedActions"][number];
  label: string;
  done: string;
  call: unknown;
}[];
