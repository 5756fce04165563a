import { Type } from "typebox";
import type { Api } from "#kernel/http/api.ts";
import { cursorParameters, idParams, OneOf, object, SortOrder } from "#kernel/http/schemas.ts";
import type { Service } from "#kernel/process/service.ts";
import { dollarsFromMinor } from "#kernel/values/money.ts";
import { callerOf } from "#records/identity";
import { explainBalances } from "./explain-balances.ts";
import { accountToReconcile, listMovementsPage, readInTransit } from "./read-items.ts";
import {
  BankMovementListSchema,
  ReconciliationSchema,
  renderEntry,
  renderMovement,
  renderReconciliation,
} from "./reconciliation-schemas.ts";

export const reconciliationTags = ["Bank files"];
const scope = "bankFiles";
const params = idParams("accountId", "The account.");
const IN_TRANSIT_MAX = 200;

/** Banks' statements compared with the ledger. */
export function readReconciliationRoutes(app: Api, service: Service): void {
  app.get(
    "/reconciliation",
    {
      config: { scope, refusals: [] },
      schema: {
        operationId: "getReconciliation",
        summary: "Compare accounts with the bank",
        description: "Each account's latest statement and the ledger.",
        tags: reconciliationTags,
        response: { 200: ReconciliationSchema },
      },
    },
    async (request) => renderReconciliation(await explainBalances(service, callerOf(request).organizationId)),
  );
  movementsRoute(app, service);
}

function movementsRoute(app: Api, service: Service): void {
  app.get(
    "/reconciliation/:accountId/movements",
    {
      config: { scope, refusals: ["resourceNotFound", "unknownCursor", "conflictingCursors"] },
      schema: {
        operationId: "listBankMovements",
        summary: "List bank movements",
        description: "By default, those without transactions.",
        tags: reconciliationTags,
        params,
        querystring: object({
          ...cursorParameters,
          order: Type.Optional(SortOrder("The default is `desc`.")),
          state: Type.Optional(OneOf(["open", "matched"], "The default is `open`.")),
        }),
        response: { 200: BankMovementListSchema },
      },
    },
    async (request) => {
      const account = await accountToReconcile(service, callerOf(request).organizationId, request.params.accountId);
      const { state = "open", ...query } = request.query;
      const { movements, page } = await listMovementsPage(service, account, { state, query });
      const inTransit = state === "open" ? await readInTransit(service, account, IN_TRANSIT_MAX) : undefined;
      return {
        movements: movements.map(renderMovement),
        inTransit: inTransit?.entries.map(renderEntry) ?? [],
        inTransitCount: Number(inTransit?.count ?? 0n),
        inTransitTotal: dollarsFromMinor(inTransit?.totalMinor ?? 0n),
        page,
      };
    },
  );
}
