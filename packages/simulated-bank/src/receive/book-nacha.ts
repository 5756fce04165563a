import type { StatementTransactionFacts } from "bursar-bank-formats/iso20022";
import type { NachaFile } from "bursar-bank-formats/nacha";
import { MINUTE_MS } from "bursar-banking/clock";
import type { AchAgreement } from "../agreement/bank-agreement.ts";
import { achSettlesAt } from "../scripts/bank-days.ts";
import { booking } from "../scripts/booking.ts";
import { instantAfter, notBefore } from "../scripts/instants.ts";
import type { BookingEvent } from "../state/bank-event.ts";
import type { CustomerFile } from "./bank-decision.ts";
import { isCreditEntry, isOwnEntry, type JudgedEntry, receiverOf } from "./judge-entries.ts";

interface Given {
  readonly nacha: NachaFile;
  readonly agreed: AchAgreement;
  readonly judged: readonly JudgedEntry[];
}

/** The bank's side of ACH entries in ISO bank transaction codes. */
const ISSUED_CREDITS = ["PMNT", "ICDT", "ATXN"] as const;
const ISSUED_DEBITS = ["PMNT", "IDDT", "ATXN"] as const;
const RETURNED_CREDITS = ["PMNT", "ICDT", "RRTN"] as const;
const RETURNED_DEBITS = ["PMNT", "IDDT", "RRTN"] as const;

/**
 * What the file moves on the customer's accounts. Without offset entries, each batch is one booking for its credits and
 * one for its debits, per settlement; with them, the offset entries are the bookings, and the bank gives back what it did
 * not pay. Returns are booked one by one.
 */
export function bookEntries(file: CustomerFile, given: Given): readonly BookingEvent[] {
  const isBalanced = given.agreed.balance === "required";
  return [
    ...ownEntries(file, given),
    ...(isBalanced ? given.judged.flatMap((entry) => givenBack(file, given, entry)) : settlements(file, given)),
    ...given.judged.flatMap((entry) => returned(given, entry)),
  ];
}

function ownEntries(file: CustomerFile, { nacha, agreed }: Given): readonly BookingEvent[] {
  return nacha.batches.flatMap((batch) =>
    batch.entries
      .filter((entry) => isOwnEntry(file, entry) && entry.amountMinor > 0n)
      .map((entry): BookingEvent => {
        const { effectiveEntryDate } = batch.header;
        const { receivedAt } = file;
        const settles = achSettlesAt({ effectiveEntryDate, receivedAt, sameDayCutOffs: agreed.sameDayCutOffs });
        const isCredit = isCreditEntry(entry);
        return booking({
          at: notBefore(settles, receivedAt),
          accountNumber: entry.dfiAccountNumber,
          amountMinor: entry.amountMinor,
          direction: isCredit ? "credit" : "debit",
          transactionCode: isCredit ? ["PMNT", "RCDT", "ATXN"] : ["PMNT", "RDDT", "ATXN"],
          bankReference: `${file.fileId}-${entry.traceNumber}`,
          transactions: [{ transactionId: entry.traceNumber, batchId: String(batch.header.batchNumber) }],
        });
      }),
  );
}

