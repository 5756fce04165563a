import { useState } from "react";
import type { ReviewedRequest } from "./decisions.ts";

/** One thing that changed since the user opened the request. */
export interface Difference {
  readonly label: string;
  readonly before: string;
  readonly now: string;
}

export interface Shown {
  /** The version that the user has seen, and that a decision names. */
  readonly version: number;
  /** Set when a newer version arrived while the page was open. */
  readonly differences: readonly Difference[] | undefined;
  /** Someone else decided while the page was open. */
  readonly decidedMeanwhile: boolean;
  /** The user has read the changes. */
  readonly acknowledge: () => void;
  /** The user's own decision, after which the request has this status, is not reported as a change. */
  readonly acknowledgeOwn: (status: string) => void;
}

/** Compares the version that the user has seen with the current one, so that no change is approved unseen. */
export function useSeenReview(review: ReviewedRequest): Shown {
  const [seen, setSeen] = useState(review);
  const [seenStatus, setSeenStatus] = useState<string>(review.request.status);
  const changed = seen.request.version !== review.request.version;
  const acknowledge = () => {
    setSeen(review);
    setSeenStatus(review.request.status);
  };
  return {
    version: seen.request.version,
    differences: changed ? differencesOf(seen, review) : undefined,
    decidedMeanwhile: seenStatus === "pendingApproval" && review.request.status !== "pendingApproval",
    acknowledge,
    acknowledgeOwn: setSeenStatus,
  };
}

function differencesOf(before: ReviewedRequest, now: ReviewedRequest): readonly Difference[] {
  const rows: readonly (readonly [string, (review: ReviewedRequest) => string])[] = [
    ["Rule", ({ rule }) => (rule === null ? "none" : `${rule.name}: ${rule.description}`)],
    ["Approvals needed", ({ request }) => String(request.numberOfApproversRequired)],
    ["Name", ({ payee }) => payee?.name ?? "none"],
    ["Bank details", ({ payee }) => detailsLine(payee)],
    ["Address", ({ payee }) => payee?.details?.address ?? "none"],
  ];
  return rows.flatMap(([label, of]) => (of(before) === of(now) ? [] : [{ label, before: of(before), now: of(now) }]));
}

/** Where the money goes, in one line. */
export function detailsLine(payee: ReviewedRequest["payee"]): string {
  if (payee?.details == null) return "none for this method";
  const { accountNumber, routingNumber, swiftCode, bankName, address } = payee.details;
  const { nationalBankCode, correspondentSwiftCode } = payee.details;
  const parts = [
    bankName,
    accountNumber === null ? null : `account ${accountNumber}`,
    routingNumber === null ? null : `routing ${routingNumber}`,
    swiftCode === null ? null : `SWIFT ${swiftCode}`,
    nationalBankCode === null ? null : `bank code ${nationalBankCode}`,
    correspondentSwiftCode === null ? null : `through ${correspondentSwiftCode}`,
  ].filter((part) => part !== null);
  return parts.length === 0 ? (address ?? "none for this method") : parts.join(", ");
}
