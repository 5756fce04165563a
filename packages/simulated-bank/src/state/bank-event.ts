import type { CheckRecord } from "bursar-bank-formats/checks";
import type {
  AgentFacts,
  CurrencyAmount,
  OriginalMessage,
  OriginalTransaction,
  StatementEntryFacts,
  StatusReason,
  TransactionStatusFacts,
} from "bursar-bank-formats/iso20022";
import type { AnyBatchHeader, Corrections, NachaEntry } from "bursar-bank-formats/nacha";
import type { PaymentMethod } from "bursar-banking/identifiers/payment-method";

/**
 * What the bank will do, decided when a file is received. `at` is an instant in ISO 8601 on a whole second; an event
 * belongs to the payment with `paymentId`, or to no single payment.
 */
interface EventBase {
  readonly at: string;
  readonly paymentId?: string;
  /** Over which connection it is reported, if not over that of its payment or record. */
  readonly connection?: string;
}

/** Which status message answers: pain.002 to what customers send, pacs.002 to what banks send each other. */
export type StatusChannel = "pain.002" | "pacs.002";

/** The acceptance or rejection of a whole file. */
export interface FileStatusEvent extends EventBase {
  readonly kind: "fileStatus";
  readonly channel: StatusChannel;
  readonly original: OriginalMessage;
  readonly status: string;
  readonly reasons: readonly StatusReason[];
  /** 0, or which repetition of the same answer it is. */
  readonly copy: number;
}

/** What a bank says about a file as a whole, once, in a pain.002. */
export const fileStatus = (original: OriginalMessage, status: string, at: string): FileStatusEvent => ({
  kind: "fileStatus",
  channel: "pain.002",
  original,
  status,
  reasons: [],
  copy: 0,
  at,
});

/** `ACCP`, `PART`, or `RJCT`: of a file of which some payments were rejected. */
export const statusOfParts = ({ rejected, total }: { readonly rejected: number; readonly total: number }): string =>
  rejected === 0 ? "ACCP" : rejected === total ? "RJCT" : "PART";

/** The status of one payment. */
export interface PaymentStatusEvent extends EventBase {
  readonly kind: "paymentStatus";
  readonly channel: StatusChannel;
  readonly original: OriginalMessage;
  readonly batchId: string;
  readonly status: TransactionStatusFacts;
  readonly copy: number;
}

/** A return (addenda 99) or a notification of change (addenda 98) of a Nacha entry. */
export interface AchAnswerEvent extends EventBase {
  readonly kind: "achAnswer";
  /** Immediate Origin of the file that is answered: whom the answer is addressed to. */
  readonly immediateOrigin: string;
  readonly header: AnyBatchHeader;
  readonly entry: NachaEntry;
  readonly code: string;
  /** Of a notification of change. */
  readonly corrections?: Corrections;
  /** The sequence number of the answer's trace number. */
  readonly sequenceNumber: number;
}

/** A settled wire or real-time payment comes back (pacs.004). */
export interface PaymentReturnEvent extends EventBase {
  readonly kind: "paymentReturn";
  readonly original: OriginalMessage;
  readonly transaction: OriginalTransaction;
  readonly amount: CurrencyAmount;
  readonly reason: StatusReason;
  readonly clearingSystem?: string;
}

/** Money moves on an account of the bank. A `copy` only repeats the notification of an earlier booking. */
export interface BookingEvent extends EventBase {
  readonly kind: "booking" | "bookingCopy";
  readonly accountNumber: string;
  /** The banking day, `YYYY-MM-DD`. */
  readonly bookedOn: string;
  readonly entry: StatementEntryFacts;
}

/** A line of the file of paid checks and exceptions. */
export interface CheckReportEvent extends EventBase {
  readonly kind: "checkReport";
  readonly check: CheckRecord;
}

/** The answer to a request for cancellation (camt.029). */
export interface CancellationEvent extends EventBase {
  readonly kind: "cancellation";
  readonly caseId: string;
  readonly caseCreator: AgentFacts;
  /** `CNCL`, `PDCR`, or `RJCR`. */
  readonly confirmation: string;
  readonly original: OriginalMessage;
  readonly transaction: OriginalTransaction;
  readonly reason?: StatusReason;
}

export type BankEvent =
  | FileStatusEvent
  | PaymentStatusEvent
  | AchAnswerEvent
  | PaymentReturnEvent
  | BookingEvent
  | CheckReportEvent
  | CancellationEvent;

/** A payment that the bank accepted, as later queries, cancellations, and voids need it. */
export interface BankPayment {
  readonly paymentId: string;
  readonly method: PaymentMethod;
  /** The customer's account. */
  readonly accountNumber: string;
  readonly amountMinor: bigint;
  readonly channel: StatusChannel;
  readonly original: OriginalMessage;
  readonly batchId: string;
  readonly transaction: OriginalTransaction;
  /** True if the bank never answers it. */
  readonly isSilent: boolean;
  /** Of a wire or real-time payment: the account that it pays, and who has it. */
  readonly payee?: { readonly accountNumber: string; readonly name: string };
  /** Of a check: what its customer issued. */
  readonly check?: CheckRecord;
  /** Of an ACH payment: what a return repeats. */
  readonly ach?: { readonly entry: NachaEntry; readonly batch: number };
}

/** A batch of a Nacha file. */
export interface BankBatch {
  /** Immediate Origin of its file. */
  readonly immediateOrigin: string;
  readonly header: AnyBatchHeader;
}
