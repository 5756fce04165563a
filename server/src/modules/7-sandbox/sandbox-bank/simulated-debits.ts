import { achTraceNumber } from "bursar-banking/references/ach-trace-number";
import { confirmedAt, laterByBankingDays, rejectedAt, returnedAt, scenarioFor } from "bursar-simulated-bank";
import type { DebitInstruction, DebitRail, DebitStanding } from "#bank/rails";
import { DAY_MS, plusMs } from "#kernel/clock/clock.ts";
import { sha256Hex } from "#kernel/crypto/cipher.ts";
import { SANDBOX_BANK_ROUTING_NUMBER } from "./built-in-connections.ts";

/** Most returns arrive within two banking days (Nacha Operating Rules, section 3.8), so the money is held as long. */
const HOLD_BANKING_DAYS = 2;
/** Unauthorized debits can be returned for 60 days. */
const LATE_RETURNS_MS = 60 * DAY_MS;

/** When the money is available, and when and why it goes back. */
interface DebitPlan {
  readonly collectedAt: Date | undefined;
  readonly returned: { readonly at: Date; readonly code: string } | undefined;
}

function planOf({ accountNumber, amountMinor, authorizedAt }: DebitInstruction): DebitPlan {
  const scenario = scenarioFor({ method: "ach", accountNumber, amountMinor });
  const settledAt = confirmedAt("ach", authorizedAt);
  const collectedAt = returnedAt(settledAt, HOLD_BANKING_DAYS);
  switch (scenario.kind) {
    case "confirm":
    case "twice":
      return { collectedAt, returned: undefined };
    case "delay":
      return { collectedAt: laterByBankingDays(collectedAt, scenario.bankingDays), returned: undefined };
    case "silent":
      return { collectedAt: undefined, returned: undefined };
    case "return": {
      const { code, afterBankingDays } = scenario;
      const isLate = afterBankingDays > HOLD_BANKING_DAYS;
      return {
        collectedAt: isLate ? collectedAt : undefined,
        returned: { at: returnedAt(settledAt, afterBankingDays), code },
      };
    }
    case "reject":
    case "block":
    case "outOfOrder":
      return { collectedAt: undefined, returned: { at: rejectedAt("ach", authorizedAt), code: scenario.code } };
  }
}

function standingOf(debit: DebitInstruction, now: Date): DebitStanding {
  const { collectedAt, returned } = planOf(debit);
  if (returned !== undefined && returned.at <= now) return { kind: "returned", ...returned };
  if (collectedAt !== undefined && collectedAt <= now) {
    const watchedUntil = plusMs(collectedAt, LATE_RETURNS_MS);
    const askAt = returned?.at ?? (now < watchedUntil ? watchedUntil : undefined);
    return { kind: "collected", at: collectedAt, traceNumber: traceOf(debit), askAt };
  }
  const expected = [collectedAt, returned?.at].filter((at) => at !== undefined).map((at) => at.getTime());
  return { kind: "waiting", askAt: expected.length > 0 ? new Date(Math.min(...expected)) : plusMs(now, DAY_MS) };
}

const traceOf = ({ debitId }: DebitInstruction): string =>
  achTraceNumber(SANDBOX_BANK_ROUTING_NUMBER, (Number.parseInt(sha256Hex(debitId).slice(0, 8), 16) % 9_999_998) + 1);

/**
 * The sandbox bank's side of ACH debits: the magic account numbers decide, on the service's clock. It remembers
 * nothing, because everything follows from the instruction.
 */
export const simulatedDebits: DebitRail = { standingOf: async (debit, now) => standingOf(debit, now) };
