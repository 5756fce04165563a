import { Type } from "typebox";
import type { Api } from "#kernel/http/api.ts";
import { notFound } from "#kernel/http/http-refusals.ts";
import { cursorParameters, object, PageSchema, SortOrder, Uuid } from "#kernel/http/schemas.ts";
import type { Service } from "#kernel/process/service.ts";
import { pathMember } from "#kernel/updates/updates.ts";
import { accountExists } from "#money/accounts";
import { callerOf } from "#records/identity";
import { EditBodySchema, editTransaction, getTransaction } from "../edits/edit-transaction.ts";
import { transactionAttachmentRoutes } from "../edits/transaction-attachments.routes.ts";
import { listAccountTransactions, listTransactions } from "./list-transactions.ts";
import { TransactionListSchema, TransactionSchema } from "./transaction.ts";
import { renderOne, renderTransactions } from "./transaction-details.ts";
import { DateText, filterRefusals, filters, filtersOverAccounts } from "./transaction-parameters.ts";

const tags = ["Transactions"];
const scope = "fetchTransactions";
const listRefusals = ["unknownCursor", "conflictingCursors", ...filterRefusals];

/** Routes that read and annotate transactions. */
export function transactionRoutes(app: Api, service: Service): void {
  listRoute(app, service);
  accountListRoute(app, service);
  readRoutes(app, service);
  editRoute(app, service);
  transactionAttachmentRoutes(app, service);
}

function listRoute(app: Api, service: Service): void {
  app.get(
    "/transactions",
    {
      config: { scope, refusals: listRefusals },
      schema: {
        operationId: "listTransactions",
        summary: "List the transactions of all accounts",
        description:
          "Cursor pages in order of creation, oldest first by default. Pages stay stable while transactions arrive.",
        tags,
        querystring: object({
          ...cursorParameters,
          start_at: Type.Optional(Uuid("The page that begins with this item.")),
          ...filtersOverAccounts,
        }),
        response: { 200: TransactionListSchema },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const { rows, page } = await listTransactions(service, caller.organizationId, request.query);
      return { transactions: await renderTransactions(service, caller, rows), page };
    },
  );
}

function accountListRoute(app: Api, service: Service): void {
  app.get(
    "/account/:accountId/transactions",
    {
      config: { scope, refusals: [...listRefusals, "resourceNotFound"] },
      schema: {
        operationId: "listAccountTransactions",
        summary: "List the transactions of one account",
        description:
          "Newest first by default. Pages by `offset` with the `total` of all matching rows, or by cursor (then `page` is given too). " +
          "Without `start`, `requestId` or a cursor, the 30 days up to today, or up to `end`.",
        tags,
        params: object({ accountId: Uuid("The account.") }),
        querystring: object({
          limit: cursorParameters.limit,
          offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000_000, description: "Rows to skip." })),
          order: Type.Optional(SortOrder("Order of creation; `desc` by default.")),
          start_after: cursorParameters.start_after,
          end_before: cursorParameters.end_before,
          ...filters,
          start: Type.Optional(
            DateText(
              "Created on or after. By default (without `requestId` or a cursor), 30 days before `end` or today.",
            ),
          ),
        }),
        response: {
          200: object(
            {
              total: Type.Integer({ description: "The total number of matching rows, on every page." }),
              transactions: Type.Array(TransactionSchema, { description: "The page." }),
              page: PageSchema,
            },
            { title: "AccountTransactionList" },
          ),
        },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const { accountId } = request.params;
      // An empty list would suggest that the account exists (decision P4).
      if (!(await accountExists(service.database, caller.organizationId, accountId))) throw notFound("account");
      const { total, rows, page } = await listAccountTransactions(service, caller.organizationId, {
        ...request.query,
        accountId: [accountId],
      });
      return { total, transactions: await renderTransactions(service, caller, rows), page };
    },
  );
}

function readRoutes(app: Api, service: Service): void {
  app.get(
    "/transaction/:transactionId",
    {
      config: { scope, refusals: ["resourceNotFound"] },
      schema: {
        operationId: "getTransactionById",
        summary: "Get a transaction",
        description: "One transaction of any account of the organization.",
        tags,
        params: object({ transactionId: Uuid("The transaction.") }),
        response: { 200: TransactionSchema },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      return renderOne(
        service,
        caller,
        await getTransaction(service.database, caller.organizationId, request.params.transactionId),
      );
    },
  );

  app.get(
    "/account/:accountId/transaction/:transactionId",
    {
      config: { scope, refusals: ["resourceNotFound"] },
      schema: {
        operationId: "getTransaction",
        summary: "Get a transaction of an account",
        description: "One transaction of this account.",
        tags,
        params: object({ accountId: Uuid("The account."), transactionId: Uuid("The transaction.") }),
        response: { 200: TransactionSchema },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const row = await getTransaction(service.database, caller.organizationId, request.params.transactionId);
      // The same 404 as for an unknown id: the account is part of the address.
      if (row.account_id !== request.params.accountId.toLowerCase()) throw notFound("transaction");
      return renderOne(service, caller, row);
    },
  );
}

function editRoute(app: Api, service: Service): void {
  app.patch(
    "/transaction/:transactionId",
    {
      config: {
        scope: "updateTransactions",
        refusals: ["resourceNotFound", "categoryNotFound"],
        updates: {
          schema: TransactionSchema,
          read: async (request) => {
            const caller = callerOf(request);
            const { organizationId } = caller;
            const row = await getTransaction(service.database, organizationId, pathMember(request, "transactionId"));
            return renderOne(service, caller, row);
          },
          links: ["url"],
        },
      },
      schema: {
        operationId: "updateTransaction",
        summary: "Edit the note or category of a transaction",
        description:
          "Omitted members keep their values, null clears. Emits `transaction.updated` if something changed.",
        tags,
        params: object({ transactionId: Uuid("The transaction.") }),
        body: { ...EditBodySchema, examples: [{ note: "Paid twice by mistake, see ticket 18" }, { note: null }] },
        response: { 200: TransactionSchema },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const row = await editTransaction(service, {
        caller,
        transactionId: request.params.transactionId,
        body: request.body,
      });
      return renderOne(service, caller, row);
    },
  );
}
