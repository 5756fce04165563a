import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { type Clock, standingClock } from "../../src/kernel/clock.ts";
import { type Config, readConfig } from "../../src/kernel/config.ts";
import { parseMasterKeys } from "../../src/kernel/crypto/master-key.ts";
import { openVault } from "../../src/kernel/crypto/vault.ts";
import { createApi } from "../../src/kernel/http/api.ts";
import { type AccountId, createIdSource, type OrganizationId, type TransactionId } from "../../src/kernel/ids.ts";
import { createOutboxConsumers } from "../../src/kernel/outbox.ts";
import type { Service } from "../../src/kernel/service.ts";
import type { Database } from "../../src/kernel/sql/database.ts";
import { openEmbedded } from "../../src/kernel/sql/embedded.ts";
import { migrate } from "../../src/kernel/sql/migrate.ts";
import { openPostgres } from "../../src/kernel/sql/postgres.ts";
import { eventRoutes, recordTransactionEvents } from "../../src/modules/events/index.ts";
import { createToken, insertOrganization, type NewToken, registerAuthentication } from "../../src/modules/identity/index.ts";
import { openLedgerAccount, openSystemAccounts, postEntries, systemAccountId } from "../../src/modules/ledger/index.ts";
import { createSender, type Sender, type SenderOptions, webhookActionRoutes, webhookRoutes, webhookSenderOptionsOf } from "../../src/modules/webhooks/index.ts";
import { freshDatabase } from "./databases.ts";
import { insertAccount, insertTransaction } from "./webhook-world.queries.ts";

export type DatabaseKind = "PostgreSQL server" | "embedded database";
export const databaseKinds: readonly DatabaseKind[] = ["PostgreSQL server", "embedded database"];

/** Events, webhooks and the ledger on a real database, without loops: a test runs the passes itself. */
export interface WebhookWorld {
  readonly service: Service;
  readonly sender: Sender;
  readonly organizationId: OrganizationId;
  readonly accountId: AccountId;
  /** Calls the API as the organisation's read-write token, or another; returns status and body. */
  call(call: Call): Promise<Reply>;
  newToken(organizationId: OrganizationId, token?: Partial<NewToken>): Promise<string>;
  newOrganization(): Promise<OrganizationId>;
  newAccount(kind: "checking" | "savings" | "treasury"): Promise<AccountId>;
  /** Money arrives: a transaction with its `create` event and its ledger entry. */
  deposit(amountMinor: bigint, options?: { readonly accountId?: AccountId; readonly note?: string }): Promise<TransactionId>;
  /** An `update` event: the transaction's next version. */
  change(transactionId: TransactionId, version: number, note: string): Promise<void>;
}

export interface Call {
  readonly method?: "GET" | "POST" | "DELETE";
  readonly url: string;
  readonly body?: unknown;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  // Tests read members freely; a wrong shape fails the assertion that reads it.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  readonly body: any;
}

export interface WorldOptions {
  readonly kind?: DatabaseKind;
  readonly clock?: Clock;
  readonly config?: Partial<Config>;
  readonly sender?: Partial<SenderOptions>;
}

export const WORLD_START = new Date("2026-11-20T15:00:00Z");

