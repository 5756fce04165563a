import { accountabilityKindOf } from "../identifiers/accountability-data.ts";
import type { ReportEntry10 } from "../messages/generated.ts";
import type { ReportEntry2 } from "../messages/version-2009/statement-entries.ts";
import type { CurrencyAmount, ValueOf } from "../schema/element-types.ts";

/** One entry by its ISO 20022 names, in either version. */
export type StatementEntry = ValueOf<typeof ReportEntry10> | ValueOf<typeof ReportEntry2>;

/** Entries of an account in one form for both versions of statements, with what is needed to match them to payments. */

export interface AccountEntry {
  readonly amount: CurrencyAmount;
  /** What the entry does to the account. */
  readonly direction: "credit" | "debit";
  /** It takes back an earlier entry of the other direction. */
  readonly isReversal: boolean;
  /** `BOOK`, `PDNG`, `INFO`, `FUTR`, or the bank's own. */
  readonly status: string;
  /** A date, or the date of a date and time. */
  readonly bookedOn?: string;
  readonly valueOn?: string;
  readonly bankReference?: string;
  /** `PMNT/ICDT/DMCT`, or the bank's own code. */
  readonly transactionCode: string;
  /** The payments that the entry sums up, as far as the bank lists them. */
  readonly transactions: readonly AccountTransaction[];
  /** What the bank charges, if it says so for the whole entry; see {@link feeWithin}. */
  readonly charges: readonly EntryCharge[];
  /** A batch that the bank booked as one entry: its details come in a camt.054. */
  readonly batch?: { readonly messageId?: string; readonly batchId?: string; readonly count?: string };
  readonly additionalInformation?: string;
}

/** What the bank charges for a payment. */
export interface EntryCharge {
  readonly amount: CurrencyAmount;
  /** `credit`: a charge that is given back. */
  readonly direction: "credit" | "debit";
  /** Whether it is part of the entry's amount, if the bank says so. */
  readonly isIncluded?: boolean;
}

export interface AccountTransaction {
  readonly amount?: CurrencyAmount;
  readonly charges: readonly EntryCharge[];
  readonly messageId?: string;
  readonly batchId?: string;
  readonly instructionId?: string;
  readonly endToEndId?: string;
  readonly uetr?: string;
  readonly transactionId?: string;
  readonly checkNumber?: string;
  readonly networkReference?: string;
  /** Found by its form, in whichever reference the bank gives it. */
  readonly imad?: string;
  readonly omad?: string;
  readonly debtorName?: string;
  readonly creditorName?: string;
  readonly remittance: readonly string[];
  readonly returnReason?: string;
}

type Details = NonNullable<StatementEntry["NtryDtls"]>[number];
type Transaction = NonNullable<Details["TxDtls"]>[number];
type References = NonNullable<Transaction["Refs"]>;
type DateElement = NonNullable<StatementEntry["BookgDt"]>;

/** What a bank writes where the payer gave no reference (ISO 20022 usage rule of EndToEndIdentification). */
const NOT_PROVIDED = "NOTPROVIDED";

export function accountEntry(entry: StatementEntry): AccountEntry {
  const details: readonly Details[] = entry.NtryDtls ?? [];
  const transactions = details.flatMap(({ TxDtls: list = [] }): readonly Transaction[] => list);
  const batch = details.map(({ Btch: found }) => found).find((found) => found !== undefined);
  return defined({
    amount: entry.Amt,
    direction: entry.CdtDbtInd === "CRDT" ? ("credit" as const) : ("debit" as const),
    isReversal: entry.RvslInd === true,
    status: typeof entry.Sts === "string" ? entry.Sts : (entry.Sts.Cd ?? entry.Sts.Prtry),
    transactionCode: transactionCodeOf(entry.BkTxCd),
    transactions: transactions.map(accountTransaction),
    charges: chargesIn(entry.Chrgs),
    bookedOn: entry.BookgDt && dayOf(entry.BookgDt),
    valueOn: entry.ValDt && dayOf(entry.ValDt),
    bankReference: entry.AcctSvcrRef,
    batch: batch && defined({ messageId: batch.MsgId, batchId: batch.PmtInfId, count: batch.NbOfTxs }),
    additionalInformation: entry.AddtlNtryInf,
  });
}

