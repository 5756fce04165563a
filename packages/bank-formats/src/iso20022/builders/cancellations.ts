import type { MessageContent, NamedMessage } from "../messages/message-tables.ts";
import type { CurrencyAmount } from "../schema/element-types.ts";
import { type AgentFacts, agentElement } from "./party-elements.ts";
import type { OriginalMessage, OriginalTransaction, StatusReason } from "./status-reports.ts";

/** A request to cancel or return a payment (camt.056), and its answer (camt.029). */
export interface CancellationRequest {
  /** Identifies the request; the answer repeats it. */
  readonly assignmentId: string;
  readonly createdAt: string;
  readonly assigner: AgentFacts;
  readonly assignee: AgentFacts;
  readonly original: OriginalMessage;
  readonly transaction: OriginalTransaction;
  readonly amount: CurrencyAmount;
  readonly settlementDate?: string;
  /** ExternalCancellationReason1Code: `DUPL`, `FRAD`, `CUST`, … */
  readonly reason: StatusReason;
}

const assignmentOf = ({ assignmentId, createdAt, assigner, assignee }: AssignmentFacts) => ({
  Id: assignmentId,
  Assgnr: { Agt: agentElement(assigner) },
  Assgne: { Agt: agentElement(assignee) },
  CreDtTm: createdAt,
});

type AssignmentFacts = Pick<CancellationRequest, "assignmentId" | "createdAt" | "assigner" | "assignee">;

const originalOf = ({ messageId, messageName, createdAt }: OriginalMessage) => ({
  OrgnlMsgId: messageId,
  OrgnlMsgNmId: messageName,
  OrgnlCreDtTm: createdAt,
});

/** FIToFIPaymentCancellationRequest (camt.056.001.08) for one payment. */
export function cancellationRequest(request: CancellationRequest): NamedMessage<"camt.056.001.08"> {
  const { transaction, reason } = request;
  const content: MessageContent<"camt.056.001.08"> = {
    Assgnmt: assignmentOf(request),
    Case: { Id: request.assignmentId, Cretr: { Agt: agentElement(request.assigner) } },
    CtrlData: { NbOfTxs: "1" },
    Undrlyg: [
      {
        TxInf: [
          {
            CxlId: request.assignmentId,
            OrgnlGrpInf: originalOf(request.original),
            OrgnlInstrId: transaction.instructionId,
            OrgnlEndToEndId: transaction.endToEndId,
            OrgnlTxId: transaction.transactionId,
            OrgnlUETR: transaction.uetr,
            OrgnlIntrBkSttlmAmt: request.amount,
            OrgnlIntrBkSttlmDt: request.settlementDate,
            CxlRsnInf: [{ Rsn: { Cd: reason.code }, AddtlInf: reason.lines }],
          },
        ],
      },
    ],
  };
  return { name: "camt.056.001.08", content };
}

export interface CancellationAnswer extends AssignmentFacts {
  /** The `assignmentId` of the request, and who made it. */
  readonly caseId: string;
  readonly caseCreator: AgentFacts;
  /** `CNCL` cancelled, `RJCR` rejected, `PDCR` pending. */
  readonly confirmation: string;
  readonly original: OriginalMessage;
  readonly transaction: OriginalTransaction;
  /** Why it was rejected or is pending: ExternalPaymentCancellationRejection1Code. */
  readonly reason?: StatusReason;
}

/** ResolutionOfInvestigation (camt.029.001.09): the answer to a request for one payment. */
export function cancellationAnswer(answer: CancellationAnswer): NamedMessage<"camt.029.001.09"> {
  const { transaction, reason } = answer;
  const resolved = { Id: answer.caseId, Cretr: { Agt: agentElement(answer.caseCreator) } };
  const content: MessageContent<"camt.029.001.09"> = {
    Assgnmt: assignmentOf(answer),
    RslvdCase: resolved,
    Sts: { Conf: answer.confirmation },
    CxlDtls: [
      {
        TxInfAndSts: [
          {
            CxlStsId: answer.assignmentId,
            RslvdCase: resolved,
            OrgnlGrpInf: originalOf(answer.original),
            OrgnlInstrId: transaction.instructionId,
            OrgnlEndToEndId: transaction.endToEndId,
            OrgnlTxId: transaction.transactionId,
            OrgnlUETR: transaction.uetr,
            CxlStsRsnInf: reason === undefined ? undefined : [{ Rsn: { Cd: reason.code }, AddtlInf: reason.lines }],
          },
        ],
      },
    ],
  };
  return { name: "camt.029.001.09", content };
}
