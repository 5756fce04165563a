import { controlSum } from "../documents/exact-sums.ts";
import type { MessageContent, NamedMessage } from "../messages/message-tables.ts";
import type { CurrencyAmount } from "../schema/element-types.ts";
import {
  type AccountFacts,
  type AgentFacts,
  accountElement,
  agentElement,
  type PartyFacts,
  partyElement,
} from "./party-elements.ts";

/** Instructions of a customer to its bank (pain.001): one file, payments of one account and day together. */

export interface CustomerTransfer {
  readonly instructionId: string;
  /** Travels to the payee's bank and back in every answer. */
  readonly endToEndId: string;
  /** A UUID of version 4; version 03 of the message has no place for it. */
  readonly uetr?: string;
  readonly amount: CurrencyAmount;
  readonly creditor: PartyFacts;
  readonly creditorAccount: AccountFacts;
  readonly creditorAgent: AgentFacts;
  readonly intermediaryAgent?: AgentFacts;
  /** Who pays the banks' charges. */
  readonly chargeBearer?: "DEBT" | "SHAR" | "CRED" | "SLEV";
  /** ExternalPurpose1Code, such as `SUPP` or `SALA`. */
  readonly purpose?: string;
  /** The purpose in words, at most 35 characters, if no code says it. */
  readonly purposeText?: string;
  /** Remittance information, at most 140 characters. */
  readonly remittance?: string;
}

/** How the bank is to pay: which rail. */
export interface CustomerPaymentType {
  readonly method: "TRF" | "CHK";
  /** ExternalServiceLevel1Code: `URGP` urgent (wire), `SDVA` same day, `NURG` not urgent (ACH). */
  readonly serviceLevel: string;
  /** ExternalLocalInstrument1Code, such as `CCD` or `PPD`. */
  readonly localInstrument?: string;
  /** As `localInstrument`, of the bank's own list, such as `RTP`. */
  readonly proprietaryInstrument?: string;
  /** ExternalCategoryPurpose1Code. */
  readonly categoryPurpose?: string;
}

export interface CustomerTransferBatch {
  readonly batchId: string;
  readonly type: CustomerPaymentType;
  /** `2026-11-20`. */
  readonly executionDate: string;
  readonly debtor: PartyFacts;
  readonly debtorAccount: AccountFacts;
  readonly debtorAgent: AgentFacts;
  readonly transfers: readonly CustomerTransfer[];
}

export interface CustomerTransferFile {
  readonly messageId: string;
  /** `2026-11-20T15:00:00Z`. */
  readonly createdAt: string;
  readonly initiatingParty: PartyFacts;
  readonly batches: readonly CustomerTransferBatch[];
}

type Initiation = MessageContent<"pain.001.001.09">;
type Batch = Initiation["PmtInf"][number];

const amountsOf = (batches: readonly CustomerTransferBatch[]): readonly CurrencyAmount[] =>
  batches.flatMap(({ transfers }) => transfers.map(({ amount }) => amount));

/** CustomerCreditTransferInitiation of 2019 (pain.001.001.09), with counts and control sums computed. */
export function customerTransfers(file: CustomerTransferFile): NamedMessage<"pain.001.001.09"> {
  const content: Initiation = {
    GrpHdr: {
      MsgId: file.messageId,
      CreDtTm: file.createdAt,
      ...totalsOf(file.batches),
      InitgPty: partyElement(file.initiatingParty),
    },
    PmtInf: file.batches.map(batchElement),
  };
  return { name: "pain.001.001.09", content };
}

const totalsOf = (batches: readonly CustomerTransferBatch[]) => {
  const amounts = amountsOf(batches);
  return { NbOfTxs: String(amounts.length), CtrlSum: controlSum(amounts) };
};

const batchElement = (batch: CustomerTransferBatch): Batch => ({
  PmtInfId: batch.batchId,
  PmtMtd: batch.type.method,
  ...totalsOf([batch]),
  PmtTpInf: paymentTypeElement(batch.type),
  ReqdExctnDt: { Dt: batch.executionDate },
  Dbtr: partyElement(batch.debtor),
  DbtrAcct: accountElement(batch.debtorAccount),
  DbtrAgt: agentElement(batch.debtorAgent),
  CdtTrfTxInf: batch.transfers.map(transferElement),
});

const transferElement = (transfer: CustomerTransfer): Batch["CdtTrfTxInf"][number] => ({
  PmtId: { InstrId: transfer.instructionId, EndToEndId: transfer.endToEndId, UETR: transfer.uetr },
  Amt: { InstdAmt: transfer.amount },
  ChrgBr: transfer.chargeBearer,
  IntrmyAgt1: transfer.intermediaryAgent && agentElement(transfer.intermediaryAgent),
  CdtrAgt: agentElement(transfer.creditorAgent),
  Cdtr: partyElement(transfer.creditor),
  CdtrAcct: accountElement(transfer.creditorAccount),
  Purp: purposeElement(transfer),
  RmtInf: transfer.remittance === undefined ? undefined : { Ustrd: [transfer.remittance] },
});

/** The same in both versions of the message. */
export function purposeElement({ purpose, purposeText }: Pick<CustomerTransfer, "purpose" | "purposeText">) {
  if (purpose !== undefined) return { Cd: purpose };
  return purposeText === undefined ? undefined : { Prtry: purposeText };
}

function paymentTypeElement(type: CustomerPaymentType): NonNullable<Batch["PmtTpInf"]> {
  return {
    SvcLvl: [{ Cd: type.serviceLevel }],
    LclInstrm: localInstrumentOf(type),
    CtgyPurp: type.categoryPurpose === undefined ? undefined : { Cd: type.categoryPurpose },
  };
}

function localInstrumentOf({ localInstrument, proprietaryInstrument }: CustomerPaymentType) {
  if (localInstrument !== undefined) return { Cd: localInstrument };
  return proprietaryInstrument === undefined ? undefined : { Prtry: proprietaryInstrument };
}
