import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { type Clock, type MovableClock, manualClock, plusMs } from "#kernel/clock/clock.ts";
import { type Api, createApi } from "#kernel/http/api.ts";
import type { Config } from "#kernel/process/config.ts";
import type { Service } from "#kernel/process/service.ts";
import type { AccountId, OrganizationId, TransactionId } from "#kernel/values/ids.ts";
import { recordTransactionEvents } from "#records/events";
import { eventRoutes } from "#records/events/feed";
import { createToken, registerAuthentication, registerRoutePolicy } from "#records/identity";
import type { NewToken } from "#records/identity/tokens/create-token.ts";
import { openLedgerAccount, postEntries, systemAccountId } from "#records/ledger";
import {
  createSender,
  runWebhookDeliveries,
  runWebhookFanOut,
  type Sender,
  webhookActionRoutes,
  webhookRoutes,
  webhookSenderOptionsOf,
} from "#reports/webhooks";
import type { SenderOptions } from "#reports/webhooks/sender/guarded-sender.ts";
import { openReceiver, type Receiver } from "#reports/webhooks/sender/receivers.testkit.ts";
import { noteRefusalsOf } from "../service/received-refusals.ts";
import { minimalOrganization, openTestService } from "../service/test-service.ts";
import { findNextDelivery, insertAccount, insertTransaction } from "./webhook-world.queries.ts";

