import { type Static, Type } from "typebox";
import { Day, Nullable, object, PageSchema, Timestamp, Usd, Uuid } from "#kernel/http/schemas.ts";
import { dollarsFromMinor } from "#kernel/values/money.ts";
import type { OpenSide } from "./balances.queries.ts";
import type { ReconciledBalances } from "./explain-balances.ts";
import type { ShownEntry, ShownMovement } from "./read-items.ts";

const OpenItemsSchema = object(
  {
    count: Type.Integer({ description: "How many." }),
    total: Usd("Their sum."),
    ages: Type.Array(Type.Integer(), {
      description: "How many are up to 1, 7, and 30 days old, and older.",
    }),
  },
  { title: "OpenItems", description: "Items without a counterpart." },
);

const ReconciledAccountSchema = object(
  {
    accountId: Uuid("The account."),
    statement: Nullable(
      object(
        {
          closesOn: Day("Its last day."),
          closingBalance: Usd("The bank's."),
          ledgerBalance: Usd("Ours that day."),
          difference: Usd("Closing minus ledger balance: the sum of the rest."),
          opening: Usd("Difference before the first statement."),
          missingStatements: Usd("Of gaps between statements."),
          timing: Usd("Matched, on different days."),
          unmatched: Usd("Only the bank has it."),
          inTransit: Usd("Only we have it; negated."),
        },
        { title: "ReconciledStatement", description: "The latest one." },
      ),
    ),
    bank: OpenItemsSchema,
    intraday: OpenItemsSchema,
    ledger: OpenItemsSchema,
    incomplete: Type.Array(
      object(
        {
          reference: Type.String({ description: "The bank's." }),
          pages: Type.Array(Type.Integer(), { description: "Those that arrived." }),
        },
        { title: "IncompleteStatement" },
      ),
      { description: "Statements that lack pages." },
    ),
  },
  {
    title: "ReconciledAccount",
    description: "Open movements of statements and of intraday reports, and transactions that statements lack.",
  },
);

export const ReconciliationSchema = object(
  { accounts: Type.Array(ReconciledAccountSchema, { description: "Those that a bank reports." }) },
  { title: "Reconciliation" },
);

const LedgerEntrySchema = object(
  {
    transactionId: Uuid("The transaction."),
    amount: Usd("Signed."),
    enteredAt: Timestamp("When it was recorded."),
    counterpartyName: Type.String({ description: "Who paid or was paid." }),
  },
  { title: "LedgerEntry", description: "What a transaction did to the account." },
);

const text = (description: string) => Nullable(Type.String({ description }));

const BankMovementSchema = object(
  {
    id: Uuid("The movement."),
    bookedOn: Day("When the bank booked it."),
    amount: Usd("Signed."),
    isReturn: Type.Boolean({ description: "Money that came or was taken back." }),
    bankReference: text("The bank's."),
    code: Type.String({ description: "ISO 20022 or BAI2 code." }),
    counterparty: text("Who paid or was paid."),
    remittance: text("What the payer wrote."),
    description: text("The bank's words."),
    fileId: Uuid("Its first file."),
    matchId: Nullable(Uuid("Its match.")),
    canUndo: Type.Boolean({ description: "The match can be undone." }),
    transactions: Type.Array(LedgerEntrySchema, {
      description: "Of its match, at most 20; if open, what may be the same money.",
    }),
  },
  { title: "BankMovement" },
);

export const BankMovementListSchema = object(
  {
    movements: Type.Array(BankMovementSchema, { description: "The latest first." }),
    inTransit: Type.Array(LedgerEntrySchema, {
      description: "With `state=open`, the oldest 200 that statements lack.",
    }),
    inTransitCount: Type.Integer({ description: "How many they lack." }),
    inTransitTotal: Usd("Their sum."),
    page: PageSchema,
  },
  { title: "BankMovementList" },
);

const openItems = ({ count, totalMinor, upTo1Day, upTo7Days, upTo30Days, older }: OpenSide) => ({
  count: Number(count),
  total: dollarsFromMinor(totalMinor),
  ages: [upTo1Day, upTo7Days, upTo30Days, older].map(Number),
});

export type ShownReconciliation = Static<typeof ReconciliationSchema>;

export const renderReconciliation = (accounts: readonly ReconciledBalances[]): ShownReconciliation => ({
  accounts: accounts.map(({ accountId, statement, bank, intraday, ledger, incomplete }) => ({
    accountId,
    statement:
      statement === undefined
        ? null
        : {
            closesOn: statement.closesOn,
            closingBalance: dollarsFromMinor(statement.closingMinor),
            ledgerBalance: dollarsFromMinor(statement.ledgerMinor),
            difference: dollarsFromMinor(statement.differenceMinor),
            opening: dollarsFromMinor(statement.parts.openingMinor),
            missingStatements: dollarsFromMinor(statement.parts.missingMinor),
            timing: dollarsFromMinor(statement.parts.timingMinor),
            unmatched: dollarsFromMinor(statement.parts.unmatchedMinor),
            inTransit: dollarsFromMinor(statement.parts.inTransitMinor),
          },
    bank: openItems(bank),
    intraday: openItems(intraday),
    ledger: openItems(ledger),
    incomplete: incomplete.map(({ reference, pages }) => ({ reference, pages: [...pages] })),
  })),
});

export const renderEntry = (entry: ShownEntry): Static<typeof LedgerEntrySchema> => ({
  transactionId: entry.transactionId,
  amount: dollarsFromMinor(entry.amountMinor),
  enteredAt: entry.enteredAt.toISOString(),
  counterpartyName: entry.counterpartyName,
});

export const renderMovement = ({
  movementId,
  amountMinor,
  transactions,
  matchKind,
  ...row
}: ShownMovement): Static<typeof BankMovementSchema> => ({
  ...row,
  id: movementId,
  amount: dollarsFromMinor(amountMinor),
  canUndo: matchKind === "manual",
  transactions: transactions.map(renderEntry),
});
