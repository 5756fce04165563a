import type { CheckStatus, ReadCheck } from "bursar-bank-formats/checks";
import { bankReasons } from "bursar-banking/codes/bank-reasons";
import type { CheckRow } from "../checks.queries.ts";
import type { CheckExceptionKind } from "../exceptions/exceptions.queries.ts";

/** What a line of the bank's file of paid checks and exceptions means for a check. */
export type ReportEffect =
  | { readonly kind: "nothing" }
  | { readonly kind: "pay" }
  /** The bank does not pay it: the money is back. */
  | { readonly kind: "end"; readonly trigger: "stop" | "return"; readonly code: string }
  /** Two people must decide. */
  | { readonly kind: "exception"; readonly exception: CheckExceptionKind }
  /** It contradicts what the bank said before: a person asks the bank. */
  | { readonly kind: "conflict"; readonly why: string };

/** The codes that a layout with reasons can have; anything else is "returned without saying why". */
const reasons = bankReasons("check", "returned");

const NOTHING: ReportEffect = { kind: "nothing" };

/** How the bank says that a check ended unpaid. */
const ends: Readonly<Partial<Record<CheckStatus, Omit<Extract<ReportEffect, { kind: "end" }>, "kind">>>> = {
  stopped: { trigger: "stop", code: "CK-STOP" },
  void: { trigger: "stop", code: "CK-VOID" },
  stale: { trigger: "return", code: "CK-STALE" },
  returned: { trigger: "return", code: "CK-UNPAID" },
};

/** Statuses that ask for a decision by themselves. */
const decided: Readonly<Partial<Record<CheckStatus, CheckExceptionKind>>> = {
  paidWithoutIssue: "paidWithoutIssue",
  amountMismatch: "amountMismatch",
  payeeMismatch: "payeeMismatch",
  paidTwice: "paidTwice",
  paidAfterStop: "paidAfterStop",
  paidAfterVoid: "paidAfterVoid",
};

type KnownCheck = Pick<CheckRow, "state" | "amount_minor" | "paid_on" | "paid_minor">;
type Report = Pick<ReadCheck, "status" | "amountMinor" | "paidDate" | "reason">;

/** The effect of a report about the check with its number; undefined if none was issued. */
export function judgeReport(check: KnownCheck | undefined, report: Report): ReportEffect {
  const { status } = report;
  if (status === "paid") return check === undefined ? exception("paidWithoutIssue") : judgePaid(check, report);
  const asked = decided[status];
  if (asked !== undefined) return exception(asked);
  const end = ends[status];
  if (end === undefined || check === undefined) return NOTHING;
  if (check.state === "paid") return { kind: "conflict", why: `is reported as ${status}, but the bank has paid it` };
  if (check.state !== "numbered" && check.state !== "mailed") return NOTHING;
  const reason = status === "returned" ? reasons.find(({ code }) => code === report.reason) : undefined;
  return { kind: "end", ...end, code: reason?.code ?? end.code };
}

const exception = (kind: CheckExceptionKind): ReportEffect => ({ kind: "exception", exception: kind });

function judgePaid(check: KnownCheck, { amountMinor, paidDate }: Report): ReportEffect {
  switch (check.state) {
    case "numbered":
    case "mailed":
      return amountMinor === check.amount_minor ? { kind: "pay" } : exception("amountMismatch");
    case "paid":
      // The same payment in another file. A duplicate can come on the same day, with an altered amount.
      return amountMinor === check.paid_minor && (paidDate === undefined || paidDate === check.paid_on)
        ? NOTHING
        : exception("paidTwice");
    case "void":
      return exception("paidAfterVoid");
    case "stopped":
    case "returned":
      return exception("paidAfterStop");
  }
}
