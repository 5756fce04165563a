import { prescribedDescriptions } from "../codes/descriptions.ts";
import {
  type AchAccountType,
  type AchDirection,
  meaningOfTransactionCode,
  transactionCodeFor,
} from "../codes/transaction-codes.ts";
import type { EntryInput } from "../records/model.ts";

const opposite = (direction: AchDirection): AchDirection => (direction === "credit" ? "debit" : "credit");

/**
 * The prenote of a live entry: the same receiver, amount zero, before the first payment. Live entries may follow on the
 * third banking day after its settlement (`liveEntriesAfterPrenote`). Throws RangeError for debits of loan accounts.
 */
export function prenoteOf(entry: EntryInput): EntryInput {
  const { account, direction } = meaningOfTransactionCode(entry.transactionCode);
  const transactionCode = transactionCodeFor({ account, direction, use: "prenote" });
  if (transactionCode === undefined) throw new RangeError("Debits of loan accounts have no prenotes");
  return { ...entry, transactionCode, amountMinor: 0n, traceNumber: undefined };
}

/**
 * The entry that reverses an erroneous one: the same receiver and amount, the other direction. Its batch has the same
 * company, class, and the description REVERSAL, and reaches the receiver's bank within five banking days of settlement
 * (`reversalDeadline`; Nacha Operating Rules 2.9).
 */
export function reversalOf(entry: EntryInput): EntryInput {
  const { account, direction, use } = meaningOfTransactionCode(entry.transactionCode);
  const transactionCode = transactionCodeFor({ account, direction: opposite(direction), use: "live" });
  if (use !== "live" || transactionCode === undefined) throw new RangeError("Only live entries can be reversed");
  return { ...entry, transactionCode, traceNumber: undefined };
}

/** The header fields of a batch of reversals, to be spread over the original's. */
export const reversalHeader = { companyEntryDescription: prescribedDescriptions.reversal } as const;

/** The account that a bank balances a file against. */
export interface OffsetAccount {
  readonly routingNumber: string;
  readonly accountNumber: string;
  readonly account: AchAccountType;
  /** The originator's name. */
  readonly name: string;
}

/**
 * The entry that balances credits or debits of that sum, for banks that require balanced files. Its batch then mixes
 * debits and credits (200), or it goes into a batch of its own. Undefined for a sum of zero.
 */
export function offsetEntry(
  offset: OffsetAccount,
  balanced: { readonly direction: AchDirection; readonly amountMinor: bigint },
): EntryInput | undefined {
  if (balanced.amountMinor === 0n) return undefined;
  const direction = opposite(balanced.direction);
  const transactionCode = transactionCodeFor({ account: offset.account, direction, use: "live" });
  if (transactionCode === undefined) throw new RangeError("The account cannot be debited or credited");
  return {
    transactionCode,
    receivingDfiIdentification: offset.routingNumber.slice(0, 8),
    checkDigit: offset.routingNumber.slice(8),
    dfiAccountNumber: offset.accountNumber,
    amountMinor: balanced.amountMinor,
    receiverName: offset.name,
  };
}
