import type { ToleranceUse } from "../../text/tolerance-uses.ts";
import type { OriginalTransaction } from "../builders/status-reports.ts";
import { findTransactionStatus } from "../codes/transaction-statuses.ts";
import { type FileChunks, turns } from "../documents/read-stream.ts";
import { defined } from "../readings/account-entries.ts";
import type { AnswerReason, PaymentAnswer } from "../readings/payment-answers.ts";
import { Iso20022Error, type MessageProblem } from "../schema/problems.ts";
import { type IsoTolerance, newIsoTolerances, type ReceivedOptions } from "./iso-tolerances.ts";
import { type NodeValues, nodeValues } from "./node-values.ts";
import { readNodes, type XmlNode } from "./read-nodes.ts";

/** pain.002 and pacs.002 of all versions since 02, as banks send them. Only what is interpreted here is read and checked. */
export interface StatusReport {
  /** `pain.002.001.03`; empty if its namespace does not say. */
  readonly name: string;
  readonly kind: "customer" | "network";
  readonly messageId: string;
  /** Of the first message that it is about. */
  readonly originalMessageId?: string;
  /** From the file down to each payment. */
  readonly answers: readonly PaymentAnswer[];
  /** Answers that cannot be read, each with its place: a person has to look at them. */
  readonly problems: readonly StatusProblem[];
  readonly tolerated: readonly ToleranceUse<IsoTolerance>[];
}

export interface StatusProblem {
  readonly line: number;
  readonly about: PaymentAnswer["about"];
  readonly original: OriginalTransaction;
  readonly problems: readonly MessageProblem[];
}

const MESSAGES: Readonly<Record<string, StatusReport["kind"]>> = {
  CstmrPmtStsRpt: "customer",
  FIToFIPmtStsRpt: "network",
};

const KNOWN: ReadonlySet<string> = new Set(
  `GrpHdr MsgId OrgnlGrpInfAndSts OrgnlGrpInf OrgnlMsgId GrpSts OrgnlPmtInfAndSts OrgnlPmtInfId PmtInfSts TxInfAndSts
  OrgnlInstrId OrgnlEndToEndId OrgnlTxId OrgnlUETR TxSts StsRsnInf Rsn Cd Prtry AddtlInf AccptncDtTm AcctSvcrRef
  ClrSysRef`.split(/\s+/),
);

/** A report about every payment of a large file. */
const BYTES_MAX = 64 * 1024 * 1024;

/** Reads a status report. Throws Iso20022Error if it is not one, is not well-formed, or does not say what it is about. */
export async function readStatusReport(chunks: FileChunks, options: ReceivedOptions = {}): Promise<StatusReport> {
  const tolerances = newIsoTolerances(options);
  const reading = readNodes(
    {
      isMessage: (element) => Object.hasOwn(MESSAGES, element),
      isKnown: (element) => KNOWN.has(element),
      keepsAll: () => false,
      isHandedOver: () => false,
      take: () => {},
    },
    tolerances,
    options.bytesMax ?? BYTES_MAX,
  );
  for await (const chunk of turns(chunks)) reading.write(chunk);
  const { document, root } = reading.close();
  const values = nodeValues(tolerances, document.element);
  const kind = MESSAGES[document.element] ?? "customer";
  const messageId = values.text(root, "GrpHdr", "MsgId");
  const groups = values.all(root, "OrgnlGrpInfAndSts");
  const [originalMessageId] = groups.map((group) => values.text(group, "OrgnlMsgId"));
  if (messageId === undefined) values.object({ node: root, name: "GrpHdr" }, "must have a MsgId");
  if (kind === "customer" && originalMessageId === undefined)
    values.object({ node: root, name: "OrgnlGrpInfAndSts" }, "must name the original message");
  if (values.problems.length > 0) throw new Iso20022Error(values.problems);
  const found = [
    ...groups.map((group) =>
      answerIn(group, {
        about: "file",
        origin: { originalMessageId: values.text(group, "OrgnlMsgId") },
        values: own(),
      }),
    ),
    ...values.all(root, "OrgnlPmtInfAndSts").flatMap((batch) => batchAnswers(batch, { originalMessageId, own })),
    ...values.all(root, "TxInfAndSts").map((transaction) => {
      const origin = { originalMessageId: values.text(transaction, "OrgnlGrpInf", "OrgnlMsgId") ?? originalMessageId };
      return answerIn(transaction, { about: "payment", origin, values: own() });
    }),
  ];
  const report = {
    name: document.name,
    kind,
    messageId: messageId ?? "",
    originalMessageId,
    answers: found.flatMap(({ answer }) => answer ?? []),
    problems: found.flatMap(({ problem }) => problem ?? []),
    tolerated: tolerances.list(),
  };
  return defined(report);

  function own(): NodeValues {
    return nodeValues(tolerances, document.element);
  }
}

interface Found {
  readonly answer?: PaymentAnswer;
  readonly problem?: StatusProblem;
}

interface Origin {
  readonly originalMessageId: string | undefined;
  readonly originalBatchId?: string | undefined;
}

function batchAnswers(
  batch: XmlNode,
  { originalMessageId, own }: { readonly originalMessageId: string | undefined; readonly own: () => NodeValues },
): readonly Found[] {
  const values = own();
  const origin = { originalMessageId, originalBatchId: values.text(batch, "OrgnlPmtInfId") };
  return [
    answerIn(batch, { about: "batch", origin, values }),
    ...values
      .all(batch, "TxInfAndSts")
      .map((transaction) => answerIn(transaction, { about: "payment", origin, values: own() })),
  ];
}

const STATUS = { file: "GrpSts", batch: "PmtInfSts", payment: "TxSts" } as const;

/** Nothing if a file or a batch says nothing of its own. */
function answerIn(
  node: XmlNode,
  {
    about,
    origin,
    values,
  }: { readonly about: PaymentAnswer["about"]; readonly origin: Origin; readonly values: NodeValues },
): Found {
  const status = values.code(node, STATUS[about]);
  const reasons = values.all(node, "StsRsnInf").map((reason) => reasonIn(reason, values));
  const original = about === "payment" ? originalIn(node, values) : {};
  const answer: PaymentAnswer = defined({
    about,
    ...origin,
    original,
    status,
    outcome: status === undefined ? undefined : findTransactionStatus(status)?.outcome,
    reasons,
    acceptedAt: about === "payment" ? values.text(node, "AccptncDtTm") : undefined,
    bankReference: about === "payment" ? values.text(node, "AcctSvcrRef") : undefined,
    networkReference: about === "payment" ? values.text(node, "ClrSysRef") : undefined,
  });
  if (values.problems.length > 0)
    return { problem: { line: node.line, about, original, problems: values.problems.splice(0) } };
  if (about !== "payment" && status === undefined && reasons.length === 0) return {};
  return { answer };
}

/** Where the bank gave only text, the code is `NARR`, as ISO 20022 has it for that case. */
const reasonIn = (node: XmlNode, values: NodeValues): AnswerReason => ({
  code: values.code(node, "Rsn", "Cd") ?? values.text(node, "Rsn", "Prtry") ?? "NARR",
  lines: values
    .all(node, "AddtlInf")
    .map((line) => values.text(line))
    .filter((line) => line !== undefined),
});

const originalIn = (node: XmlNode, values: NodeValues): OriginalTransaction =>
  defined({
    instructionId: values.text(node, "OrgnlInstrId"),
    endToEndId: values.text(node, "OrgnlEndToEndId"),
    transactionId: values.text(node, "OrgnlTxId"),
    uetr: values.text(node, "OrgnlUETR")?.toLowerCase(),
  });
