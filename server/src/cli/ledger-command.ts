import type { Command } from "commander";
import type { ShownLedgerReport } from "#administration/commands/ledger-commands.ts";
import { action } from "./action.ts";
import { administer } from "./administer.ts";
import { count, type Terminal } from "./output.ts";
import { subcommandsOf } from "./settings-options.ts";

/** `bursar ledger verify [--clear]`. */
export function ledgerCommand(program: Command, terminal: Terminal): void {
  const group = program.command("ledger").description("the books");
  const verify = subcommandsOf(group)(
    "verify",
    "recompute every balance from its entries, of every organization unless one is named; exit code 1 on any difference",
    ["bursar ledger verify", "bursar ledger verify --clear"],
  ).option("--clear", "allow payments again from stopped accounts that now agree");
  action(verify, terminal, async (own, options) => {
    const report = await administer<ShownLedgerReport>(own, "ledger.verify", {
      organization: options["org"],
      clear: options["clear"] === true,
    });
    return {
      json: report,
      text: reportText(report),
      exitCode: report.differences.length === 0 && report.stillStopped.length === 0 ? 0 : 1,
    };
  });
}

function reportText(report: ShownLedgerReport): string {
  const counted = [
    count(report.organizations, "organization"),
    count(report.accounts, "ledger account"),
    count(report.transactions, "transaction"),
    count(report.entries, "entry", "entries"),
  ].join(", ");
  const verdict =
    report.differences.length === 0
      ? `The books balance: ${counted}.`
      : `THE BOOKS DO NOT BALANCE: ${count(report.differences.length, "difference")} in ${counted}.`;
  return [
    verdict,
    ...report.differences.map(
      ({ accountId, transactionId, problem }) =>
        `  ${[accountId && `account ${accountId}`, transactionId && `transaction ${transactionId}`, problem].filter(Boolean).join(": ")}`,
    ),
    ...report.cleared.map((accountId) => `Account ${accountId} can send payments again.`),
    ...report.stillStopped.map(
      (accountId) =>
        `Account ${accountId} is stopped: ${report.differences.length === 0 ? "run bursar ledger verify --clear to allow payments again" : "its books must agree first"}.`,
    ),
  ].join("\n");
}
