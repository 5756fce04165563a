import { newYorkDate } from "bursar-banking/calendar/new-york";
import { type Static, Type } from "typebox";
import type { Api } from "#kernel/http/api.ts";
import { notFound } from "#kernel/http/http-refusals.ts";
import { findsRow, keysetOf } from "#kernel/http/paging.queries.ts";
import { cursorParameters, idParams, Nullable, object, PageSchema, SortOrder } from "#kernel/http/schemas.ts";
import type { Service } from "#kernel/process/service.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { callerOf } from "#records/identity";
import { readNetReturns, renderNetReturn } from "./net-returns.ts";
import {
  findTreasuryRow,
  pageOfHistory,
  pageOfTreasury,
  type TreasuryRow,
  treasuryCursorColumn,
  treasuryWithId,
} from "./treasury.queries.ts";
import {
  renderTreasury,
  renderTreasuryTransaction,
  TreasuryAccountSchema,
  TreasuryTransactionSchema,
} from "./treasury-schemas.ts";

export const treasuryTags = ["Treasury"];
export const treasuryParams = idParams("treasuryId", "The treasury account.");
const DEFAULT_LIMIT = 100;

export const TreasuryAccountListSchema = object(
  { accounts: Type.Array(TreasuryAccountSchema, { description: "The page." }), page: PageSchema },
  { title: "TreasuryAccountList" },
);
export const TreasuryTransactionListSchema = object(
  {
    transactions: Type.Array(TreasuryTransactionSchema, { description: "The page." }),
    cursor: Nullable(
      Type.Integer({ minimum: 0, description: "Pass as `cursor` to get the next page; null on the last page." }),
    ),
  },
  { title: "TreasuryTransactionList" },
);
export const TreasuryTransactionsQuerySchema = object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, description: "Items per page. The default is 100." })),
  order: Type.Optional(SortOrder("Order of posting. The default is `desc`.")),
  cursor: Type.Optional(
    Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: "The `cursor` of the page before." }),
  ),
});

/** The organization's treasury account with this id; refuses with `resourceNotFound`. */
export async function getTreasury(
  { database }: Pick<Service, "database">,
  organizationId: OrganizationId,
  treasuryId: string,
): Promise<TreasuryRow> {
  const row = await findTreasuryRow(database, organizationId, treasuryId);
  if (row === undefined) throw notFound("treasury account");
  return row;
}

/** Reads of treasury accounts (wire contract §4.10). */
export function treasuryReadRoutes(app: Api, service: Service): void {
  app.get(
    "/treasury",
    {
      config: { scope: "fetchTreasuryAccounts", refusals: ["unknownCursor", "conflictingCursors"] },
      schema: {
        operationId: "getTreasury",
        summary: "List treasury accounts",
        description:
          "Treasury accounts with their balances and monthly returns, in the order in which they were opened.",
        tags: treasuryTags,
        querystring: object(cursorParameters),
        response: { 200: TreasuryAccountListSchema },
      },
    },
    async (request) => {
      const { organizationId } = callerOf(request);
      const { database, clock } = service;
      const keyset = await keysetOf(request.query, {
        column: treasuryCursorColumn,
        exists: (id) => findsRow(database, treasuryWithId(organizationId, id)),
      });
      const { rows, page } = keyset.finish(
        await pageOfTreasury(database, organizationId, keyset),
        (row) => row.account_id,
      );
      const accountIds = rows.map((row) => row.account_id);
      const returns = await readNetReturns(database, organizationId, { accountIds, today: newYorkDate(clock.now()) });
      return {
        accounts: rows.map((row) => ({
          ...renderTreasury(row),
          netReturns: (returns.get(row.account_id) ?? []).map(renderNetReturn),
        })),
        page,
      };
    },
  );
  transactionsRoute(app, service);
}

function transactionsRoute(app: Api, service: Service): void {
  app.get(
    "/treasury/:treasuryId/transactions",
    {
      config: { scope: "fetchTreasuryTransactions", refusals: ["resourceNotFound"] },
      schema: {
        operationId: "getTreasuryTransactions",
        summary: "List treasury transactions",
        description:
          "Deposits, withdrawals, sweeps, trades, dividends, and fees of a treasury account. Pages stay stable while transactions are added.",
        tags: treasuryTags,
        params: treasuryParams,
        querystring: TreasuryTransactionsQuerySchema,
        response: { 200: TreasuryTransactionListSchema },
      },
    },
    async (request) => {
      const { organizationId } = callerOf(request);
      const { account_id: accountId } = await getTreasury(service, organizationId, request.params.treasuryId);
      return readTransactions(service, { organizationId, accountId }, request.query);
    },
  );
}

/** The transactions have numbers without gaps, so a page ends at the number that the next one continues from. */
async function readTransactions(
  { database }: Pick<Service, "database">,
  account: Parameters<typeof pageOfHistory>[1],
  { limit = DEFAULT_LIMIT, order = "desc", cursor }: Static<typeof TreasuryTransactionsQuerySchema>,
): Promise<Static<typeof TreasuryTransactionListSchema>> {
  const read = await pageOfHistory(database, account, {
    after: cursor,
    descending: order === "desc",
    limit: limit + 1,
  });
  const rows = read.slice(0, limit);
  const last = rows.at(-1);
  return {
    transactions: rows.map(renderTreasuryTransaction),
    cursor: read.length > limit && last !== undefined ? Number(last.number) : null,
  };
}
