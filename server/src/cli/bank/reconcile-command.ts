import { resolve } from "node:path";
import type { Command } from "commander";
import type { ShownStatus } from "#administration/commands/banks/reconciliation-commands.ts";
import type { ShownFile } from "#bank/exchange";
import { action } from "../action.ts";
import { administer } from "../administer.ts";
import { count, type Terminal, table } from "../output.ts";
import { accountOption, subcommandsOf } from "../settings-options.ts";

/** `bursar statement import`. */
export function statementCommand(program: Command, terminal: Terminal): void {
  const sub = subcommandsOf(program.command("statement").description("statements of banks"));
  const importFile = sub(
    "import",
    "import a bank's statement: camt.052, camt.053, camt.054, or BAI2; --account is for banks that hide part of the number",
    ["bursar statement import statement.xml", "bursar statement import statement.bai --account Operating"],
  )
    .argument("<file>", "the file")
    .option(...accountOption);
  action(importFile, terminal, async (own, { org, account }, [file = ""]) => {
    const imported = await administer<ShownFile>(own, "statement.import", {
      organization: org,
      account,
      from: resolve(file),
    });
    const isApplied = imported.state === "processed" || imported.state === "repeated";
    return { json: imported, text: importText(imported), exitCode: isApplied ? 0 : 1 };
  });
}

const importText = ({ id, state, transactions, reason }: ShownFile): string => {
  if (state === "processed") return `Imported ${count(transactions, "movement")} (file ${id}).`;
  if (state === "repeated") return `Nothing new. ${reason ?? ""}`.trim();
  return `Not applied, ${state} (file ${id}): ${reason ?? "the log has the error"}`;
};

/** `bursar reconcile status`. */
export function reconcileCommand(program: Command, terminal: Terminal): void {
  const sub = subcommandsOf(program.command("reconcile").description("statements of banks compared with the ledger"));
  const status = sub("status", "the difference of each account, and what it consists of", [
    "bursar reconcile status",
    "bursar reconcile status --json",
  ]);
  action(status, terminal, async (own, { org }) => {
    const found = await administer<ShownStatus>(own, "reconcile.status", { organization: org });
    return { json: found, text: statusTable(found) };
  });
}

type Row = ShownStatus["accounts"][number];

const dollars = (amount: number | undefined): string =>
  amount === undefined ? "" : amount.toLocaleString("en-US", { minimumFractionDigits: 2 });

function statusTable({ accounts }: ShownStatus): string {
  if (accounts.length === 0) return "No bank has reported an account yet.";
  const amount = (title: string, of: (statement: NonNullable<Row["statement"]>) => number) => ({
    title,
    value: ({ statement }: Row) => dollars(statement === null ? undefined : of(statement)),
    right: true,
  });
  return table<Row>(
    [
      { title: "account", value: ({ name }) => name },
      { title: "statement", value: ({ statement }) => statement?.closesOn ?? "none" },
      amount("bank", ({ closingBalance }) => closingBalance),
      amount("ledger", ({ ledgerBalance }) => ledgerBalance),
      amount("difference", ({ difference }) => difference),
      amount("timing", ({ timing }) => timing),
      amount("in transit", ({ inTransit }) => inTransit),
      amount("unmatched", ({ unmatched }) => unmatched),
      amount("opening", ({ opening }) => opening),
      amount("missing", ({ missingStatements }) => missingStatements),
      {
        title: "open",
        value: ({ bank, intraday, ledger }) => String(bank.count + intraday.count + ledger.count),
        right: true,
      },
    ],
    accounts,
  );
}
