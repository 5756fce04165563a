/** What is wrong with an audit log, and where. */
export type AuditProblem =
  /** The seal's code does not match: the seal or, for rows from before numbering, a row under it was changed. */
  | { readonly kind: "sealDoesNotFit"; readonly sealNumber: bigint }
  | { readonly kind: "sealMissing"; readonly sealNumber: bigint }
  | { readonly kind: "rowMissing"; readonly auditId: string; readonly sealNumber?: bigint }
  /** The row, or the payment that it records, is not what the service wrote. */
  | { readonly kind: "rowDoesNotFit"; readonly auditId: string }
  /** A row without a number after numbering began: the service did not write it. */
  | { readonly kind: "rowNotNumbered"; readonly auditId: string }
  /** A row without a seal or an outbox row: it was inserted, or its seal was deleted. */
  | { readonly kind: "rowNotSealed"; readonly auditId: string }
  /** A stream's numbers are not consecutive: rows are missing in between, or were moved. */
  | {
      readonly kind: "numberMissing";
      readonly streamId: string;
      readonly expected: bigint;
      readonly found: bigint;
    }
  /** Numbers were assigned, but their rows are missing. */
  | { readonly kind: "streamCut"; readonly streamId: string; readonly number: bigint }
  | { readonly kind: "streamEndDoesNotFit"; readonly streamId: string }
  | { readonly kind: "headMissing" }
  /** The head was changed, or does not name the last seal or the number of rows. */
  | { readonly kind: "headDoesNotFit" }
  /** The chain was reset to an earlier state: it lacks the seal that the anchors file names. */
  | { readonly kind: "anchorDoesNotFit"; readonly sealNumber: bigint }
  /** Rows wait too long for their seal: the sealer is stopped, or something holds a lock it needs. */
  | { readonly kind: "sealingOverdue"; readonly streamId: string }
  /** A payment without an audit row: the service did not create it, or its audit row was deleted. */
  | { readonly kind: "paymentNotAudited"; readonly transactionId: string }
  /** The watch could not read the log: a lock blocks it, or a table was changed. */
  | { readonly kind: "checkFailed" };

/** The problem as a sentence, for operators. */
export function sentenceOf(problem: AuditProblem): string {
  switch (problem.kind) {
    case "sealDoesNotFit":
      return `seal ${problem.sealNumber}: the seal or a row it covers was changed`;
    case "sealMissing":
      return `seal ${problem.sealNumber} is missing`;
    case "rowMissing":
      return `row ${problem.auditId} is missing`;
    case "rowDoesNotFit":
      return `row ${problem.auditId}, or the payment it records, was changed or inserted`;
    case "rowNotNumbered":
      return `row ${problem.auditId} has no number: it was inserted, or its number was removed`;
    case "rowNotSealed":
      return `row ${problem.auditId} was inserted, or its seal was deleted`;
    case "numberMissing":
      return `stream ${problem.streamId}: found number ${problem.found}, expected ${problem.expected}`;
    case "streamCut":
      return `stream ${problem.streamId}: rows up to number ${problem.number} were written and are missing`;
    case "streamEndDoesNotFit":
      return `stream ${problem.streamId}: the record of how far it is sealed was changed`;
    case "headMissing":
      return "the head of the chain is missing";
    case "headDoesNotFit":
      return "the head of the chain does not name its end: rows were cut off, or the head was changed";
    case "anchorDoesNotFit":
      return `the chain was reset to an earlier state: it lacks seal ${problem.sealNumber}, which is recorded in the data folder`;
    case "sealingOverdue":
      return `stream ${problem.streamId}: rows wait too long for their seal; check the workers and locks in the database`;
    case "paymentNotAudited":
      return `payment ${problem.transactionId} has no audit row`;
    case "checkFailed":
      return "the audit log cannot be checked: see the service's log, and locks in the database";
  }
}
