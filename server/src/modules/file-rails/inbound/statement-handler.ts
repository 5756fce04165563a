import {
  type EntryTotals,
  Iso20022Error,
  noEntries,
  type ReportedStatement,
  readStatementParts,
  statementProblems,
  withEntry,
} from "../../../formats/iso20022/index.ts";
import type { ArrivedFile, IncomingHandler, Quarantine } from "../../bank-files/index.ts";

/**
 * Account reports of banks: camt.052, camt.053, and camt.054. They are checked and kept, and their entries are counted;
 * nothing in them changes a payment, because every payment is answered by its own file.
 */
export const statementHandler: IncomingHandler = {
  formats: ["camt.052", "camt.053", "camt.054"],
  read: async (file) => {
    try {
      return await checkedStatements(file);
    } catch (error) {
      if (error instanceof Iso20022Error) return { quarantine: `It is not a valid ${file.format}. ${error.message}` };
      throw error;
    }
  },
};

async function checkedStatements(file: ArrivedFile) {
  const totals: EntryTotals[] = [];
  for await (const part of readStatementParts(file.chunks())) {
    if (part.kind === "entry") {
      totals[part.statementIndex] = withEntry(totals[part.statementIndex] ?? noEntries, part.entry);
      continue;
    }
    const { content } = part.received.message;
    const problem = totalsProblem(statementsOf(content), totals);
    if (problem !== undefined) return problem;
    const transactions = totals.reduce((sum, { count }) => sum + count, 0);
    return { messageId: content.GrpHdr.MsgId, apply: () => Promise.resolve({ transactions }) };
  }
  return { quarantine: "It ends before its statement does." };
}

type Content =
  | { readonly Stmt: readonly ReportedStatement[] }
  | { readonly Rpt: readonly ReportedStatement[] }
  | { readonly Ntfctn: readonly ReportedStatement[] };

function statementsOf(content: Content): readonly ReportedStatement[] {
  if ("Stmt" in content) return content.Stmt;
  return "Rpt" in content ? content.Rpt : content.Ntfctn;
}

/** Totals and balances that contradict the entries: such a file may be incomplete. */
function totalsProblem(
  statements: readonly ReportedStatement[],
  totals: readonly EntryTotals[],
): Quarantine | undefined {
  const problems = statements.flatMap((statement, index) => statementProblems(statement, totals[index] ?? noEntries));
  const [first] = problems;
  return first && { quarantine: `Its totals do not match its entries: ${first.path} ${first.rule}.` };
}
