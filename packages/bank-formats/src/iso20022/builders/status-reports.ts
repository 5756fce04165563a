import type { MessageContent, NamedMessage } from "../messages/message-tables.ts";
import type { CurrencyAmount } from "../schema/element-types.ts";
import { type AgentFacts, agentElement } from "./party-elements.ts";

/** Answers of a bank or network about payments: pain.002 to a customer, pacs.002 to a bank. */

/** Which message an answer or a request is about. */
export interface OriginalMessage {
  readonly messageId: string;
  /** `pain.001.001.09` and so on; banks also write shorter forms. */
  readonly messageName: string;
  readonly createdAt?: string;
}

/** Which payment of that message. */
export interface OriginalTransaction {
  readonly instructionId?: string;
  readonly endToEndId?: string;
  readonly transactionId?: string;
  readonly uetr?: string;
}

export interface StatusReason {
  /** ExternalStatusReason1Code. */
  readonly code: string;
  /** Text of the bank, each line at most 105 characters. */
  readonly lines?: readonly string[];
}

export interface TransactionStatusFacts {
  readonly statusId?: string;
  readonly original: OriginalTransaction;
  /** ExternalPaymentTransactionStatus1Code, see transaction-statuses.ts. */
  readonly status: string;
  readonly reasons?: readonly StatusReason[];
  readonly acceptedAt?: string;
  /** The bank's own reference. */
  readonly bankReference?: string;
  /** The network's reference: for Fedwire, the IMAD. */
  readonly networkReference?: string;
}

export interface CustomerStatusReport {
  readonly messageId: string;
  readonly createdAt: string;
  readonly original: OriginalMessage;
  /** Of the whole file: `ACCP`, `PART`, `RJCT`. */
  readonly fileStatus?: string;
  readonly fileReasons?: readonly StatusReason[];
  readonly batches: readonly {
    readonly batchId: string;
    readonly status?: string;
    readonly transactions: readonly TransactionStatusFacts[];
  }[];
}

const reasonsOf = (reasons: readonly StatusReason[] | undefined) =>
  reasons?.map(({ code, lines }) => ({ Rsn: { Cd: code }, AddtlInf: lines }));

/** CustomerPaymentStatusReport (pain.002.001.10). */
export function customerStatusReport(report: CustomerStatusReport): NamedMessage<"pain.002.001.10"> {
  const content: MessageContent<"pain.002.001.10"> = {
    GrpHdr: { MsgId: report.messageId, CreDtTm: report.createdAt },
    OrgnlGrpInfAndSts: {
      OrgnlMsgId: report.original.messageId,
      OrgnlMsgNmId: report.original.messageName,
      OrgnlCreDtTm: report.original.createdAt,
      GrpSts: report.fileStatus,
      StsRsnInf: reasonsOf(report.fileReasons),
    },
    OrgnlPmtInfAndSts: report.batches.map(({ batchId, status, transactions }) => ({
      OrgnlPmtInfId: batchId,
      PmtInfSts: status,
      TxInfAndSts: transactions.map(customerStatus),
    })),
  };
  return { name: "pain.002.001.10", content };
}

const customerStatus = (facts: TransactionStatusFacts) => ({
  StsId: facts.statusId,
  OrgnlInstrId: facts.original.instructionId,
  OrgnlEndToEndId: facts.original.endToEndId,
  OrgnlUETR: facts.original.uetr,
  ...statusElements(facts),
});

const statusElements = (facts: TransactionStatusFacts) => ({
  TxSts: facts.status,
  StsRsnInf: reasonsOf(facts.reasons),
  AccptncDtTm: facts.acceptedAt,
  AcctSvcrRef: facts.bankReference,
  ClrSysRef: facts.networkReference,
});

export interface NetworkStatusReport {
  readonly messageId: string;
  readonly createdAt: string;
  readonly original: OriginalMessage;
  readonly transactions: readonly TransactionStatusFacts[];
  readonly instructingAgent?: AgentFacts;
  readonly instructedAgent?: AgentFacts;
}

