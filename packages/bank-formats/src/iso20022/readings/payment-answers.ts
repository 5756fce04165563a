import type { OriginalTransaction } from "../builders/status-reports.ts";
import {
  findCancellationAnswer,
  findTransactionStatus,
  type IsoTransactionStatus,
} from "../codes/transaction-statuses.ts";
import type { MessageContent, NamedMessage } from "../messages/message-tables.ts";
import type { CurrencyAmount } from "../schema/element-types.ts";

/** What answers of banks and networks say about single payments, in the same form for all messages. */

export interface AnswerReason {
  /** A code of ISO 20022, or the bank's own. */
  readonly code: string;
  readonly lines: readonly string[];
}

export interface PaymentAnswer {
  /** The whole file, one of its batches, or one payment. */
  readonly about: "file" | "batch" | "payment";
  readonly originalMessageId?: string;
  readonly originalBatchId?: string;
  readonly original: OriginalTransaction;
  /** As the bank wrote it; absent in answers that give only reasons. */
  readonly status?: string;
  /** The meaning of `status`; absent for codes this library does not know. */
  readonly outcome?: IsoTransactionStatus["outcome"];
  readonly reasons: readonly AnswerReason[];
  readonly acceptedAt?: string;
  readonly bankReference?: string;
  /** For Fedwire, the IMAD or OMAD. */
  readonly networkReference?: string;
}

type CustomerReport = MessageContent<"pain.002.001.10">;
type NetworkReport = MessageContent<"pacs.002.001.10">;
interface ReasonElement {
  readonly Rsn?: { readonly Cd?: string | undefined; readonly Prtry?: string | undefined } | undefined;
  readonly AddtlInf?: readonly string[] | undefined;
}

/** The answers in a status report, from the file down to each payment. */
export function paymentAnswers(
  message: NamedMessage<"pain.002.001.10"> | NamedMessage<"pacs.002.001.10">,
): readonly PaymentAnswer[] {
  return message.name === "pain.002.001.10" ? customerAnswers(message.content) : networkAnswers(message.content);
}

function customerAnswers({ OrgnlGrpInfAndSts: group, OrgnlPmtInfAndSts: batches = [] }: CustomerReport) {
  const originalMessageId = group.OrgnlMsgId;
  const ofFile = answer("file", { originalMessageId }, { status: group.GrpSts, reasons: group.StsRsnInf });
  const others = batches.flatMap((batch) => {
    const batchId = { originalMessageId, originalBatchId: batch.OrgnlPmtInfId };
    const ofBatch = answer("batch", batchId, { status: batch.PmtInfSts, reasons: batch.StsRsnInf });
    const ofPayments = (batch.TxInfAndSts ?? []).map((transaction) => ({
      ...answer("payment", batchId, { status: transaction.TxSts, reasons: transaction.StsRsnInf }),
      ...detailsOf(transaction),
    }));
    return [...(isSilent(ofBatch) ? [] : [ofBatch]), ...ofPayments];
  });
  return [...(isSilent(ofFile) ? [] : [ofFile]), ...others];
}

function networkAnswers({ OrgnlGrpInfAndSts: groups = [], TxInfAndSts: transactions = [] }: NetworkReport) {
  const ofFiles = groups.map((group) =>
    answer("file", { originalMessageId: group.OrgnlMsgId }, { status: group.GrpSts, reasons: group.StsRsnInf }),
  );
  const ofPayments = transactions.map((transaction) => {
    const originalMessageId = transaction.OrgnlGrpInf?.OrgnlMsgId ?? groups[0]?.OrgnlMsgId;
    return {
      ...answer("payment", { originalMessageId }, { status: transaction.TxSts, reasons: transaction.StsRsnInf }),
      ...detailsOf(transaction),
    };
  });
  return [...ofFiles.filter((found) => !isSilent(found)), ...ofPayments];
}

const isSilent = ({ status, reasons }: PaymentAnswer): boolean => status === undefined && reasons.length === 0;

interface Origin {
  readonly originalMessageId?: string | undefined;
  readonly originalBatchId?: string | undefined;
}

function answer(
  about: PaymentAnswer["about"],
  { originalMessageId, originalBatchId }: Origin,
  { status, reasons }: { readonly status: string | undefined; readonly reasons: readonly ReasonElement[] | undefined },
): PaymentAnswer {
  const outcome = status === undefined ? undefined : findTransactionStatus(status)?.outcome;
  return {
    about,
    original: {},
    reasons: reasonsIn(reasons),
    ...(originalMessageId === undefined ? {} : { originalMessageId }),
    ...(originalBatchId === undefined ? {} : { originalBatchId }),
    ...(status === undefined ? {} : { status }),
    ...(outcome === undefined ? {} : { outcome }),
  };
}

