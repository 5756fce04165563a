import { type Static, Type } from "typebox";
import { Day, Nullable, OneOf, object, Timestamp, Usd, Uuid } from "#kernel/http/schemas.ts";
import { dollarsFromMinor } from "#kernel/values/money.ts";
import { accountStatuses } from "#money/accounts";
import { treasuryTypes } from "#money/treasury";
import { NetReturnSchema } from "./net-returns.ts";
import type { HistoryRow, TreasuryRow } from "./treasury.queries.ts";

export const TreasuryTransactionTypeSchema = OneOf(treasuryTypes, "What happened.", "TreasuryTransactionType");

/** Treasury accounts and their transactions (wire contract §4.10). */
export const TreasuryAccountSchema = object(
  {
    id: Uuid("The account; the same ID as in GET /accounts."),
    availableBalance: Usd(
      "What can be transferred out now: cash and shares. A transfer that exceeds cash sells shares.",
    ),
    currentBalance: Usd("Cash and shares at their price."),
    createdAt: Timestamp("When it was opened."),
    status: OneOf(accountStatuses, "Whether it is in use.", "AccountStatus"),
    netReturns: Type.Array(NetReturnSchema, { description: "Income by month, latest first." }),
  },
  { title: "TreasuryAccount", description: "A treasury account." },
);

const text = (description: string) => Nullable(Type.String({ description }));

export const TreasuryDetailsSchema = object(
  {
    security: text("The security involved."),
    creditDescription: text("What a credit is for."),
    feeDescription: text("What a fee is for."),
    manualAmendmentDescription: text("Why an operator amended the account."),
    depositCounterpartyId: Nullable(Uuid("The account that a deposit came from.")),
    withdrawalCounterpartyId: Nullable(Uuid("The account that a withdrawal went to.")),
    sweepDirection: Nullable(
      OneOf(["in", "out"], "`in`: cash to the fund. `out`: the fund to cash.", "SweepDirection"),
    ),
    tradeAction: Nullable(OneOf(["buy", "sell"], "Whether shares were bought or sold.", "TradeAction")),
  },
  { title: "TreasuryTransactionDetails", description: "More about the transaction, by its type." },
);

export const TreasuryTransactionSchema = object(
  {
    id: Uuid("The transaction."),
    accountId: Uuid("The treasury account."),
    amount: Usd(
      "Negative if cash leaves the account or is invested. A trade, sweep, or reinvestment moves money between cash and the fund; it and anything canceled, rejected, or failed leaves the balance as it is.",
    ),
    balance: Usd("The account's balance after it: cash and shares."),
    canonicalDay: Day("The day on which it counts."),
    description: Type.String({ description: "What happened, in words." }),
    type: TreasuryTransactionTypeSchema,
    additionalDetails: text("Such as the shares and price of a trade, or the reason for a rejection."),
    security: text("The security involved."),
    details: TreasuryDetailsSchema,
  },
  { title: "TreasuryTransaction", description: "A transaction of a treasury account." },
);

export const renderTreasury = (row: TreasuryRow) => ({
  id: row.account_id,
  availableBalance: dollarsFromMinor(row.available_minor),
  currentBalance: dollarsFromMinor(row.available_minor + row.held_minor),
  createdAt: row.created_at.toISOString(),
  status: row.status,
});

export const renderTreasuryTransaction = (row: HistoryRow): Static<typeof TreasuryTransactionSchema> => ({
  id: row.treasury_transaction_id,
  accountId: row.account_id,
  amount: dollarsFromMinor(row.amount_minor),
  balance: dollarsFromMinor(row.balance_minor),
  canonicalDay: row.canonical_day,
  description: row.description,
  type: row.type,
  additionalDetails: row.additional_details,
  security: row.security,
  details: {
    security: row.security,
    creditDescription: row.credit_description,
    feeDescription: row.fee_description,
    manualAmendmentDescription: row.amendment_description,
    depositCounterpartyId: row.deposit_counterparty_id,
    withdrawalCounterpartyId: row.withdrawal_counterparty_id,
    sweepDirection: row.sweep_direction,
    tradeAction: row.trade_action,
  },
});