/** Opened for one test, closed when it ends. */
export async function openWebhookWorld(t: Pick<TestContext, "after">, options: WorldOptions = {}): Promise<WebhookWorld> {
  const { kind = "embedded database", clock = standingClock(WORLD_START) } = options;
  const fresh = kind === "PostgreSQL server" ? await freshDatabase() : undefined;
  const database: Database = fresh ? openPostgres({ url: fresh.url, poolSize: 8 }) : await openEmbedded({});
  await migrate(database);
  const service = await serviceOn(database, clock, options.config ?? {});
  const sender = createSender({ ...webhookSenderOptionsOf(service.config), ...options.sender });
  const organizationId = await newOrganization(service);
  const accountId = await newAccount(service, organizationId, "checking");
  const api = createApi(service.config, false);
  registerAuthentication(api, service, {});
  eventRoutes(api, service);
  webhookRoutes(api, service);
  webhookActionRoutes(api, service, sender);
  await api.ready();
  t.after(async () => {
    await api.close();
    await sender.close();
    await database.close();
    await fresh?.drop();
  });
  const newToken = async (of: OrganizationId, token: Partial<NewToken> = {}): Promise<string> =>
    (await database.transaction((tx) => createToken(service, tx, { organizationId: of, name: "test", kind: "readWrite", actor: { type: "operator" }, ...token }))).token;
  const ownToken = await newToken(organizationId);
  return {
    service,
    sender,
    organizationId,
    accountId,
    newToken,
    newOrganization: () => newOrganization(service),
    newAccount: (kindOfAccount) => newAccount(service, organizationId, kindOfAccount),
    call: async ({ method, url, body, token = ownToken, headers = {} }) => {
      const response = await api.inject({
        method: method ?? (body === undefined ? "GET" : "POST"),
        url,
        headers: { authorization: `Bearer ${token}`, ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
        ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
      });
      return { status: response.statusCode, headers: response.headers, body: response.body === "" ? undefined : response.json() };
    },
    deposit: (amountMinor, { accountId: to = accountId, note } = {}) => deposit(service, { organizationId, accountId: to, amountMinor, note: note ?? null }),
    change: (transactionId, version, note) =>
      database.transaction((tx) =>
        recordTransactionEvents(service, tx, {
          organizationId,
          changes: [{ transactionId, version, operation: "update", changedPaths: ["note"], mergePatch: { note }, previousValues: { note: null } }],
        }),
      ),
  };
}

async function serviceOn(database: Database, clock: Clock, config: Partial<Config>): Promise<Service> {
  const silent = (): void => undefined;
  const complain = (...words: readonly unknown[]): void => console.error(...words);
  return {
    config: { ...readConfig({}), ...config },
    database,
    clock,
    newId: createIdSource(() => clock.now()),
    vault: await openVault(database, parseMasterKeys(Buffer.alloc(32, 7).toString("base64"))),
    log: { info: silent, debug: silent, warn: silent, error: complain },
  };
}

async function newOrganization(service: Service): Promise<OrganizationId> {
  const organizationId = service.newId<OrganizationId>();
  await service.database.transaction(async (tx) => {
    await insertOrganization(tx, { organizationId, legalBusinessName: "Acme, Inc.", createdAt: service.clock.now() });
    await service.vault.createOrganizationKey(tx, organizationId, service.clock.now());
    await createOutboxConsumers(tx, organizationId);
    await openSystemAccounts(service, tx, organizationId);
  });
  return organizationId;
}

async function newAccount(service: Service, organizationId: OrganizationId, kind: string): Promise<AccountId> {
  const accountId = service.newId<AccountId>();
  await service.database.transaction(async (tx) => {
    await insertAccount(tx, organizationId, { accountId, kind, at: service.clock.now() });
    await openLedgerAccount(tx, { organizationId, ledgerAccountId: accountId, pays: true });
  });
  return accountId;
}

interface Deposit {
  readonly organizationId: OrganizationId;
  readonly accountId: AccountId;
  readonly amountMinor: bigint;
  readonly note: string | null;
}

async function deposit(service: Service, { organizationId, accountId, amountMinor, note }: Deposit): Promise<TransactionId> {
  const transactionId = service.newId<TransactionId>();
  const at = service.clock.now();
  await service.database.transaction(async (tx) => {
    const external = await systemAccountId(tx, organizationId, "external");
    await insertTransaction(tx, organizationId, { transactionId, accountId, counterpartyId: external, amountMinor, note, at });
    const posted = await postEntries(tx, organizationId, [{ transactionId, effect: "deposit", debitAccountId: external, creditAccountId: accountId, amountMinor, at }]);
    assert.ok(posted.posted);
    await recordTransactionEvents(service, tx, { organizationId, changes: [{ transactionId, version: 1, operation: "create" }] });
  });
  return transactionId;
}
