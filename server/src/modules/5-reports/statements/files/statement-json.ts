import { Type } from "typebox";
import { Day, Nullable, object, Timestamp, Usd, Uuid } from "#kernel/http/schemas.ts";
import { dollarsFromMinor } from "#kernel/values/money.ts";
import type { StatementLine } from "../statement.ts";
import type { FileFormat, FileSource } from "./statement-file.ts";

const text = (description: string) => Type.String({ description });

const StatementLineSchema = object(
  {
    transactionId: Uuid("The transaction."),
    reference: text("Unique among the lines of all statements; the same in every format."),
    date: Day("The day."),
    enteredAt: Timestamp("When it was entered into the ledger."),
    description: text("What happened."),
    details: Nullable(text("Memo, check number, or the reason of a return.")),
    counterpartyName: text("The counterparty."),
    kind: text("The kind of transaction."),
    paymentMethod: Nullable(text("The payment method.")),
    checkNumber: Nullable(text("The number of the check.")),
    returnOf: Nullable(
      object(
        {
          transactionId: Uuid("The transaction; of a returned payment, the same."),
          reference: text("The reference of its line."),
          date: Day("Its day."),
        },
        {
          title: "ReturnedLine",
          description: "Of money that came back: the line of the payment or transfer. Null on every other line.",
        },
      ),
    ),
    amount: Usd("Negative if money left the account."),
    balance: Usd("The balance after this line."),
  },
  { title: "StatementLine" },
);

const StatementDocumentSchema = object(
  {
    id: Uuid("The statement."),
    accountId: Uuid("The account."),
    accountName: text("The account's name when the statement was made."),
    accountNumber: text("The account number; masked for signed-in users."),
    routingNumber: text("ABA routing number."),
    companyLegalName: text("The organization's legal name when the statement was made."),
    startsOn: Day("The first day."),
    endsOn: Day("The last day, which is included."),
    createdAt: Timestamp("When it was made."),
    startingBalance: Usd("The balance at the beginning of the first day."),
    moneyIn: Usd("What the account received."),
    moneyOut: Usd("What left the account, as a positive number."),
    fees: Usd("The part of `moneyOut` that is fees."),
    endingBalance: Usd("The balance at the end of the last day."),
    lines: Type.Array(StatementLineSchema, { description: "All lines, in order." }),
  },
  { title: "StatementDocument", description: "A statement with all of its lines." },
);

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
  returnOf:
    line.returnOf === undefined
      ? null
      : { transactionId: line.returnOf.transactionId, reference: line.returnOf.reference, date: line.returnOf.day },
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
  operation: "Json",
  extension: "json",
  mediaType: "application/json; charset=utf-8",
  title: "JSON",
  description: "The figures of the statement and all of its lines, each with the balance after it.",
  schema: StatementDocumentSchema,
  pieces,
};
