import { type RefusalTable, refuser } from "#kernel/refusal.ts";

export const statementRefusals = {
  statementPeriodOpen: {
    status: 400,
    title: "A statement covers only days that are over",
    message: "A statement covers only days that are over. Choose an end date before {today}.",
  },
  statementTooLong: {
    status: 400,
    title: "The statement is too long for a PDF",
    message: "The statement has {lines} lines, and a PDF can have {limit}. Download CSV, JSON, camt.053, OFX, or QBO.",
  },
} as const satisfies RefusalTable;

export const refuseStatement = refuser(statementRefusals);