/** Events, webhooks, and the ledger on a real database, without loops: tests run the passes themselves. */
export interface WebhookWorld {
  readonly service: Service;
  readonly sender: Sender;
  readonly organizationId: OrganizationId;
  readonly accountId: AccountId;
  /** Calls the API with the organization's read-write token, or another; returns status and body. */
  call(call: Call): Promise<Reply>;
  newToken(organizationId: OrganizationId, token?: Partial<NewToken>): Promise<string>;
  newOrganization(): Promise<OrganizationId>;
  newAccount(kind: "checking" | "savings" | "treasury"): Promise<AccountId>;
  /** A deposit: a transaction with its `create` event and its ledger entry. */
  deposit(
    amountMinor: bigint,
    options?: { readonly accountId?: AccountId; readonly note?: string },
  ): Promise<TransactionId>;
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

/** Status, headers, and parsed JSON. A wrong shape fails the assertion that reads it. */
export type Reply = Awaited<ReturnType<typeof callApi>>;

export interface WorldOptions {
  readonly clock?: Clock;
  readonly config?: Partial<Config>;
  readonly sender?: Partial<SenderOptions>;
}

export const WORLD_START = new Date("2026-11-20T15:00:00Z");

/** Opened for one test and closed when it ends. */
export async function openWebhookWorld(
  t: Pick<TestContext, "after">,
  options: WorldOptions = {},
): Promise<WebhookWorld> {
  const { clock = manualClock(WORLD_START), config = {} } = options;
  const { service, close } = await openTestService({ clock, config, onError: rethrow });
  const sender = createSender({ ...webhookSenderOptionsOf(service.config), ...options.sender });
  const api = await openApi(service, sender);
  t.after(async () => {
    await api.close();
    await sender.close();
    await close();
  });
  const organizationId = await minimalOrganization(service);
  const accountId = await newAccount(service, organizationId, "checking");
  const newToken = async (of: OrganizationId, token: Partial<NewToken> = {}): Promise<string> => {
    const tokenToCreate = {
      organizationId: of,
      name: "test",
      kind: "readWrite",
      actor: { type: "operator" },
      ...token,
    } as const;
    return (await service.database.transaction((tx) => createToken(service, tx, tokenToCreate))).token;
  };
  const ownToken = await newToken(organizationId);
  return {
    service,
    sender,
    organizationId,
    accountId,
    newToken,
    newOrganization: () => minimalOrganization(service),
    newAccount: (kindOfAccount) => newAccount(service, organizationId, kindOfAccount),
    call: (call) => callApi(api, { token: ownToken, ...call }),
    deposit: (amountMinor, { accountId: to = accountId, note } = {}) =>
      deposit(service, { organizationId, accountId: to, amountMinor, note: note ?? null }),
    change: (transactionId, version, note) => change(service, organizationId, { transactionId, version, note }),
  };
}

async function openApi(service: Service, sender: Sender): Promise<Api> {
  const api = createApi(service.config, false);
  registerRoutePolicy(api);
  noteRefusalsOf(api);
  registerAuthentication(api, service, {});
  eventRoutes(api, service);
  webhookRoutes(api, service);
  webhookActionRoutes(api, service, sender);
  await api.ready();
  return api;
}

async function callApi(api: Api, { method, url, body, token, headers = {} }: Call) {
  const response = await api.inject({
    method: method ?? (body === undefined ? "GET" : "POST"),
    url,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
  const parsed = response.body === "" ? undefined : response.json();
  return { status: response.statusCode, headers: response.headers, body: parsed };
}

interface Change {
  readonly transactionId: TransactionId;
  readonly version: number;
  readonly note: string;
}

const change = (
  service: Service,
  organizationId: OrganizationId,
  { transactionId, version, note }: Change,
): Promise<void> =>
  service.database.transaction((tx) =>
    recordTransactionEvents(service, tx, {
      organizationId,
      changes: [
        {
          transactionId,
          version,
          operation: "update",
          mergePatch: { note },
          previousValues: { note: null },
        },
      ],
    }),
  );

/** Fan-out and deliveries, until nothing is due at this instant. */
export async function pump({ service, sender }: WebhookWorld, random?: () => number): Promise<void> {
  while ((await runWebhookFanOut(service)) > 0);
  while ((await runWebhookDeliveries(service, sender, random === undefined ? {} : { random })) > 0);
}

/** Advances the clock as time passes for a worker: to each instant at which something is due, then to the end. */
export async function advance(
  world: WebhookWorld,
  clock: MovableClock,
  { ms, random, eachStep }: Advance,
): Promise<void> {
  const end = plusMs(clock.now(), ms);
  for (let step = 0; step < 20_000; step += 1) {
    await eachStep?.(step);
    await pump(world, random);
    const next = (await findNextDelivery(world.service.database)).due_at;
    if (next === null || next > end) break;
    assert.ok(next > clock.now(), "everything due now was done");
    clock.set(next);
  }
  clock.set(end);
  await pump(world, random);
}

interface Advance {
  readonly ms: number;
  readonly random?: () => number;
  readonly eachStep?: (step: number) => Promise<void>;
}

/** The events that a receiver got, in order. */
export const eventsAt = (receiver: Receiver) => receiver.requests.map((request) => JSON.parse(request.body));

/** A world with one endpoint, whose receiver answers as the test specifies. */
export async function openWorldWithEndpoint(t: TestContext, endpoint: Readonly<Record<string, unknown>> = {}) {
  const clock = manualClock(WORLD_START);
  const world = await openWebhookWorld(t, { clock });
  let status = 200;
  const receiver = await openReceiver(t, (_request, response) => response.writeHead(status).end("seen"));
  const created = await world.call({ url: "/webhooks", body: { url: `${receiver.origin}/hooks`, ...endpoint } });
  assert.equal(created.status, 200, JSON.stringify(created.body));
  const answer = (next: number): void => {
    status = next;
  };
  return { world, clock, receiver, endpoint: created.body, answer };
}

/** An error that the service would only log fails the test. */
const rethrow = (...words: readonly unknown[]): never => {
  throw new AggregateError(words, "the service logged an error");
};

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

async function deposit(
  service: Service,
  { organizationId, accountId, amountMinor, note }: Deposit,
): Promise<TransactionId> {
  const transactionId = service.newId<TransactionId>();
  const at = service.clock.now();
  await service.database.transaction(async (tx) => {
    const external = await systemAccountId(tx, organizationId, "external");
    await insertTransaction(tx, organizationId, {
      transactionId,
      accountId,
      counterpartyId: external,
      amountMinor,
      note,
      at,
    });
    const posted = await postEntries(tx, organizationId, [
      { transactionId, effect: "deposit", debitAccountId: external, creditAccountId: accountId, amountMinor, at },
    ]);
    assert.ok(posted.posted);
    await recordTransactionEvents(service, tx, {
      organizationId,
      changes: [{ transactionId, version: 1, operation: "create" }],
    });
  });
  return transactionId;
}
