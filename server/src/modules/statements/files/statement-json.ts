import { dollarsFromMinor } from "../../../kernel/values/money.ts";
import type { StatementLine } from "../statement.ts";
import type { FileFormat, FileSource } from "./statement-file.ts";

const shown = (line: StatementLine) => ({
  transactionId: line.transactionId,
  reference: line.reference,
  date: line.day,
  enteredAt: line.enteredAt.toISOString(),
  description: line.description,
  details: line.details ?? null,
  counterpartyName: line.counterpartyName,
  kind: line.kind,
  paymentMethod: line.method ?? null,
  checkNumber: line.checkNumber ?? null,
  amount: dollarsFromMinor(line.amountMinor),
  balance: dollarsFromMinor(line.balanceMinor),
});

async function* pieces({ statement, lines, accountNumber }: FileSource): AsyncGenerator<string> {
  const head = {
    id: statement.statementId,
    accountId: statement.accountId,
    accountName: statement.accountName,
    accountNumber,
    routingNumber: statement.routingNumber,
    companyLegalName: statement.legalName,
    startsOn: statement.startsOn,
    endsOn: statement.endsOn,
    createdAt: statement.createdAt.toISOString(),
    startingBalance: dollarsFromMinor(statement.openingMinor),
    moneyIn: dollarsFromMinor(statement.inMinor),
    moneyOut: dollarsFromMinor(statement.outMinor),
    fees: dollarsFromMinor(statement.feesMinor),
    endingBalance: dollarsFromMinor(statement.closingMinor),
  };
  yield `${JSON.stringify(head).slice(0, -1)},"lines":[`;
  let separator = "\n";
  for await (const page of lines) {
    for (const line of page) {
      yield separator + JSON.stringify(shown(line));
      separator = ",\n";
    }
  }
  yield "\n]}\n";
}

export const jsonFormat: FileFormat = {
  path: "json",
  extension: "json",
  mediaType: "application/json; charset=utf-8",
  title: "JSON",
  description: "The figures of the statement and all of its lines, each with the balance after it.",
  pieces,
};
