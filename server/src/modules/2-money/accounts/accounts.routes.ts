import { maskAccountNumber } from "bursar-banking/identifiers/mask";
import { type Static, Type } from "typebox";
import { present } from "#kernel/assert.ts";
import type { Api } from "#kernel/http/api.ts";
import { notFound } from "#kernel/http/http-refusals.ts";
import { findsRow, keysetOf } from "#kernel/http/paging.queries.ts";
import {
  cursorParameters,
  idParams,
  Nullable,
  OneOf,
  object,
  PageSchema,
  Timestamp,
  Usd,
  Uuid,
} from "#kernel/http/schemas.ts";
import type { Service } from "#kernel/process/service.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { dollarsFromMinor } from "#kernel/values/money.ts";
import { actorOf, recordAudit } from "#records/audit";
import { callerOf, getOrganization } from "#records/identity";
import { accountStatuses, sendsPayments } from "./account.ts";
import {
  type AccountRow,
  accountCursorColumn,
  accountWithId,
  findAccountRow,
  pageOfAccounts,
} from "./accounts.queries.ts";
import { accountNumbers } from "./tables.ts";

/** The Account object (wire contract §3.1). */
const AccountSchema = object(
  {
    id: Uuid("The account."),
    name: Type.String({ description: "Display name." }),
    nickname: Nullable(Type.String({ description: "The nickname given by its users." })),
    legalBusinessName: Type.String({ description: "The owner: the organization's legal name." }),
    accountNumber: Type.String({
      description: "The full account number; masked for signed-in users, who can reveal it with a separate request.",
    }),
    routingNumber: Type.String({ description: "ABA routing number." }),
    availableBalance: Usd("Available to spend: the current balance minus holds of pending payments."),
    currentBalance: Usd("The ledger balance."),
    kind: Type.String({ description: "`checking`, `savings` or `treasury`." }),
    type: OneOf(["mercury", "external", "recipient"], "Always `mercury`: an account of the organization."),
    status: OneOf(accountStatuses, "Whether it is in use.", "AccountStatus"),
    createdAt: Timestamp("When it was opened."),
    dashboardLink: Type.String({ description: "Its page in the dashboard." }),
    canReceiveTransactions: Nullable(
      Type.Boolean({ description: "Whether it can receive money: true for an active account." }),
    ),
    canSendPayments: Type.Boolean({ description: "Whether payments can be sent from it." }),
    canSendRealTimePayments: Type.Boolean({ description: "Whether real-time payments can be sent from it." }),
  },
  { title: "Account", description: "One of the organization's own accounts." },
);
export type Account = Static<typeof AccountSchema>;

const tags = ["Accounts"];

/** Reads of accounts (wire contract §4.1, decision R4): checking, savings and treasury alike. */
export function accountRoutes(app: Api, service: Service): void {
  app.get(
    "/accounts",
    {
      config: { scope: "fetchDepositoryAccounts", refusals: ["unknownCursor", "conflictingCursors"] },
      schema: {
        operationId: "getAccounts",
        summary: "List accounts",
        description:
          "The organization's checking, savings and treasury accounts with their balances, in the order in which they were opened.",
        tags,
        querystring: object(cursorParameters),
        response: {
          200: object(
            {
              accounts: Type.Array(AccountSchema, { description: "The accounts of this page." }),
              page: PageSchema,
            },
            { title: "AccountList" },
          ),
        },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const { organizationId } = caller;
      const { database } = service;
      const exists = (id: string) => findsRow(database, accountWithId(organizationId, id));
      const keyset = await keysetOf(request.query, { column: accountCursorColumn, exists });
      const { rows, page } = keyset.finish(
        await pageOfAccounts(database, organizationId, keyset),
        (row) => row.account_id,
      );
      return { accounts: await render(service, caller, rows), page };
    },
  );

  app.get(
    "/account/:accountId",
    {
      config: { scope: "fetchDepositoryAccounts", refusals: ["resourceNotFound"] },
      schema: {
        operationId: "getAccount",
        summary: "Get an account",
        description: "One of the organization's accounts with its balances.",
        tags,
        params: idParams("accountId", "The account."),
        response: { 200: AccountSchema },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const row = await findAccountRow(service.database, caller.organizationId, request.params.accountId);
      const [account] = row === undefined ? [] : await render(service, caller, [row]);
      if (account === undefined) throw notFound("account");
      return account;
    },
  );
  revealRoute(app, service);
}

/** Returns the account's full number; the audit log records each request of a user. */
function revealRoute(app: Api, service: Service): void {
  app.post(
    "/account/:accountId/reveal",
    {
      config: { scope: "person", permission: "fetchDepositoryAccounts", stepUp: true, refusals: ["resourceNotFound"] },
      schema: {
        operationId: "revealAccount",
        summary: "Reveal an account's number",
        description: "Returns the account with its full number. The audit log records who requested it, and when.",
        tags,
        params: idParams("accountId", "The account."),
        response: { 200: AccountSchema },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const { organizationId } = caller;
      const row = await findAccountRow(service.database, organizationId, request.params.accountId);
      if (row === undefined) throw notFound("account");
      const entry = { action: "account.reveal", resourceType: "account", resourceId: row.account_id } as const;
      await service.database.transaction((tx) =>
        recordAudit(service, tx, { organizationId, actor: actorOf(caller), entries: [entry] }),
      );
      const [account] = await render(service, { organizationId }, [row]);
      return present(account, "one row renders to one account");
    },
  );
}

async function render(
  service: Service,
  { organizationId, person }: { organizationId: OrganizationId; person?: unknown },
  rows: readonly AccountRow[],
): Promise<Account[]> {
  const { legalBusinessName } = await getOrganization(service.database, organizationId);
  const { vault, database } = service;
  return Promise.all(
    rows.map(async (row) => {
      const number = await vault.open(
        database,
        organizationId,
        accountNumbers.contextOf(row.account_id),
        row.account_number,
      );
      return {
        id: row.account_id,
        name: row.name,
        nickname: row.nickname,
        legalBusinessName,
        accountNumber: person === undefined ? number : maskAccountNumber(number),
        routingNumber: row.routing_number,
        availableBalance: dollarsFromMinor(row.available_minor),
        currentBalance: dollarsFromMinor(row.available_minor + row.held_minor),
        kind: row.kind,
        type: "mercury" as const,
        status: row.status,
        createdAt: row.created_at.toISOString(),
        dashboardLink: `${service.config.publicUrl}/dashboard/accounts/${row.account_id}`,
        canReceiveTransactions: row.status === "active",
        canSendPayments: row.status === "active" && sendsPayments(row.kind),
        canSendRealTimePayments: row.can_send_real_time_payments,
      };
    }),
  );
}
