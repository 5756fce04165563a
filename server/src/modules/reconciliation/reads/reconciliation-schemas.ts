import { type Static, Type } from "typebox";
import { Day, Nullable, OneOf, object, PageSchema, Timestamp, Usd, Uuid } from "../../../kernel/http/schemas.ts";
import { dollarsFromMinor } from "../../../kernel/values/money.ts";
import type { OpenSide } from "./balances.queries.ts";
import type { ReconciledBalances } from "./explain-balances.ts";
import type { ShownEntry, ShownMovement } from "./read-items.ts";

const counted = (description: string) => Type.Integer({ description });

const OpenItemsSchema = object(
  {
    count: counted("How many."),
    total: Usd("Their total; below zero left the account."),
    upTo1Day: counted("Of the last day."),
    upTo7Days: counted("2 to 7 days old."),
    upTo30Days: counted("8 to 30 days old."),
    older: counted("Older."),
  },
  { title: "OpenItems", description: "Items of one side without the other." },
);

const ReconciledStatementSchema = object(
  {
    closesOn: Day("The day of the closing balance."),
    closingBalance: Usd("The bank's."),
    ledgerBalance: Usd("Ours at the end of that day, including holds."),
    difference: Usd("The first minus the second: the sum of the following."),
    opening: Usd("The first statement's opening balance minus ours."),
    missingStatements: Usd("What opening balances differ from the closing balances before them."),
    timing: Usd("Matched, but one side has it on a later day."),
    unmatched: Usd("Only the bank has it."),
    inTransit: Usd("Only we have it, with the opposite sign."),
  },
  { title: "ReconciledStatement", description: "The latest statement." },
);

const ReconciledAccountSchema = object(
  {
    accountId: Uuid("The account."),
    statement: Nullable(ReconciledStatementSchema),
    bank: OpenItemsSchema,
    intraday: OpenItemsSchema,
    ledger: OpenItemsSchema,
  },
  {
    title: "ReconciledAccount",
    description:
      "`bank`: movements of statements without transactions. `intraday`: the same, not on a statement yet. `ledger`: transactions that the statements lack.",
  },
);

export const ReconciliationSchema = object(
  { accounts: Type.Array(ReconciledAccountSchema, { description: "Those that a bank has reported." }) },
  { title: "Reconciliation" },
);

const LedgerEntrySchema = object(
  {
    transactionId: Uuid("The transaction."),
    effect: Type.String({ description: "`post`, `reverse`, `deposit`, or `transfer`." }),
    amount: Usd("Below zero left the account."),
    enteredAt: Timestamp("When the ledger got it."),
    counterpartyName: Type.String({ description: "Who paid or was paid." }),
    bankDescription: Type.String({ description: "As on our statement." }),
  },
  { title: "LedgerEntry", description: "A change of the account's balance." },
);

const text = (description: string) => Nullable(Type.String({ description }));

const BankMovementSchema = object(
  {
    id: Uuid("The movement."),
    state: OneOf(["open", "matched"], "Whether its transactions are known.", "BankMovementState"),
    bookedOn: Day("When the bank booked it."),
    statementOn: Nullable(Day("The closing day of its statement.")),
    amount: Usd("Below zero left the account."),
    isReturn: Type.Boolean({ description: "Money that came back or was taken back." }),
    bankReference: text("The bank's own."),
    code: Type.String({ description: "The bank transaction code, such as `PMNT/RCDT/DMCT` or `BAI/195`." }),
    counterparty: text("Who paid or was paid."),
    remittance: text("What the payer wrote."),
    description: text("The bank's words."),
    fileId: Uuid("The file that had it first."),
    matchId: Nullable(Uuid("Its match.")),
    matchKind: Nullable(
      OneOf(["reference", "booked", "manual"], "`booked`: it became a transaction.", "BankMatchKind"),
    ),
    transactionIds: Type.Array(Uuid("A transaction."), { description: "Of its match, at most 20." }),
    suggestions: Type.Array(LedgerEntrySchema, { description: "What may be the same money, by amount and date." }),
  },
  { title: "BankMovement", description: "A booking of the bank." },
);

export const BankMovementListSchema = object(
  { movements: Type.Array(BankMovementSchema, { description: "The latest first." }), page: PageSchema },
  { title: "BankMovementList" },
);

export const InTransitSchema = object(
  {
    entries: Type.Array(LedgerEntrySchema, { description: "The oldest first." }),
    hasMore: Type.Boolean({ description: "There are others." }),
  },
  { title: "InTransitList" },
);

const openItems = ({ count, totalMinor, upTo1Day, upTo7Days, upTo30Days, older }: OpenSide) => ({
  count: Number(count),
  total: dollarsFromMinor(totalMinor),
  upTo1Day: Number(upTo1Day),
  upTo7Days: Number(upTo7Days),
  upTo30Days: Number(upTo30Days),
  older: Number(older),
});

export type ShownReconciliation = Static<typeof ReconciliationSchema>;

export const renderReconciliation = (accounts: readonly ReconciledBalances[]): ShownReconciliation => ({
  accounts: accounts.map(({ accountId, statement, bank, intraday, ledger }) => ({
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
  })),
});

export const renderEntry = (entry: ShownEntry): Static<typeof LedgerEntrySchema> => ({
  transactionId: entry.transactionId,
  effect: entry.effect,
  amount: dollarsFromMinor(entry.amountMinor),
  enteredAt: entry.enteredAt.toISOString(),
  counterpartyName: entry.counterpartyName,
  bankDescription: entry.bankDescription,
});

export const renderMovement = ({
  movementId,
  listedOn,
  amountMinor,
  transactionIds,
  suggestions,
  ...row
}: ShownMovement): Static<typeof BankMovementSchema> => ({
  ...row,
  id: movementId,
  statementOn: listedOn,
  amount: dollarsFromMinor(amountMinor),
  transactionIds: [...transactionIds],
  suggestions: suggestions.map(renderEntry),
});
