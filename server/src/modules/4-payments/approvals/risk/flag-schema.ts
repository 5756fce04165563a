import { type Static, Type } from "typebox";
import { OneOf, object } from "#kernel/http/schemas.ts";
import type { RoutingId } from "#kernel/values/ids.ts";
import type { Preview } from "../requests/preview-schema.ts";

/** What an approver should read before the rest, in the order of weight. */
const flagCodes = [
  "detailsChanged",
  "possibleDuplicate",
  "overLimit",
  "firstPayment",
  "largestEver",
  "pastDue",
] as const;

export const FlagSchema = object(
  {
    code: OneOf(flagCodes, "The kind of risk.", "ApprovalFlagCode"),
    label: Type.String({ description: "A few words, such as `First payment`." }),
    detail: Type.String({ description: "The facts in a sentence: who, when, and how much." }),
    severity: OneOf(["high", "medium"], "`high`: the requester changed the bank details that the payment goes to."),
  },
  { title: "ApprovalFlag", description: "A reason to review a request before approving it." },
);
export type RequestFlag = Static<typeof FlagSchema>;
export type FlagCode = (typeof flagCodes)[number];

/** What the recent changes of a recipient replaced; null for what they did not replace. */
export interface Replaced {
  readonly name: string | null;
  readonly routingId: RoutingId | null;
}

/** A flag, and the warnings of a preview that it repeats. */
export interface Risk {
  readonly flag: RequestFlag;
  /** With changed details. */
  readonly replaced?: Replaced;
  readonly repeats: readonly Preview["warnings"][number]["code"][];
}
