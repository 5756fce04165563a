import {
  describeProblem,
  findTransactionStatus,
  Iso20022Error,
  isoTolerances,
  type PaymentAnswer,
  readStatusReport,
  type StatusProblem,
} from "bursar-bank-formats/iso20022";
import { type FileItem, type Tolerates, toleratedAmong } from "#bank/exchange";
import { quarantine } from "./quarantined-file.ts";

/** About every payment of a large file, one by one. */
const BYTES_MAX = 64 * 1024 * 1024;

/** Reads a status report as the connection's bank sends it. Throws QuarantinedFile if it is not valid. */
export const readReport = (
  content: AsyncIterable<Uint8Array>,
  { format = "pain.002", tolerates }: { readonly format?: string; readonly tolerates: Tolerates | undefined },
) =>
  readStatusReport(content, { bytesMax: BYTES_MAX, tolerant: toleratedAmong(isoTolerances, tolerates) }).catch(
    (error: unknown) => {
      if (error instanceof Iso20022Error) return quarantine(`It is not a valid ${format}. ${error.message}`);
      throw error;
    },
  );

/** Of the statuses that mean neither acceptance nor rejection, those that a bank sends before it has checked a file. */
const RECEIVED = new Set(["RCVD", "PDNG", "PRES"]);

/** What a bank says about a whole file. Throws QuarantinedFile if that is neither acceptance nor rejection. */
export function verdictOf({ status = "", outcome }: PaymentAnswer): "received" | "accepted" | "rejected" | "settled" {
  if (RECEIVED.has(status)) return "received";
  if (outcome === "rejected" || outcome === "settled") return outcome;
  if (outcome === undefined)
    return quarantine(
      `Its status ${status} (${findTransactionStatus(status)?.title ?? "unknown"}) neither accepts nor rejects the file.`,
    );
  return "accepted";
}

/** What is kept of an answer in a status report that cannot be read. */
export function itemOfProblem({ line, about, original, problems }: StatusProblem): FileItem {
  const reference = original.endToEndId ?? original.uetr ?? original.instructionId ?? original.transactionId;
  const [problem] = problems;
  return {
    kind: "unreadable",
    place: `Line ${line}`,
    position: line,
    reason: `What it says about a ${about} cannot be read${problem === undefined ? "" : `: ${describeProblem(problem)}`}`,
    identity: ["status", about, reference ?? "", String(line)],
    reference,
  };
}
