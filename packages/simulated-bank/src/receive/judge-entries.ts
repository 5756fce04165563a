import type { OriginalMessage } from "bursar-bank-formats/iso20022";
import {
  isIatHeader,
  isReversalDescription,
  meaningOfTransactionCode,
  type NachaEntry,
  type NachaFile,
  type NachaFileBatch,
  SAME_DAY_LIMIT_MINOR,
  sameDayProblem,
} from "bursar-bank-formats/nacha";
import { present } from "bursar-banking/assert";
import { type AchAgreement, agreedCents } from "../agreement/bank-agreement.ts";
import { achSettlesAt } from "../scripts/bank-days.ts";
import { chosenScenario } from "../scripts/chosen-scenario.ts";
import type { BankScenario } from "../scripts/magic-numbers.ts";
import { undoOf } from "../scripts/magic-undos.ts";
import { type EntryScript, scriptEntry } from "../scripts/script-ach.ts";
import type { BankPayment } from "../state/bank-event.ts";
import { type CustomerFile, checkedAt, reasonOf } from "./bank-decision.ts";

/** An entry of an accepted file and its outcome. */
export interface JudgedEntry {
  readonly batch: NachaFileBatch;
  readonly entry: NachaEntry;
  readonly payment: BankPayment;
  readonly script: EntryScript;
}

interface Given {
  readonly nacha: NachaFile;
  readonly agreed: AchAgreement;
  readonly original: OriginalMessage;
}

/** Trace numbers of answers have seven digits of their own. */
const SEQUENCE_NUMBERS = 9_999_999;

/** Whether the entry is on an account of the customer at this bank, as offset entries are. */
export const isOwnEntry = ({ agreement }: Pick<CustomerFile, "agreement">, entry: NachaEntry): boolean =>
  entry.receivingDfiIdentification + entry.checkDigit === agreement.routingNumber &&
  agreement.accounts.some(({ number }) => number === entry.dfiAccountNumber);

/** Decides about each entry that pays or collects; entries on the customer's own accounts are only booked. */
export function judgeEntries(file: CustomerFile, given: Given): readonly JudgedEntry[] {
  const entries = given.nacha.batches.flatMap((batch) =>
    batch.entries.filter((entry) => !isOwnEntry(file, entry)).map((entry) => ({ batch, entry })),
  );
  const places = new Map(given.nacha.batches.map((batch, place) => [batch, place]));
  const rules: Rules = { entryLimitMinor: agreedCents(given.agreed.entryLimit), settlements: new Map(), places };
  return entries.map((entry, index) => judge(file, { ...given, ...entry, ...rules, index }));
}

/** What is computed once for all entries of a file. */
interface Rules {
  readonly entryLimitMinor: bigint;
  /** By effective entry date, and whether an entry is eligible for the same day. */
  readonly settlements: Map<string, Date>;
  /** Of each batch in the file. */
  readonly places: ReadonlyMap<NachaFileBatch, number>;
}

interface OneEntry extends Given, Rules {
  readonly batch: NachaFileBatch;
  readonly entry: NachaEntry;
  readonly index: number;
}

function judge(file: CustomerFile, placed: OneEntry): JudgedEntry {
  const { batch, entry, original, agreed, index } = placed;
  const answerNumber = ((file.books.payments.size + index) % SEQUENCE_NUMBERS) + 1;
  const { identificationNumber: identification = "", traceNumber } = entry;
  const chosen = isReversal(batch)
    ? { scenario: reversalScenario(entry), changeCode: undefined }
    : chosenScenario({
        method: "ach",
        accountNumber: entry.dfiAccountNumber,
        amountMinor: entry.amountMinor,
        reference: `${original.messageId} ${traceNumber} ${index}`,
        seed: file.seed,
      });
  const payment: BankPayment = {
    paymentId: `${file.fileId}-${index}`,
    method: "ach",
    accountNumber: agreed.settlementAccount,
    amountMinor: entry.amountMinor,
    channel: "pain.002",
    original,
    batchId: String(batch.header.batchNumber),
    transaction: {
      instructionId: traceNumber,
      ...(identification.trim() === "" ? {} : { endToEndId: identification.trim() }),
    },
    isSilent: chosen.scenario.kind === "silent",
    ach: { entry, batch: present(placed.places.get(batch), "a batch has its place in the file") },
  };
  const script =
    entry.amountMinor > placed.entryLimitMinor
      ? overLimit(file, payment)
      : scriptEntry({
          payment,
          header: batch.header,
          entry,
          immediateOrigin: placed.nacha.header.immediateOrigin,
          chosen,
          receivedAt: file.receivedAt,
          checkedAt: checkedAt(file.receivedAt),
          answerNumber,
          settlesAt: settlementOf(file, placed),
        });
  return { batch, entry, payment, script };
}

const isReversal = ({ header }: NachaFileBatch): boolean =>
  !isIatHeader(header) && isReversalDescription(header.companyEntryDescription.trim());

/** What happens to an entry that takes a payment back. */
function reversalScenario({ dfiAccountNumber }: NachaEntry): BankScenario {
  const { reversal } = undoOf(dfiAccountNumber);
  if (reversal === "settles") return { kind: "confirm" };
  return reversal === "late" ? { kind: "delay", bankingDays: 2 } : { kind: "return", ...reversal };
}

const overLimit = ({ receivedAt }: CustomerFile, payment: BankPayment): EntryScript => ({
  events: [
    {
      kind: "paymentStatus",
      channel: "pain.002",
      at: checkedAt(receivedAt),
      paymentId: payment.paymentId,
      original: payment.original,
      batchId: payment.batchId,
      copy: 0,
      status: {
        original: payment.transaction,
        status: "RJCT",
        reasons: [reasonOf("AM02", "The amount is above the agreed limit of an entry")],
      },
    },
  ],
  settlesAt: undefined,
  returned: undefined,
  isRepeated: false,
});

/** What is not eligible for the same day settles on the next banking day. */
function settlementOf({ receivedAt }: CustomerFile, { batch, entry, agreed, settlements }: OneEntry): Date {
  const { standardEntryClassCode, effectiveEntryDate } = batch.header;
  const isEligible = sameDayProblem(entry, standardEntryClassCode, SAME_DAY_LIMIT_MINOR) === undefined;
  const key = `${effectiveEntryDate ?? ""} ${isEligible}`;
  const settlement = settlements.get(key);
  if (settlement !== undefined) return settlement;
  const sameDayCutOffs = isEligible ? agreed.sameDayCutOffs : [];
  const settles = achSettlesAt({ effectiveEntryDate, receivedAt, sameDayCutOffs });
  settlements.set(key, settles);
  return settles;
}

/** Credits take the customer's money, debits bring money. */
export const isCreditEntry = ({ transactionCode }: NachaEntry): boolean =>
  meaningOfTransactionCode(transactionCode).direction === "credit";

/** The receiver's name, also of IAT entries, whose addenda contain it. */
export function receiverOf({ header }: NachaFileBatch, entry: NachaEntry): string {
  if (!isIatHeader(header)) return entry.receiverName ?? "";
  const found = entry.addenda.find((addenda) => addenda.kind === "iatReceiverName");
  return found === undefined ? "" : found.receiverName;
}
