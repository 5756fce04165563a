import type { CurrencyAmount, MessageContent, OriginalTransaction } from "bursar-bank-formats/iso20022";
import { type MethodWith, methodTable, type PaymentMethod } from "bursar-banking/identifiers/payment-method";

/** What the bank needs of one payment of a pain.001, of either version, or of a pacs.008. */
export interface TransferInstruction {
  /** Undefined if the payment type is not one that this bank offers. */
  readonly method: MethodWith<{ readonly kind: "wire" | "instant" }> | undefined;
  readonly batchId: string;
  /** `YYYY-MM-DD`; undefined: now. */
  readonly executionDate: string | undefined;
  readonly debtorAccount: string;
  /** Routing number or BIC; undefined if the message does not say. */
  readonly debtorAgent: string | undefined;
  readonly creditorAccount: string;
  readonly creditorName: string;
  readonly amount: CurrencyAmount | undefined;
  readonly transaction: OriginalTransaction;
  readonly remittance: string | undefined;
}

type InstantMethod = MethodWith<{ readonly kind: "instant" }>;
export const isInstant = (method: PaymentMethod | undefined): method is InstantMethod =>
  method !== undefined && methodTable[method].kind === "instant";

type V09 = MessageContent<"pain.001.001.09">["PmtInf"][number];
type V03 = MessageContent<"pain.001.001.03">["PmtInf"][number];
type Network = MessageContent<"pacs.008.001.08">;

interface Account {
  readonly Id: {
    readonly IBAN?: string | undefined;
    readonly Othr?: { readonly Id: string } | undefined;
  };
}
interface Institution {
  readonly BICFI?: string | undefined;
  readonly BIC?: string | undefined;
  readonly ClrSysMmbId?: { readonly MmbId: string } | undefined;
}

const numberOf = (account: Account | undefined): string => account?.Id.IBAN ?? account?.Id.Othr?.Id ?? "";
const agentOf = (institution: Institution | undefined): string | undefined =>
  institution?.ClrSysMmbId?.MmbId ?? institution?.BICFI ?? institution?.BIC;

/** Urgent payments are wires: domestic if the creditor's bank has a routing number. `URNS` is real time. */
function methodOf(
  {
    method,
    serviceLevel,
    instrument,
  }: { method: string; serviceLevel: string | undefined; instrument: string | undefined },
  creditorAgent: Institution | undefined,
): TransferInstruction["method"] {
  if (method !== "TRF") return undefined;
  if (serviceLevel === "URNS" || instrument === "RTP" || instrument === "FDNA") return "realTimePayment";
  if (serviceLevel !== "URGP") return undefined;
  return creditorAgent?.ClrSysMmbId === undefined ? "internationalWire" : "domesticWire";
}

interface PaymentIds {
  readonly InstrId?: string | undefined;
  readonly EndToEndId: string;
  readonly UETR?: string | undefined;
  readonly TxId?: string | undefined;
}

const idsOf = ({
  InstrId: instructionId,
  EndToEndId: endToEndId,
  UETR: uetr,
  TxId,
}: PaymentIds): OriginalTransaction => ({
  ...(instructionId === undefined ? {} : { instructionId }),
  endToEndId,
  ...(TxId === undefined ? {} : { transactionId: TxId }),
  ...(uetr === undefined ? {} : { uetr }),
});

export const instructionsOfV09 = (batch: V09): readonly TransferInstruction[] =>
  batch.CdtTrfTxInf.map((transfer) =>
    customerInstruction(batch, transfer, {
      serviceLevel: batch.PmtTpInf?.SvcLvl?.[0]?.Cd,
      executionDate: batch.ReqdExctnDt.Dt ?? batch.ReqdExctnDt.DtTm?.slice(0, 10),
    }),
  );

export const instructionsOfV03 = (batch: V03): readonly TransferInstruction[] =>
  batch.CdtTrfTxInf.map((transfer) =>
    customerInstruction(batch, transfer, {
      serviceLevel: batch.PmtTpInf?.SvcLvl?.Cd,
      executionDate: batch.ReqdExctnDt,
    }),
  );

/** Where the versions of pain.001 agree. */
const customerInstruction = (
  batch: V09 | V03,
  transfer: (V09 | V03)["CdtTrfTxInf"][number],
  { serviceLevel, executionDate }: Pick<TransferInstruction, "executionDate"> & { serviceLevel: string | undefined },
): TransferInstruction => {
  const instrument = batch.PmtTpInf?.LclInstrm;
  return {
    method: methodOf(
      { method: batch.PmtMtd, serviceLevel, instrument: instrument?.Prtry ?? instrument?.Cd },
      transfer.CdtrAgt?.FinInstnId,
    ),
    batchId: batch.PmtInfId,
    executionDate,
    debtorAccount: numberOf(batch.DbtrAcct),
    debtorAgent: agentOf(batch.DbtrAgt.FinInstnId),
    creditorAccount: numberOf(transfer.CdtrAcct),
    creditorName: transfer.Cdtr?.Nm ?? "",
    amount: transfer.Amt.InstdAmt,
    transaction: idsOf(transfer.PmtId),
    remittance: transfer.RmtInf?.Ustrd?.[0],
  };
};

/** pacs.008 settles on the date in the transaction or in the header; its batch is the message. */
export const instructionsOfNetwork = (
  content: Network,
  method: NonNullable<TransferInstruction["method"]>,
): readonly TransferInstruction[] =>
  content.CdtTrfTxInf.map((transfer) => ({
    method,
    batchId: content.GrpHdr.MsgId,
    executionDate: transfer.IntrBkSttlmDt ?? content.GrpHdr.IntrBkSttlmDt,
    debtorAccount: numberOf(transfer.DbtrAcct),
    debtorAgent: agentOf(transfer.DbtrAgt.FinInstnId),
    creditorAccount: numberOf(transfer.CdtrAcct),
    creditorName: transfer.Cdtr.Nm ?? "",
    amount: transfer.IntrBkSttlmAmt,
    transaction: idsOf(transfer.PmtId),
    remittance: transfer.RmtInf?.Ustrd?.[0],
  }));
