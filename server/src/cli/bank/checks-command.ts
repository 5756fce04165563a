import type { Command } from "commander";
import type { ShownCheck, ShownCheckException } from "#administration/commands/banks/check-commands.ts";
import { action } from "../action.ts";
import { administer } from "../administer.ts";
import { count, type Terminal, table } from "../output.ts";
import { subcommandsOf } from "../settings-options.ts";

/** `bursar checks show|stop|confirm-stop|mailed|exceptions`. */
export function checksCommand(program: Command, terminal: Terminal): void {
  const sub = subcommandsOf(program.command("checks").description("checks that banks receive in files"));
  const show = sub("show", "the check of a payment", [
    "bursar checks show 01999999-0000-7000-8000-000000000000",
  ]).argument("<transaction-id>", "the payment");
  action(show, terminal, async (own, { org }, [transactionId]) => {
    const check = await administer<ShownCheck>(own, "checks.show", { organization: org, transactionId });
    return { json: check, text: checkText(check) };
  });
  const stop = sub("stop", "void a check that is not printed, or ask the bank to stop it", [
    "bursar checks stop 01999999-0000-7000-8000-000000000000",
  ]).argument("<transaction-id>", "the payment");
  action(stop, terminal, async (own, { org }, [transactionId]) => {
    const stopped = await administer<{ outcome: "voided" | "requested" }>(own, "checks.stop", {
      organization: org,
      transactionId,
    });
    const text =
      stopped.outcome === "voided"
        ? "The check is void; it was not printed. The payment fails, and its money is available again."
        : "The bank is asked to stop the check. The money is back once the bank has accepted that.";
    return { json: stopped, text };
  });
  const confirm = sub("confirm-stop", "enter that the bank has accepted a stop, where its files do not say so", [
    "bursar checks confirm-stop 01999999-0000-7000-8000-000000000000",
  ]).argument("<transaction-id>", "the payment");
  action(confirm, terminal, async (own, { org }, [transactionId]) => {
    const check = await administer<ShownCheck>(own, "checks.confirmStop", { organization: org, transactionId });
    return { json: check, text: checkText(check) };
  });
  const mailed = sub("mailed", "enter that the checks of a PDF were printed here and mailed", [
    "bursar checks mailed 01999999-0000-7000-8000-000000000000",
  ]).argument("<file-id>", "the PDF");
  action(mailed, terminal, async (own, { org }, [fileId]) => {
    const done = await administer<{ checks: number }>(own, "checks.mailed", { organization: org, fileId });
    return { json: done, text: `${count(done.checks, "check")} in the mail` };
  });
  const exceptions = sub("exceptions", "presented checks that two people have to decide about, the most urgent first", [
    "bursar checks exceptions",
  ]);
  action(exceptions, terminal, async (own, { org }) => {
    const found = await administer<readonly ShownCheckException[]>(own, "checks.exceptions", { organization: org });
    return { json: found, text: exceptionTable(found) };
  });
}

const checkText = (check: ShownCheck): string =>
  [
    ["Check", check.checkNumber],
    ["State", check.state],
    ["Reason", check.reason],
    ["Amount", check.amount],
    ["Date", check.issuedOn],
    ["Mailed", check.mailedAt],
    ["Paid", check.paidOn],
    ["Stop", check.stop && [check.stop.state, check.stop.reason].filter((part) => part !== null).join(": ")],
    ["Exceptions", check.exceptions.length === 0 ? null : check.exceptions.map(({ kind }) => kind).join(", ")],
  ]
    .flatMap(([name, value]) => (value === null ? [] : [`${String(name).padEnd(12)}${String(value)}`]))
    .join("\n");

const exceptionTable = (exceptions: readonly ShownCheckException[]): string =>
  exceptions.length === 0
    ? "No check needs a decision."
    : table(
        [
          { title: "id", value: (row: ShownCheckException) => row.id },
          { title: "check", value: (row) => row.checkNumber, right: true },
          { title: "what", value: (row) => row.kind },
          { title: "amount", value: (row) => String(row.amount), right: true },
          { title: "decide by", value: (row) => row.decideBy.slice(0, 16).replace("T", " ") },
        ],
        exceptions,
      );
