import { Type } from "typebox";
import { cursorParameters, OneOf, object, PageSchema, SortOrder, Usd, Uuid } from "#kernel/http/schemas.ts";
import { sorts } from "../transactions/sorted-pages.queries.ts";
import { TransactionSchema } from "../transactions/transaction.ts";
import { filtersOverAccounts } from "../transactions/transaction-parameters.ts";
import { MOST_SORTED } from "./activity-refusals.ts";

/** The columns of the table, as named in its address and in exports. */
const columnNames = [
  "counterparty",
  "memo",
  "note",
  "account",
  "method",
  "category",
  "created",
  "posted",
  "due",
  "kind",
  "status",
  "requester",
  "amount",
  "trackingNumber",
  "checkNumber",
  "id",
] as const;
export type ActivityColumn = (typeof columnNames)[number];

const sortParameters = {
  sort: Type.Optional(
    OneOf(
      sorts,
      `The column to sort by; ties are in the order of creation. The default is \`created\`. \`amount\` sorts by size, whether the money left or arrived. \`settled\` is the order of the ledger, for one \`accountId\` and no other filter: pending transactions are last, and what never settled is where it was created. \`created\`, \`settled\`, and \`amount\` with filters by account and amount only, sort any number of transactions; the others at most ${MOST_SORTED.toLocaleString("en-US")}, except that pages by \`amount\` with filters that match often are found without sorting.`,
      "ActivitySort",
    ),
  ),
  order: Type.Optional(SortOrder("The direction. The default is `asc`.")),
};

/** The filters of the table: those of the list, one side of each transfer, and failures that someone handled. */
const tableFilters = {
  ...filtersOverAccounts,
  search: Type.Optional(
    Type.String({
      maxLength: 200,
      description:
        "As in `GET /transactions`; also beginnings of words in the memo or the note, tracking or check numbers, an amount, the number of the invoice that a deposit pays, or an id or its beginning (eight digits or more). Of what is common, the newest are found.",
    }),
  ),
  handled: Type.Optional(
    OneOf(
      ["true", "false"],
      "Only payments that failed, were blocked, or were returned within a year: `false` for those that nobody has marked as handled, `true` for the others.",
    ),
  ),
  direction: Type.Optional(
    OneOf(
      ["out", "in"],
      "Only what left an account, or only what arrived in one. A transfer between own accounts is then listed once.",
      "MoneyDirection",
    ),
  ),
};

/** `GET /activity`. */
export const activityParameters = object({
  limit: cursorParameters.limit,
  start_after: cursorParameters.start_after,
  end_before: cursorParameters.end_before,
  ...sortParameters,
  ...tableFilters,
});

/** `GET /activity/totals`. */
export const totalsParameters = object(tableFilters);

/** `GET /activity/export`. */
export const activityExportParameters = object({
  format: Type.Optional(OneOf(["csv", "xlsx"], "The kind of file. The default is `csv`.")),
  columns: Type.Optional(
    Type.Array(OneOf(columnNames, "A column.", "ActivityColumn"), {
      maxItems: columnNames.length,
      uniqueItems: true,
      description:
        "The columns of the file, in this order; repeat it or separate values with commas. By default, all of them.",
    }),
  ),
  ...sortParameters,
  ...tableFilters,
});

/** The columns of a file that names none. */
export const allColumns: readonly ActivityColumn[] = columnNames;

export const ActivityList = object(
  {
    transactions: Type.Array(TransactionSchema, { description: "The page." }),
    requesters: Type.Array(
      object(
        {
          transactionId: Uuid("The transaction."),
          name: Type.String({ description: "The user, or the token." }),
        },
        { title: "TransactionRequester" },
      ),
      { description: "Who requested or made those that a user or a token did." },
    ),
    balances: Type.Array(
      object(
        {
          transactionId: Uuid("The transaction."),
          balance: Usd("What the account contained, holds included, right after the transaction settled."),
        },
        { title: "BalanceAfterTransaction" },
      ),
      {
        description:
          "With `sort=settled`, the account's balance after each of those that settled; otherwise empty. Between two transactions, payments may have come back.",
      },
    ),
    page: PageSchema,
  },
  { title: "ActivityList" },
);

export const ActivityTotals = object(
  {
    count: Type.Integer({ description: "The number of transactions in any status." }),
    out: Usd("What leaves the accounts: sent and pending."),
    in: Usd("What arrived in the accounts."),
    notLeft: Usd("What failed, was blocked, canceled, or returned. It is part of `count` but not of `out`."),
    isExact: Type.Boolean({
      description:
        "False if more transactions match than are added up: `count` and the sums are then of a part of them.",
    }),
  },
  { title: "ActivityTotals", description: "What the matching transactions add up to. No sum is negative." },
);
