/** What is wrong with an audit log, and where. */
export type AuditProblem =
  /** The seal's code does not match: the seal or, for rows from before numbering, a row it covers was changed. */
  | { readonly kind: "sealDoesNotFit"; readonly sealNumber: bigint }
  | { readonly kind: "sealMissing"; readonly sealNumber: bigint }
  | { readonly kind: "rowMissing"; readonly auditId: string; readonly sealNumber?: bigint }
  /** The row, or the payment it records, is not what the service wrote. */
  | { readonly kind: "rowDoesNotFit"; readonly auditId: string }
  /** A row without a number after numbering began: the service did not write it. */
  | { readonly kind: "rowNotNumbered"; readonly auditId: string }
  /** A row that no seal covers and no outbox row names: it was inserted, or its seal was deleted. */
  | { readonly kind: "rowNotSealed"; readonly auditId: string }
  /** A stream's numbers do not follow one another: rows are missing in between, or were moved. */
  | {
      readonly kind: "numberMissing";
      readonly streamId: string;
      readonly expected: bigint;
      readonly found: bigint;
    }
  /** Numbers were given out, and their rows are not there. */
  | { readonly kind: "streamCut"; readonly streamId: string; readonly number: bigint }
  | { readonly kind: "streamEndDoesNotFit"; readonly streamId: string }
  | { readonly kind: "headMissing" }
  /** The head was changed, or does not name the last seal or the number of rows. */
  | { readonly kind: "headDoesNotFit" }
  /** The chain was reset to an earlier state: it lacks the seal that the anchors file names. */
  | { readonly kind: "anchorDoesNotFit"; readonly sealNumber: bigint }
  /** Rows wait too long for their seal: the sealer is stopped, or something holds a lock it needs. */
  | { readonly kind: "sealingOverdue"; readonly streamId: string }
  /** A payment without an audit row: the service did not make it, or its audit row was deleted. */
  | { readonly kind: "paymentNotAudited"; readonly transactionId: string }
  /** The watch itself could not read the log: something holds a lock, or a table was changed. */
  | { readonly kind: "checkFailed" };

/** The problem in words, for operators. */
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
      return `stream ${problem.streamId}: number ${problem.found} where ${problem.expected} should be`;
    case "streamCut":
      return `stream ${problem.streamId}: rows up to number ${problem.number} were written and are missing`;
    case "streamEndDoesNotFit":
      return `stream ${problem.streamId}: the record of how far it is sealed was changed`;
    case "headMissing":
      return "the head of the chain is missing";
    case "headDoesNotFit":
      return "the head of the chain does not name its end: rows were cut off, or the head was changed";
    case "anchorDoesNotFit":
      return `the chain was reset to an earlier state: seal ${problem.sealNumber}, noted in the data folder, is not in it`;
    case "sealingOverdue":
      return `stream ${problem.streamId}: rows wait too long for their seal; check the workers and locks in the database`;
    case "paymentNotAudited":
      return `payment ${problem.transactionId} has no audit row`;
    case "checkFailed":
      return "the audit log cannot be checked: look at the log of the service, and at locks in the database";
  }
}