/** FIToFIPaymentStatusReport (pacs.002.001.10). */
export function networkStatusReport(report: NetworkStatusReport): NamedMessage<"pacs.002.001.10"> {
  const { original } = report;
  const content: MessageContent<"pacs.002.001.10"> = {
    GrpHdr: { MsgId: report.messageId, CreDtTm: report.createdAt },
    TxInfAndSts: report.transactions.map((facts) => ({
      StsId: facts.statusId,
      OrgnlGrpInf: originalGroup(original),
      OrgnlInstrId: facts.original.instructionId,
      OrgnlEndToEndId: facts.original.endToEndId,
      OrgnlTxId: facts.original.transactionId,
      OrgnlUETR: facts.original.uetr,
      ...statusElements(facts),
      InstgAgt: report.instructingAgent && agentElement(report.instructingAgent),
      InstdAgt: report.instructedAgent && agentElement(report.instructedAgent),
    })),
  };
  return { name: "pacs.002.001.10", content };
}

const originalGroup = ({ messageId, messageName, createdAt }: OriginalMessage) => ({
  OrgnlMsgId: messageId,
  OrgnlMsgNmId: messageName,
  OrgnlCreDtTm: createdAt,
});

export interface StatusRequest {
  readonly messageId: string;
  readonly createdAt: string;
  readonly original: OriginalMessage;
  readonly transaction: OriginalTransaction;
  readonly instructingAgent?: AgentFacts;
  readonly instructedAgent?: AgentFacts;
}

/** FIToFIPaymentStatusRequest (pacs.028.001.03): what happened to a payment that nobody answered. */
export function statusRequest(request: StatusRequest): NamedMessage<"pacs.028.001.03"> {
  const { transaction } = request;
  const content: MessageContent<"pacs.028.001.03"> = {
    GrpHdr: { MsgId: request.messageId, CreDtTm: request.createdAt },
    TxInf: [
      {
        StsReqId: request.messageId,
        OrgnlGrpInf: originalGroup(request.original),
        OrgnlInstrId: transaction.instructionId,
        OrgnlEndToEndId: transaction.endToEndId,
        OrgnlTxId: transaction.transactionId,
        OrgnlUETR: transaction.uetr,
        InstgAgt: request.instructingAgent && agentElement(request.instructingAgent),
        InstdAgt: request.instructedAgent && agentElement(request.instructedAgent),
      },
    ],
  };
  return { name: "pacs.028.001.03", content };
}

export interface PaymentReturnFacts {
  readonly messageId: string;
  readonly createdAt: string;
  readonly clearingSystem?: string;
  readonly returnId: string;
  readonly original: OriginalMessage;
  readonly transaction: OriginalTransaction;
  readonly originalAmount: CurrencyAmount;
  /** Less than the original if charges were taken. */
  readonly returnedAmount: CurrencyAmount;
  readonly settlementDate: string;
  /** ExternalReturnReason1Code. */
  readonly reason: StatusReason;
  readonly networkReference?: string;
  readonly instructingAgent?: AgentFacts;
  readonly instructedAgent?: AgentFacts;
}

/** PaymentReturn (pacs.004.001.10): the money of one settled payment comes back. */
export function paymentReturn(facts: PaymentReturnFacts): NamedMessage<"pacs.004.001.10"> {
  const { transaction, clearingSystem } = facts;
  const content: MessageContent<"pacs.004.001.10"> = {
    GrpHdr: {
      MsgId: facts.messageId,
      CreDtTm: facts.createdAt,
      NbOfTxs: "1",
      SttlmInf:
        clearingSystem === undefined ? { SttlmMtd: "INDA" } : { SttlmMtd: "CLRG", ClrSys: { Cd: clearingSystem } },
    },
    TxInf: [
      {
        RtrId: facts.returnId,
        OrgnlGrpInf: originalGroup(facts.original),
        OrgnlInstrId: transaction.instructionId,
        OrgnlEndToEndId: transaction.endToEndId,
        OrgnlTxId: transaction.transactionId,
        OrgnlUETR: transaction.uetr,
        OrgnlIntrBkSttlmAmt: facts.originalAmount,
        RtrdIntrBkSttlmAmt: facts.returnedAmount,
        IntrBkSttlmDt: facts.settlementDate,
        ClrSysRef: facts.networkReference,
        InstgAgt: facts.instructingAgent && agentElement(facts.instructingAgent),
        InstdAgt: facts.instructedAgent && agentElement(facts.instructedAgent),
        RtrRsnInf: [{ Rsn: { Cd: facts.reason.code }, AddtlInf: facts.reason.lines }],
      },
    ],
  };
  return { name: "pacs.004.001.10", content };
}
