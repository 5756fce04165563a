import {
  type CustomerRail,
  customerTransferProblems,
  describeProblem,
  type MessageContent,
  type MessageProblem,
  type NamedMessage,
  type OriginalMessage,
} from "bursar-bank-formats/iso20022";
import { type FileStatusEvent, fileStatus, statusOfParts } from "../state/bank-event.ts";
import { type BankDecision, type CustomerFile, checkedAt, reasonOf, rejectedFile } from "./bank-decision.ts";
import { shownFileName } from "./file-name.ts";
import { type JudgedTransfers, judgeTransfers } from "./judge-transfers.ts";
import { readCustomerMessage } from "./read-customer-message.ts";
import { instructionsOfV03, instructionsOfV09, isInstant, type TransferInstruction } from "./transfer-instruction.ts";

const FORMAT = "pain.001";
/** Read in memory at once; a file of this size has some 30,000 payments. */
const BYTES_MAX = 64 * 1024 * 1024;

type Initiation = NamedMessage<"pain.001.001.09"> | NamedMessage<"pain.001.001.03">;

/** A customer's payments (pain.001 of either version): acknowledged and answered with pain.002. */
export function receiveTransfers(file: CustomerFile): BankDecision {
  const read = readCustomerMessage(file.content, ["pain.001.001.09", "pain.001.001.03"], { bytesMax: BYTES_MAX });
  if ("problems" in read) {
    const original: OriginalMessage = { messageId: shownFileName(file.name), messageName: FORMAT };
    return rejectedFile(file, { format: FORMAT, original, reasons: [reasonOf("FF01", ...read.problems)] });
  }
  const { name, content } = read.message;
  const { MsgId: messageId, CreDtTm: createdAt } = content.GrpHdr;
  const original: OriginalMessage = { messageId, messageName: name, createdAt };
  const key = `message:${messageId}`;
  if (file.books.keys.has(key))
    return rejectedFile(file, {
      format: FORMAT,
      original,
      reasons: [reasonOf("DU01", "The message identification was used before")],
    });
  const { instructions, problemsAt } = instructionsOf(read.message);
  const judged = judgeTransfers(file, {
    instructions,
    original,
    problemsAt,
    channel: "pain.002",
    clearingSystem: undefined,
  });
  return {
    format: FORMAT,
    keys: [key, ...judged.keys],
    payments: judged.payments,
    events: [...acknowledgment(file, original, { judged, instructions }), ...judged.events],
    cancelled: [],
  };
}

interface Instructions {
  readonly instructions: readonly TransferInstruction[];
  readonly problemsAt: (index: number) => readonly string[];
}

/** The payments with what the rules of their rail say about them. Version 03 has no rules beyond its table. */
function instructionsOf(message: Initiation): Instructions {
  if (message.name === "pain.001.001.03")
    return { instructions: message.content.PmtInf.flatMap((batch) => instructionsOfV03(batch)), problemsAt: () => [] };
  const { content } = message;
  const found = content.PmtInf.map((batch) => {
    const instructions = instructionsOfV09(batch);
    return { instructions, problems: railProblems(content, batch, instructions) };
  });
  const problems = found.flatMap((batch) => batch.problems);
  return { instructions: found.flatMap((batch) => batch.instructions), problemsAt: (index) => problems[index] ?? [] };
}

type Content = MessageContent<"pain.001.001.09">;

/** For each payment of a batch: the problems of the batch, and its own. */
function railProblems(
  content: Content,
  batch: Content["PmtInf"][number],
  instructions: readonly TransferInstruction[],
): readonly (readonly string[])[] {
  const rails = instructions.map(({ method }) => railOf(method));
  const byRail = new Map<CustomerRail, readonly MessageProblem[]>();
  for (const rail of new Set(rails))
    if (rail !== undefined) byRail.set(rail, customerTransferProblems(rail, { ...content, PmtInf: [batch] }));
  const transferOf = ({ path }: MessageProblem): number | undefined => {
    const [, digits] = /\/CdtTrfTxInf\[([0-9]{1,9})\]/.exec(path) ?? [];
    return digits === undefined ? undefined : Number(digits) - 1;
  };
  const grouped = new Map<CustomerRail, Map<number | undefined, string[]>>();
  for (const [rail, problems] of byRail) {
    const ofRail = new Map<number | undefined, string[]>();
    for (const problem of problems) {
      const index = transferOf(problem);
      ofRail.set(index, [...(ofRail.get(index) ?? []), describeProblem(problem)]);
    }
    grouped.set(rail, ofRail);
  }
  return rails.map((rail, index) => {
    const ofRail = rail === undefined ? undefined : grouped.get(rail);
    return [...(ofRail?.get(undefined) ?? []), ...(ofRail?.get(index) ?? [])];
  });
}

const railOf = (method: TransferInstruction["method"]): CustomerRail | undefined =>
  isInstant(method) ? "realTime" : method;

/** None if the bank answers nothing in the file. */
function acknowledgment(
  { receivedAt }: CustomerFile,
  original: OriginalMessage,
  { judged, instructions }: { readonly judged: JudgedTransfers; readonly instructions: readonly TransferInstruction[] },
): readonly FileStatusEvent[] {
  const total = instructions.length;
  if (judged.silent === total) return [];
  const status = statusOfParts({ rejected: judged.rejected, total });
  const isRealTime = instructions.every(({ method }) => isInstant(method));
  return [fileStatus(original, status, checkedAt(receivedAt, { isRealTime }))];
}
