import { describeProblem, type StatusProblem } from "bursar-bank-formats/iso20022";
import type { FileItem } from "#bank/exchange";

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