/** Bookings of the settlement account, one for each batch, direction, and settlement. */
function settlements(file: CustomerFile, { agreed, judged }: Given): readonly BookingEvent[] {
  const groups = new Map<string, JudgedEntry[]>();
  for (const entry of judged) {
    const { settlesAt } = entry.script;
    if (settlesAt === undefined || entry.entry.amountMinor === 0n) continue;
    const key = `${entry.batch.header.batchNumber} ${isCreditEntry(entry.entry) ? "C" : "D"} ${settlesAt}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [entry]);
    else group.push(entry);
  }
  return [...groups.values()].flatMap((group) => {
    const parts = Math.ceil(group.length / BOOKED_TOGETHER_MAX);
    return Array.from({ length: parts }, (_, part) => {
      const from = part * BOOKED_TOGETHER_MAX;
      return settlement(file, { agreed, group: group.slice(from, from + BOOKED_TOGETHER_MAX), part });
    }).flat();
  });
}

/** Larger batches are booked in parts, so that the details of a booking fit into a message. */
const BOOKED_TOGETHER_MAX = 10_000;

interface BookedGroup {
  readonly agreed: AchAgreement;
  readonly group: readonly JudgedEntry[];
  readonly part: number;
}

function settlement(file: CustomerFile, { agreed, group, part }: BookedGroup): readonly BookingEvent[] {
  const [first] = group;
  const at = first?.script.settlesAt;
  if (first === undefined || at === undefined) return [];
  const isCredit = isCreditEntry(first.entry);
  const { batchNumber } = first.batch.header;
  const monthAndDay = at.slice(5, 10).replace("-", "");
  const booked = booking({
    at,
    accountNumber: agreed.settlementAccount,
    direction: isCredit ? "debit" : "credit",
    amountMinor: group.reduce((sum, { entry }) => sum + entry.amountMinor, 0n),
    transactionCode: isCredit ? ISSUED_CREDITS : ISSUED_DEBITS,
    bankReference: `${file.fileId}-B${batchNumber}${isCredit ? "C" : "D"}${monthAndDay}${part === 0 ? "" : `P${part + 1}`}`,
    transactions: group.map((entry) => detailOf(entry)),
    additionalInformation: `ACH BATCH ${batchNumber}, ${group.length} ENTRIES`,
  });
  if (!group.some(({ script }) => script.isRepeated)) return [booked];
  return [booked, { ...booked, kind: "bookingCopy", at: instantAfter(new Date(at), MINUTE_MS) }];
}

const detailOf = ({ batch, entry, payment }: JudgedEntry): StatementTransactionFacts => ({
  ...payment.transaction,
  transactionId: entry.traceNumber,
  batchId: payment.batchId,
  amountMinor: entry.amountMinor,
  messageId: payment.original.messageId,
  ...nameOf(receiverOf(batch, entry), isCreditEntry(entry)),
});

function nameOf(receiver: string, isCredit: boolean) {
  const name = receiver.trim();
  if (name === "") return {};
  return isCredit ? { creditor: { name } } : { debtor: { name } };
}

/** In balanced files, what the offset entry took for an entry that the bank does not pay. */
function givenBack(file: CustomerFile, { agreed }: Given, judgedEntry: JudgedEntry): readonly BookingEvent[] {
  if (judgedEntry.script.settlesAt !== undefined || judgedEntry.entry.amountMinor === 0n) return [];
  const { effectiveEntryDate } = judgedEntry.batch.header;
  const { receivedAt } = file;
  const settles = achSettlesAt({ effectiveEntryDate, receivedAt, sameDayCutOffs: agreed.sameDayCutOffs });
  return [reversal(judgedEntry, { at: notBefore(settles, receivedAt), agreed })];
}

function returned({ agreed }: Given, judgedEntry: JudgedEntry): readonly BookingEvent[] {
  const { script, entry } = judgedEntry;
  if (script.returned === undefined || entry.amountMinor === 0n) return [];
  return [reversal(judgedEntry, { ...script.returned, agreed })];
}

interface Reversal {
  readonly at: string;
  readonly agreed: AchAgreement;
  readonly code?: string;
}

function reversal(judgedEntry: JudgedEntry, { at, agreed, code }: Reversal): BookingEvent {
  const isCredit = isCreditEntry(judgedEntry.entry);
  return booking({
    at,
    accountNumber: agreed.settlementAccount,
    direction: isCredit ? "credit" : "debit",
    amountMinor: judgedEntry.entry.amountMinor,
    isReversal: true,
    transactionCode: isCredit ? RETURNED_CREDITS : RETURNED_DEBITS,
    bankReference: `${judgedEntry.payment.paymentId}R`,
    transactions: [{ ...detailOf(judgedEntry), ...(code === undefined ? {} : { returnReason: code }) }],
  });
}
