import { Type } from "typebox";
import type { Api } from "#kernel/http/api.ts";
import { invalidRequest, notFound } from "#kernel/http/http-refusals.ts";
import { idParams, OneOf, object, PaymentAmount, Uuid } from "#kernel/http/schemas.ts";
import type { Service } from "#kernel/process/service.ts";
import type { AccountId } from "#kernel/values/ids.ts";
import { minorFromDollars } from "#kernel/values/money.ts";
import { findAccounts } from "#money/accounts";
import { actorOf } from "#records/audit";
import { proposeChange } from "#records/controls";
import { callerOf } from "#records/identity";
import { personOf, renderWaiting, requireStepUp, TAKES_TWO, WaitingChangeSchema } from "#records/people";
import { openableKinds, openNewAccount } from "../open-account.ts";
import { openingBalanceKind, proposedBalance } from "./opening-balance.ts";

const tags = ["Accounts"];
const STEP_UP = "Requires recent reauthentication (POST /session/step-up).";
const byUser = { scope: "person", permission: "manageOrganization" } as const;

/** Users who manage the organization open its accounts, and record what they hold at the bank. */
export function firstAccountRoutes(app: Api, service: Service): void {
  app.post(
    "/accounts",
    {
      config: { ...byUser, refusals: ["stepUpNeeded", "accountOpenAlready"] },
      schema: {
        operationId: "openAccount",
        summary: "Open an account",
        description: `Records an account that the organization has at a bank, at a balance of zero. ${STEP_UP}`,
        tags,
        body: {
          ...object(
            {
              name: Type.String({ minLength: 1, maxLength: 100, description: "Its name here." }),
              kind: OneOf(openableKinds, "The account type.", "OpenableAccountKind"),
              routingNumber: Type.String({ minLength: 9, maxLength: 9, description: "The bank's ABA routing number." }),
              accountNumber: Type.String({ minLength: 1, maxLength: 34, description: "Stored encrypted." }),
            },
            { title: "OpenAccountRequest" },
          ),
          examples: [
            { name: "Operating", kind: "checking", routingNumber: "021000021", accountNumber: "445566770099" },
          ],
        },
        response: { 201: object({ accountId: Uuid("The new account.") }, { title: "OpenedAccount" }) },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      requireStepUp(caller);
      const { organizationId } = caller;
      const account = { organizationId, ...request.body, actor: actorOf(caller) };
      const accountId = await service.database.transaction((tx) => openNewAccount(service, tx, account));
      return reply.code(201).send({ accountId });
    },
  );
  openingBalanceRoute(app, service);
}

function openingBalanceRoute(app: Api, service: Service): void {
  app.post(
    "/account/:accountId/opening-balance",
    {
      config: {
        ...byUser,
        refusals: ["stepUpNeeded", "resourceNotFound", "accountHasTransactions", "tooManyControlChanges"],
      },
      schema: {
        operationId: "recordOpeningBalance",
        summary: "Record an account's opening balance",
        description: `What the account holds at the bank before its first transaction here. It ${TAKES_TWO} ${STEP_UP}`,
        tags,
        params: idParams("accountId", "An account without transactions."),
        body: {
          ...object({ amount: PaymentAmount("The balance at the bank.") }, { title: "OpeningBalanceRequest" }),
          examples: [{ amount: 2500 }],
        },
        response: {
          200: object({ transactionId: Uuid("The deposit that it is.") }, { title: "OpeningBalance" }),
          202: WaitingChangeSchema,
        },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      requireStepUp(caller);
      const { organizationId, userId: proposer } = personOf(caller);
      const amountMinor = minorFromDollars(request.body.amount);
      if (amountMinor === undefined)
        throw invalidRequest([{ path: "amount", message: "must be an amount in dollars with at most two decimals" }]);
      const { change, result } = await service.database.transaction(async (tx) => {
        // A UUID by its schema; the lookup checks whether it is an account of the organization.
        const [account] = await findAccounts(tx, organizationId, [request.params.accountId as AccountId]);
        if (account === undefined) throw notFound("account");
        return proposeChange(service, tx, openingBalanceKind(service), {
          organizationId,
          proposer,
          actor: actorOf(caller),
          subject: account.accountId,
          proposal: proposedBalance(account.name, amountMinor),
        });
      });
      return result === undefined ? reply.code(202).send(renderWaiting(change)) : { transactionId: result };
    },
  );
}