/** Where the bank gave only text, the code is `NARR`, as ISO 20022 has it for that case. */
const reasonsIn = (reasons: readonly ReasonElement[] = []): readonly AnswerReason[] =>
  reasons.map(({ Rsn: reason, AddtlInf: lines = [] }) => ({ code: reason?.Cd ?? reason?.Prtry ?? "NARR", lines }));

interface Details extends Originals {
  readonly AccptncDtTm?: string | undefined;
  readonly AcctSvcrRef?: string | undefined;
  readonly ClrSysRef?: string | undefined;
}

interface Originals {
  readonly OrgnlInstrId?: string | undefined;
  readonly OrgnlEndToEndId?: string | undefined;
  readonly OrgnlTxId?: string | undefined;
  readonly OrgnlUETR?: string | undefined;
}

const detailsOf = (transaction: Details) => ({
  original: originalIn(transaction),
  ...(transaction.AccptncDtTm === undefined ? {} : { acceptedAt: transaction.AccptncDtTm }),
  ...(transaction.AcctSvcrRef === undefined ? {} : { bankReference: transaction.AcctSvcrRef }),
  ...(transaction.ClrSysRef === undefined ? {} : { networkReference: transaction.ClrSysRef }),
});

const originalIn = (transaction: Originals): OriginalTransaction => ({
  ...(transaction.OrgnlInstrId === undefined ? {} : { instructionId: transaction.OrgnlInstrId }),
  ...(transaction.OrgnlEndToEndId === undefined ? {} : { endToEndId: transaction.OrgnlEndToEndId }),
  ...(transaction.OrgnlTxId === undefined ? {} : { transactionId: transaction.OrgnlTxId }),
  ...(transaction.OrgnlUETR === undefined ? {} : { uetr: transaction.OrgnlUETR }),
});

/** Money that came back (pacs.004). */
export interface ReturnedPayment {
  readonly returnId?: string;
  readonly original: OriginalTransaction;
  readonly originalMessageId?: string;
  readonly returnedAmount: CurrencyAmount;
  readonly settlementDate?: string;
  readonly reasons: readonly AnswerReason[];
}

/** The returned payments of a message, each with its reason. */
export const returnedPayments = ({ content }: NamedMessage<"pacs.004.001.10">): readonly ReturnedPayment[] =>
  (content.TxInf ?? []).map((transaction) => {
    const originalMessageId = transaction.OrgnlGrpInf?.OrgnlMsgId ?? content.OrgnlGrpInf?.OrgnlMsgId;
    const settlementDate = transaction.IntrBkSttlmDt ?? content.GrpHdr.IntrBkSttlmDt;
    return {
      original: originalIn(transaction),
      returnedAmount: transaction.RtrdIntrBkSttlmAmt,
      reasons: reasonsIn(transaction.RtrRsnInf),
      ...(transaction.RtrId === undefined ? {} : { returnId: transaction.RtrId }),
      ...(originalMessageId === undefined ? {} : { originalMessageId }),
      ...(settlementDate === undefined ? {} : { settlementDate }),
    };
  });

/** What happened to a request for cancellation (camt.029). */
export interface CancellationOutcome {
  /** Absent if the answer is about something else, or if its code is unknown: a person has to read it. */
  readonly outcome?: "cancelled" | "rejected" | "pending";
  /** The request's own identification, if the answer names it. */
  readonly caseId?: string;
  readonly original: OriginalTransaction;
  readonly reasons: readonly AnswerReason[];
}

/** The outcome for each payment that the answer names, or one for the whole request. */
export function cancellationOutcomes({ content }: NamedMessage<"camt.029.001.09">): readonly CancellationOutcome[] {
  const code = content.Sts.Conf;
  const outcome = code === undefined ? undefined : findCancellationAnswer(code);
  const shared = outcome === undefined ? {} : { outcome };
  const caseOf = (id: string | undefined) => (id === undefined ? {} : { caseId: id });
  const details = (content.CxlDtls ?? []).flatMap(({ TxInfAndSts: transactions = [] }) => transactions);
  if (details.length === 0) return [{ ...shared, ...caseOf(content.RslvdCase?.Id), original: {}, reasons: [] }];
  return details.map((transaction) => ({
    ...shared,
    ...caseOf(transaction.RslvdCase?.Id ?? content.RslvdCase?.Id),
    original: originalIn(transaction),
    reasons: reasonsIn(transaction.CxlStsRsnInf),
  }));
}
