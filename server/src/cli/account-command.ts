import type { Command } from "commander";
import type { ShownAccount, ShownOpening } from "#administration/commands/account-commands.ts";
import { openableKinds } from "#administration/open-account.ts";
import { action } from "./action.ts";
import { administer } from "./administer.ts";
import { asDollars, type Terminal, table } from "./output.ts";
import { kindOption, subcommandsOf } from "./settings-options.ts";

/** `bursar account open|list`. */
export function accountCommand(program: Command, terminal: Terminal): void {
  const group = program.command("account").description("an organization's bank accounts");
  const sub = subcommandsOf(group);

  const open = sub(
    "open",
    "open an account to pay from; its account number is read from standard input or a prompt, which keeps it out of the shell's history and the process list",
    [
      "bursar account open Operating --routing-number 021000021 --opening-balance 2500",
      "bursar account open Reserve --kind savings --routing-number 021000021 < number.txt",
    ],
  )
    .argument("<name>", "its display name")
    .requiredOption("--routing-number <digits>", "the bank's ABA routing number")
    .addOption(kindOption(openableKinds).default("checking"))
    .option("--opening-balance <dollars>", "its current balance at the bank", "0");
  action(open, terminal, async (own, options, [name]) => {
    const opened = await administer<ShownOpening>(own, "account.open", {
      organization: options["org"],
      name,
      kind: options["kind"],
      routingNumber: options["routingNumber"],
      accountNumber: await own.ask("Account number: "),
      openingBalance: options["openingBalance"],
    });
    return { json: opened, text: openedText(opened) };
  });

  action(sub("list", "all accounts with their balances", ["bursar account list"]), terminal, async (own, options) => {
    const rows = await administer<readonly ShownAccount[]>(own, "account.list", { organization: options["org"] });
    return { json: rows, text: accountTable(rows) };
  });
}

function openedText({
  accountId,
  name,
  kind,
  numberEnding,
  currentBalance,
  openingTransactionId,
}: ShownOpening): string {
  const opened = `Opened ${name}, ${kind}, ending ${numberEnding}: ${accountId}`;
  if (openingTransactionId === null) return opened;
  return `${opened}\nIt holds ${asDollars(currentBalance)} USD: transaction ${openingTransactionId}`;
}

const accountTable = (rows: readonly ShownAccount[]): string =>
  rows.length === 0
    ? "There is no account yet. Open one: bursar account open <name> --routing-number <digits>"
    : table(
        [
          { title: "id", value: (row: ShownAccount) => row.accountId },
          { title: "name", value: (row) => row.name },
          { title: "kind", value: (row) => row.kind },
          { title: "status", value: (row) => row.status },
          { title: "ending", value: (row) => row.numberEnding },
          { title: "current", value: (row) => asDollars(row.currentBalance), right: true },
          { title: "available", value: (row) => asDollars(row.availableBalance), right: true },
        ],
        rows,
      );