const dayOf = (date: DateElement): string => (date.Dt ?? date.DtTm).slice(0, "2026-11-20".length);

function transactionCodeOf({ Domn: domain, Prtry: proprietary }: StatementEntry["BkTxCd"]): string {
  if (domain !== undefined) return `${domain.Cd}/${domain.Fmly.Cd}/${domain.Fmly.SubFmlyCd}`;
  return proprietary?.Cd ?? "";
}

function accountTransaction(transaction: Transaction): AccountTransaction {
  const references: Partial<References> = transaction.Refs ?? {};
  return defined({
    amount: ("Amt" in transaction ? transaction.Amt : undefined) ?? transaction.AmtDtls?.TxAmt?.Amt,
    charges: chargesIn(transaction.Chrgs),
    messageId: references.MsgId,
    batchId: references.PmtInfId,
    instructionId: references.InstrId,
    endToEndId: references.EndToEndId === NOT_PROVIDED ? undefined : references.EndToEndId,
    uetr: "UETR" in references ? references.UETR : undefined,
    transactionId: references.TxId,
    checkNumber: references.ChqNb,
    networkReference: references.ClrSysRef,
    ...accountabilityData(references),
    debtorName: nameOf(transaction.RltdPties?.Dbtr),
    creditorName: nameOf(transaction.RltdPties?.Cdtr),
    remittance: [
      ...(transaction.RmtInf?.Ustrd ?? []),
      ...(transaction.RmtInf?.Strd ?? []).flatMap(({ CdtrRefInf: reference }) => reference?.Ref ?? []),
    ],
    returnReason: transaction.RtrInf?.Rsn?.Cd ?? transaction.RtrInf?.Rsn?.Prtry,
  });
}

type Charges = NonNullable<StatementEntry["Chrgs"]>;

/** Version 02 lists them at once, later ones as records. */
function chargesIn(charges: Charges | undefined): readonly EntryCharge[] {
  if (charges === undefined) return [];
  const records = "Rcrd" in charges ? (charges.Rcrd ?? []) : Array.isArray(charges) ? charges : [];
  return records.map((record: ChargeRecord) =>
    defined({
      amount: record.Amt,
      direction: record.CdtDbtInd === "CRDT" ? ("credit" as const) : ("debit" as const),
      isIncluded: record.ChrgInclInd,
    }),
  );
}

interface ChargeRecord {
  readonly Amt: CurrencyAmount;
  readonly CdtDbtInd?: "CRDT" | "DBIT" | undefined;
  readonly ChrgInclInd?: boolean | undefined;
}

/** Banks put IMAD and OMAD into the clearing system's reference, their own, or proprietary ones. */
function accountabilityData(references: Partial<References>) {
  const proprietary = [references.Prtry ?? []].flat().map(({ Ref: reference }) => reference);
  const candidates = [...proprietary, references.ClrSysRef, references.TxId, references.AcctSvcrRef, references.MsgId];
  return imadAndOmadIn(candidates);
}

/** IMAD and OMAD among references, by their form. */
export function imadAndOmadIn(candidates: readonly (string | undefined)[]) {
  const find = (kind: "IMAD" | "OMAD") =>
    candidates.find((text) => text !== undefined && accountabilityKindOf(text) === kind);
  return { imad: find("IMAD"), omad: find("OMAD") };
}

type PartyElement = NonNullable<NonNullable<Transaction["RltdPties"]>["Dbtr"]>;

function nameOf(party: PartyElement | undefined): string | undefined {
  if (party === undefined) return undefined;
  if ("Pty" in party && party.Pty !== undefined) return party.Pty.Nm;
  if ("Agt" in party && party.Agt !== undefined) return party.Agt.FinInstnId.Nm;
  return "Nm" in party ? party.Nm : undefined;
}

export type Defined<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** Without the keys whose value is undefined, so that an absent fact is an absent key. */
export function defined<T extends object>(facts: T): Defined<T> {
  // Removing keys without a value makes exactly this type.
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)) as Defined<T>;
}
