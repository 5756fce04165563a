import { useState } from "react";
import type { Review } from "./decisions.ts";

/** One thing that is not as it was when the person opened the request. */
export interface Difference {
  readonly label: string;
  readonly before: string;
  readonly now: string;
}

export interface Shown {
  /** The version the person has seen: what a decision names. */
  readonly version: number;
  /** Set when a newer version came while the page was open. */
  readonly differences: readonly Difference[] | undefined;
  /** Somebody else decided meanwhile. */
  readonly decidedMeanwhile: boolean;
  /** The person has read what is new. */
  readonly acknowledge: () => void;
  /** The person decided: what comes of it is no news to them. */
  readonly acknowledgeNext: () => void;
}

/** Keeps what the person has seen beside what is the case now, so nothing that changed is decided unseen. */
export function useSeenReview(review: Review): Shown {
  const [seen, setSeen] = useState(review);
  const [decidedOn, setDecidedOn] = useState<Review>();
  if (decidedOn !== undefined && decidedOn !== review) {
    setDecidedOn(undefined);
    setSeen(review);
  }
  const changed = seen.request.version !== review.request.version;
  const acknowledge = () => setSeen(review);
  return {
    version: seen.request.version,
    differences: changed ? differencesOf(seen, review) : undefined,
    decidedMeanwhile: seen.request.status === "pendingApproval" && review.request.status !== "pendingApproval",
    acknowledge,
    acknowledgeNext: () => setDecidedOn(review),
  };
}

function differencesOf(before: Review, now: Review): readonly Difference[] {
  const rows: readonly (readonly [string, (review: Review) => string])[] = [
    ["Rule", ({ rule }) => (rule === null ? "none" : `${rule.name}: ${rule.description}`)],
    ["Approvals needed", ({ request }) => String(request.numberOfApproversRequired)],
    ["Name", ({ payee }) => payee?.name ?? "none"],
    ["Bank details", ({ payee }) => detailsLine(payee)],
    ["Address", ({ payee }) => payee?.details?.address ?? "none"],
  ];
  return rows.flatMap(([label, of]) => (of(before) === of(now) ? [] : [{ label, before: of(before), now: of(now) }]));
}

/** Where the money would go, in a line. */
export function detailsLine(payee: Review["payee"]): string {
  if (payee?.details == null) return "none for this method";
  const { accountNumber, routingNumber, swiftCode, bankName, address } = payee.details;
  const parts = [
    bankName,
    accountNumber === null ? null : `account ${accountNumber}`,
    routingNumber === null ? null : `routing ${routingNumber}`,
    swiftCode === null ? null : `SWIFT ${swiftCode}`,
  ].filter((part) => part !== null);
  return parts.length === 0 ? (address ?? "none for this method") : parts.join(", ");
}
