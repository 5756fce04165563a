import { Type } from "typebox";
import type { Api } from "../../../kernel/http/api.ts";
import { cursorParameters, idParams, OneOf, object, SortOrder } from "../../../kernel/http/schemas.ts";
import type { Service } from "../../../kernel/process/service.ts";
import { callerOf } from "../../identity/index.ts";
import { explainBalances } from "./explain-balances.ts";
import { accountToReconcile, listMovementsPage, oldestInTransit } from "./read-items.ts";
import {
  BankMovementListSchema,
  InTransitSchema,
  ReconciliationSchema,
  renderEntry,
  renderMovement,
  renderReconciliation,
} from "./reconciliation-schemas.ts";

export const reconciliationTags = ["Bank files"];
const scope = "bankFiles";
const params = idParams("accountId", "The account.");
const ENTRIES_MAX = 200;

/** Banks' statements compared with the ledger. */
export function readReconciliationRoutes(app: Api, service: Service): void {
  app.get(
    "/reconciliation",
    {
      config: { scope, refusals: [] },
      schema: {
        operationId: "getReconciliation",
        summary: "Compare accounts with the bank",
        description: "The latest statement of each account and the ledger, with every part of their difference.",
        tags: reconciliationTags,
        response: { 200: ReconciliationSchema },
      },
    },
    async (request) => renderReconciliation(await explainBalances(service, callerOf(request).organizationId)),
  );
  movementsRoute(app, service);
  app.get(
    "/reconciliation/:accountId/transactions",
    {
      config: { scope, refusals: ["resourceNotFound"] },
      schema: {
        operationId: "listTransactionsInTransit",
        summary: "List what statements lack",
        description: `The oldest ${ENTRIES_MAX} ledger entries until the latest statement that no movement of the bank matches.`,
        tags: reconciliationTags,
        params,
        response: { 200: InTransitSchema },
      },
    },
    async (request) => {
      const account = await accountToReconcile(service, callerOf(request).organizationId, request.params.accountId);
      const { entries, hasMore } = await oldestInTransit(service, account, ENTRIES_MAX);
      return { entries: entries.map(renderEntry), hasMore };
    },
  );
}

function movementsRoute(app: Api, service: Service): void {
  app.get(
    "/reconciliation/:accountId/movements",
    {
      config: { scope, refusals: ["resourceNotFound", "unknownCursor", "conflictingCursors"] },
      schema: {
        operationId: "listBankMovements",
        summary: "List bank movements",
        description: "What the bank booked on an account; by default, what no transaction matches.",
        tags: reconciliationTags,
        params,
        querystring: object({
          ...cursorParameters,
          order: Type.Optional(SortOrder("Order of arrival. The default is `desc`.")),
          state: Type.Optional(OneOf(["open", "matched"], "The default is `open`.", "BankMovementState")),
        }),
        response: { 200: BankMovementListSchema },
      },
    },
    async (request) => {
      const account = await accountToReconcile(service, callerOf(request).organizationId, request.params.accountId);
      const { state = "open", ...query } = request.query;
      const { movements, page } = await listMovementsPage(service, account, { state, query });
      return { movements: movements.map(renderMovement), page };
    },
  );
}
