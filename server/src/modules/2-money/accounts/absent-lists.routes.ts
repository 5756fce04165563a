import { Type } from "typebox";
import type { Api } from "#kernel/http/api.ts";
import { notFound } from "#kernel/http/http-refusals.ts";
import { idParams, object, PageSchema } from "#kernel/http/schemas.ts";
import type { Service } from "#kernel/process/service.ts";
import { callerOf } from "#records/identity";
import { findAccountRow } from "./accounts.queries.ts";

const tags = ["Accounts"];
const config = { scope: "fetchDepositoryAccounts" } as const;
const none = { maxItems: 0, description: "Always empty." };
const ABSENT = "this service has none. The list is empty, and an item is not found";

/**
 * Resources of this API family that this service does not have (decision P5): clients that load everything read empty
 * lists, in the shapes that they expect, and go on (wire contract §4.16).
 */
export function absentListRoutes(app: Api, service: Service): void {
  cardRoutes(app, service);
  app.get(
    "/credit",
    {
      config,
      schema: {
        operationId: "listCreditAccounts",
        summary: "List credit accounts",
        description: `Credit accounts: ${ABSENT}.`,
        tags,
        response: {
          200: object({ accounts: Type.Array(Type.Unknown(), none) }, { title: "CreditAccountList" }),
        },
      },
    },
    () => ({ accounts: [] }),
  );
  app.get(
    "/safes",
    {
      config,
      schema: {
        operationId: "listSafes",
        summary: "List SAFEs",
        description: `Simple agreements for future equity: ${ABSENT}.`,
        tags,
        response: { 200: Type.Array(Type.Unknown(), { ...none, title: "SafeList" }) },
      },
    },
    () => [],
  );
  itemRoute(app, "/safes/:safeRequestId", "SAFE");
  itemRoute(app, "/safes/:safeRequestId/document", "SAFE");
}

function cardRoutes(app: Api, service: Service): void {
  app.get(
    "/cards",
    {
      config,
      schema: {
        operationId: "listCards",
        summary: "List cards",
        description: `Debit and credit cards: ${ABSENT}.`,
        tags,
        response: {
          200: object({ cards: Type.Array(Type.Unknown(), none), page: PageSchema }, { title: "CardList" }),
        },
      },
    },
    () => ({ cards: [], page: {} }),
  );
  app.get(
    "/account/:accountId/cards",
    {
      config: { ...config, refusals: ["resourceNotFound"] },
      schema: {
        operationId: "listAccountCards",
        summary: "List an account's cards",
        description: `Debit and credit cards: ${ABSENT}.`,
        tags,
        params: idParams("accountId", "The account."),
        response: { 200: object({ cards: Type.Array(Type.Unknown(), none) }, { title: "AccountCardList" }) },
      },
    },
    async (request) => {
      const { organizationId } = callerOf(request);
      if ((await findAccountRow(service.database, organizationId, request.params.accountId)) === undefined)
        throw notFound("account");
      return { cards: [] };
    },
  );
  itemRoute(app, "/cards/:cardId", "card");
}

/** Not in the API documents, because there is no success to describe. */
function itemRoute(app: Api, url: string, resource: string): void {
  app.get(url, { config: { ...config, refusals: ["resourceNotFound"] }, schema: { hide: true } }, () => {
    throw notFound(resource);
  });
}
