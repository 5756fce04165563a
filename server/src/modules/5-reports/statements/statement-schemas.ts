import { type Static, Type } from "typebox";
import { Day, Nullable, OneOf, object, PageSchema, Timestamp, Usd, Uuid } from "#kernel/http/schemas.ts";
import { IdempotencyKey } from "#kernel/idempotency/key.ts";
import { statementKinds } from "./statement.ts";

const CompanyAddressSchema = object(
  {
    name: Type.String({ description: "The organization's legal name." }),
    address1: Type.String({ description: "Street line; empty until the organization's address is entered." }),
    address2: Nullable(Type.String({ description: "Second line." })),
    city: Type.String({ description: "City." }),
    region: Type.String({ description: "State." }),
    postalCode: Type.String({ description: "ZIP code." }),
    country: Type.String({ description: "ISO 3166-1 alpha-2." }),
  },
  { title: "StatementAddress", description: "The organization's address when the statement was made." },
);

const totals = {
  kind: OneOf(statementKinds, "`monthly`, made for every month, or `custom`, made on request.", "StatementKind"),
  startingBalance: Usd("The balance at the beginning of the first day."),
  moneyIn: Usd("What the account received."),
  moneyOut: Usd("What left the account, as a positive number."),
  fees: Usd("The part of `moneyOut` that is fees."),
  endingBalance: Usd("The balance at the end of the last day: `startingBalance + moneyIn - moneyOut`."),
  transactionCount: Type.Integer({ description: "How many lines the statement has." }),
  downloadUrl: Type.String({ description: "Where the PDF is." }),
};

/** The most transactions that the JSON form of a statement lists. */
export const LISTED_MAX = 10_000;

/** The Statement object (wire contract §4.9); the members after `transactions` are ours. */
export const StatementSchema = object(
  {
    id: Uuid("The statement."),
    accountNumber: Type.String({ description: "The full account number; masked for signed-in users." }),
    routingNumber: Type.String({ description: "ABA routing number." }),
    companyLegalName: Type.String({ description: "The organization's legal name when the statement was made." }),
    companyLegalAddress: CompanyAddressSchema,
    ein: Nullable(Type.String({ description: "Employer identification number." })),
    startDate: Timestamp("The beginning of the first day, in New York."),
    endDate: Timestamp("The beginning of the last day, which is included, in New York."),
    transactions: Type.Array(
      object(
        {
          id: Uuid("The transaction."),
          createdAt: Timestamp("When it was created."),
          postedAt: Nullable(Timestamp("When it was posted.")),
        },
        { title: "StatementTransaction" },
      ),
      {
        description: `Its transactions, in the order of the statement; at most ${LISTED_MAX}. The files have all of them.`,
      },
    ),
    accountId: Uuid("The account."),
    ...totals,
  },
  { title: "Statement", description: "A statement. It never changes." },
);
export type StatementBody = Static<typeof StatementSchema>;

/** A statement in lists over accounts and years: figures only. */
export const StatementSummarySchema = object(
  {
    id: Uuid("The statement."),
    accountId: Uuid("The account."),
    accountName: Type.String({ description: "The account's name when the statement was made." }),
    accountNumberLast4: Type.String({ description: "The last digits of the account number." }),
    startsOn: Day("The first day."),
    endsOn: Day("The last day, which is included."),
    createdAt: Timestamp("When it was made."),
    ...totals,
  },
  { title: "StatementSummary", description: "The figures of a statement." },
);
export type StatementSummary = Static<typeof StatementSummarySchema>;

export const StatementListSchema = object(
  { statements: Type.Array(StatementSchema, { description: "The page." }), page: PageSchema },
  { title: "StatementList" },
);

export const StatementSummaryListSchema = object(
  { statements: Type.Array(StatementSummarySchema, { description: "The page." }), page: PageSchema },
  { title: "StatementSummaryList" },
);

export const NewStatementSchema = object(
  {
    startsOn: Day("The first day."),
    endsOn: Day("The last day, which is included and must be over."),
    idempotencyKey: IdempotencyKey,
  },
  { title: "CreateStatementRequest" },
);
