import type { TransactionCode } from "../codes/transaction-codes.ts";
import type { Layout, ValuesOf } from "../fields/layout.ts";
import {
  changeLayout,
  contestedReturnLayout,
  dishonoredReturnLayout,
  iatChangeLayout,
  iatReturnLayout,
  paymentRelatedLayout,
  refusedChangeLayout,
  returnLayout,
  terminalLayout,
} from "./addenda-records.ts";
import {
  iatCorrespondentLayout,
  iatOriginatingBankLayout,
  iatOriginatorLayout,
  iatOriginatorPlaceLayout,
  iatReceiverAddressLayout,
  iatReceiverNameLayout,
  iatReceiverPlaceLayout,
  iatReceivingBankLayout,
  iatRemittanceLayout,
} from "./iat-addenda-records.ts";

/** The layout of each kind of addenda record. */
export const addendaLayouts = {
  terminal: terminalLayout,
  paymentRelated: paymentRelatedLayout,
  iatReceiverName: iatReceiverNameLayout,
  iatOriginator: iatOriginatorLayout,
  iatOriginatorPlace: iatOriginatorPlaceLayout,
  iatOriginatingBank: iatOriginatingBankLayout,
  iatReceivingBank: iatReceivingBankLayout,
  iatReceiverAddress: iatReceiverAddressLayout,
  iatReceiverPlace: iatReceiverPlaceLayout,
  iatRemittance: iatRemittanceLayout,
  iatCorrespondent: iatCorrespondentLayout,
  return: returnLayout,
  iatReturn: iatReturnLayout,
  dishonoredReturn: dishonoredReturnLayout,
  contestedReturn: contestedReturnLayout,
  change: changeLayout,
  iatChange: iatChangeLayout,
  refusedChange: refusedChangeLayout,
} as const;

export type AddendaKind = keyof typeof addendaLayouts;
type Layouts = typeof addendaLayouts;
type ValuesOfKind<Kind extends AddendaKind> = Layouts[Kind] extends Layout<infer Table> ? ValuesOf<Table> : never;

/** What the writer fills in: sequence numbers, and the trace number of the entry. */
type Computed = "addendaSequenceNumber" | "entryDetailSequenceNumber" | "traceNumber";

/** An addenda record as the reader delivers it. */
export type Addenda = { [Kind in AddendaKind]: { readonly kind: Kind } & ValuesOfKind<Kind> }[AddendaKind];
/** An addenda record for the writer. */
export type AddendaInput = {
  [Kind in AddendaKind]: { readonly kind: Kind } & Omit<ValuesOfKind<Kind>, Computed>;
}[AddendaKind];

/** An entry of any class, as the reader delivers it. Account numbers and names are exactly as in the file. */
export interface NachaEntry {
  readonly transactionCode: TransactionCode;
  /** Eight digits; with the check digit, the routing number. */
  readonly receivingDfiIdentification: string;
  readonly checkDigit: string;
  readonly dfiAccountNumber: string;
  readonly amountMinor: bigint;
  /** Absent in IAT entries, whose addenda identify the receiver. */
  readonly identificationNumber?: string | undefined;
  /** Absent in IAT entries, whose addenda record 10 has it; a card number in SHR entries. */
  readonly receiverName?: string | undefined;
  readonly discretionaryData?: string | undefined;
  /** In CTX, ATX, TRX, and IAT entries. */
  readonly numberOfAddendaRecords?: number | undefined;
  /** IAT only. */
  readonly gatewayOfacScreeningIndicator?: "0" | "1" | undefined;
  readonly secondaryOfacScreeningIndicator?: "0" | "1" | undefined;
  readonly addendaRecordIndicator: "0" | "1";
  /** Of a rejected entry, `REJ` and the bank's reason ({@link rejectionReasonOf}). */
  readonly traceNumber: string;
  readonly addenda: readonly Addenda[];
}

/** An entry for the writer, which computes what is missing here. */
export interface EntryInput
  extends Omit<
    NachaEntry,
    "addendaRecordIndicator" | "numberOfAddendaRecords" | "traceNumber" | "addenda" | "checkDigit"
  > {
  /** Computed if absent. */
  readonly checkDigit?: string | undefined;
  /** The next number of the file if absent. Must ascend within a batch. */
  readonly traceNumber?: string | undefined;
  readonly addenda?: readonly AddendaInput[] | undefined;
  /**
   * Computed if absent. Only for returns of CTX and IAT entries, which some banks send with the original's count although
   * the original's addenda records are not part of them.
   */
  readonly numberOfAddendaRecords?: number | undefined;
}

/** What kind of entry its addenda make it; `rejected` entries are forward entries that a bank gives back. */
export type EntryCategory =
  | "forward"
  | "return"
  | "dishonoredReturn"
  | "contestedReturn"
  | "change"
  | "refusedChange"
  | "rejected";

const categories: Readonly<Partial<Record<AddendaKind, EntryCategory>>> = {
  return: "return",
  iatReturn: "return",
  dishonoredReturn: "dishonoredReturn",
  contestedReturn: "contestedReturn",
  change: "change",
  iatChange: "change",
  refusedChange: "refusedChange",
};

/** Whether an addenda record of this kind makes its entry a return or notification of change. */
export const categoryOfAddenda = (kind: AddendaKind): EntryCategory => categories[kind] ?? "forward";

/** The bank's reason in the place of the trace number, as in `REJ06`; undefined if the entry was not rejected. */
export const rejectionReasonOf = ({ traceNumber }: { readonly traceNumber: string }): string | undefined =>
  traceNumber.startsWith("REJ") ? traceNumber.slice("REJ".length).trim() : undefined;

export function entryCategoryOf({
  addenda,
  traceNumber,
}: {
  readonly addenda: readonly { readonly kind: AddendaKind }[];
  readonly traceNumber?: string | undefined;
}): EntryCategory {
  if (traceNumber?.startsWith("REJ") === true) return "rejected";
  for (const { kind } of addenda) {
    const category = categoryOfAddenda(kind);
    if (category !== "forward") return category;
  }
  return "forward";
}
