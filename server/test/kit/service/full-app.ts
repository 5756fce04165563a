import assert from "node:assert/strict";
import { after } from "node:test";
import { inspect } from "node:util";
import { newYorkInstant } from "bursar-banking/calendar/new-york";
import { createOrganization } from "#administration/create-organization.ts";
import { type MovableClock, manualClock } from "#kernel/clock/clock.ts";
import type { Config } from "#kernel/process/config.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Database } from "#kernel/sql/database.ts";
import { acrossOrganizations } from "#kernel/sql/scope.ts";
import {
  type AccountId,
  idAt,
  instantOf,
  type OrganizationId,
  type RecipientId,
  type TokenId,
  type TransactionId,
  type UserId,
} from "#kernel/values/ids.ts";
import { runUntilIdle } from "#kernel/work/worker.ts";
import { type App, createApp } from "#main/app.ts";
import { openAccount } from "#money/accounts";
import { createRecipient } from "#money/recipients";
import { recordSettledTransactions } from "#payments/payments";
import { createToken } from "#records/identity";
import type { NewToken } from "#records/identity/tokens/create-token.ts";
import { postEntries, systemAccountId } from "#records/ledger";
import { insertUser } from "#records/people";
import { insertProvider } from "#records/single-sign-on/providers.queries.ts";
import { createSender, type Sender, webhookSenderOptionsOf } from "#reports/webhooks";
import type { DatabaseAddresses } from "../databases/databases.ts";
import { untilThere } from "./advance-to.ts";
import { noteRefusalsOf } from "./received-refusals.ts";
import { type AnotherPlace, openTestService, type TestServiceOptions } from "./test-service.ts";

export const operator = { type: "operator", id: "test" } as const;

/** The whole service without sockets or loops, on a manual clock; tests run the jobs themselves. */
/** What exchanges files with banks, and applies their answers. */
const BANK_JOBS = ["hand-over", "file-rails", "bank-files", "bank-answers"];

export interface TestWorld {
  readonly service: Service;
  readonly app: App;
  readonly clock: MovableClock;
  /** Sets the clock to a time in New York: `world.setTime("2026-11-20", "18:30")`. */
  setTime(day: string, time: string): void;
  /** Does what these jobs have to do; without names, those that exchange files with banks and apply the answers. */
  work(...names: readonly string[]): Promise<unknown>;
  /** Another process of the same service, with its own pool, writer, and caches. */
  anotherNode(place?: AnotherPlace & { readonly work?: boolean; readonly ownVersion?: string }): Promise<App>;
  newOrganization(): Promise<TestOrganization>;
  /** Connects as the owner of the database, for tests that tamper with data. */
  owner(): Database;
  addresses(): DatabaseAddresses;
  close(): Promise<void>;
}

export interface TestOrganization {
  readonly organizationId: OrganizationId;
  readonly accountId: AccountId;
  readonly recipientId: RecipientId;
  readonly tokenId: TokenId;
  readonly token: string;
  /** The user who created its tokens, who may not approve. */
  readonly creatorId: UserId;
  newToken(token?: Partial<NewToken>): Promise<string>;
  newAccount(name?: string, kind?: "checking" | "savings" | "treasury"): Promise<AccountId>;
  newRecipient(name: string, accountNumber?: string): Promise<RecipientId>;
  /** Entered now, or for an earlier instant. */
  deposit(accountId: AccountId, amountMinor: bigint, at?: Date): Promise<TransactionId>;
}

/** Tests write files at once. Those of the transports write one slowly. */
const FILE_SETTLE_MS = 1;
/** On a busy machine, a receiver takes seconds to answer, and would receive an event again. */
const WEBHOOK_PATIENCE_MS = 180_000;

export const TEST_NOW = new Date("2026-11-20T15:00:00Z");

/** Where the service's database is, unless on the server of the run, and who receives errors. */
type Elsewhere = Pick<TestServiceOptions, "reach" | "server" | "onError"> & {
  /** Sends webhooks instead of a real sender. */
  readonly sender?: Sender;
  /** Organizations have single sign-on switched on: what holds without it must hold with it (law 48). */
  readonly signOn?: boolean;
};

const inOneLine = (part: unknown): string =>
  typeof part === "string" ? part : inspect(part, { breakLength: Number.POSITIVE_INFINITY });

/** For the tests of a file, before the first: closed after the last. A file does not wait for what follows a test that ended. */
export async function openWorldOfFile(...options: Parameters<typeof openWorld>): Promise<TestWorld> {
  const world = await openWorld(...options);
  after(() => world.close());
  return world;
}

export async function openWorld(
  config: Partial<Config> = {},
  { sender, signOn = false, ...elsewhere }: Elsewhere = {},
): Promise<TestWorld> {
  const clock = manualClock(TEST_NOW);
  const opened = await openTestService({
    clock,
    config: { rateLimitPerMinute: 100_000_000, ...config },
    onError: (...line: unknown[]) => void process.stderr.write(`${line.map(inOneLine).join(" ")}\n`),
    ...elsewhere,
  });
  const { service } = opened;
  const options = (node: Service) => ({
    sender: sender ?? createSender({ ...webhookSenderOptionsOf(node.config), timeoutMs: WEBHOOK_PATIENCE_MS }),
    fileSettleMs: FILE_SETTLE_MS,
  });
  const app = await createApp(service, { ...options(service), work: false, machineClock: clock });
  noteRefusalsOf(app.api);
  const closing: (() => Promise<void>)[] = [];
  return {
    service,
    app,
    clock,
    setTime: (day, time) => clock.set(newYorkInstant(Temporal.PlainDate.from(day), Temporal.PlainTime.from(time))),
    work: (...names) => {
      const chosen = names.length === 0 ? BANK_JOBS : names;
      const jobs = app.jobs.filter(({ name }) => chosen.includes(name));
      assert.ok(jobs.length >= chosen.length, "each name is that of a job");
      return acrossOrganizations(() => runUntilIdle(jobs));
    },
    anotherNode: async ({ work = false, ownVersion, ...place } = {}) => {
      const other = await opened.another(place);
      const machineClock = place.clock ?? clock;
      const node = await createApp(other, {
        ...options(other),
        work,
        machineClock,
        ...(ownVersion === undefined ? {} : { ownVersion }),
      });
      closing.push(async () => {
        await node.close();
        await other.database.close();
      });
      return node;
    },
    newOrganization: async () => {
      const made = await newOrganization(service);
      if (signOn) await switchOnSignOn(service, made.organizationId);
      return made;
    },
    owner: opened.owner,
    addresses: opened.addresses,
    close: async () => {
      for (const close of closing) await close();
      await app.close();
      await opened.close();
    },
  };
}

async function newOrganization(service: Service): Promise<TestOrganization> {
  const { database } = service;
  const organizationId = await database.transaction((tx) =>
    createOrganization(service, tx, { legalBusinessName: "Acme, Inc.", plan: "pro", actor: operator }),
  );
  const creatorId = await newCreator(service, organizationId);
  let accounts = 0;
  const newAccount = (name = "Operating", kind: "checking" | "savings" | "treasury" = "checking") =>
    database.transaction((tx) =>
      openAccount(service, tx, {
        organizationId,
        name,
        kind,
        routingNumber: "021000021",
        accountNumber: String(400_000_001 + accounts++),
        actor: operator,
      }),
    );
  const newRecipient = async (name: string, accountNumber = "123456789") => {
    const address = { address1: "1 Main St", city: "New York", region: "NY", postalCode: "10001", country: "US" };
    return database.transaction((tx) =>
      createRecipient(service, tx, {
        organizationId,
        actor: operator,
        input: {
          name,
          emails: [],
          electronicRoutingInfo: {
            accountNumber,
            routingNumber: "021000021",
            electronicAccountType: "businessChecking",
            address,
          },
          domesticWireRoutingInfo: { accountNumber, routingNumber: "021000021", address },
          checkInfo: { address },
        },
      }),
    );
  };
  const newToken = (token: Partial<NewToken> = {}) =>
    database.transaction((tx) =>
      createToken(service, tx, {
        organizationId,
        name: "test",
        kind: "readWrite",
        allowlist: ["127.0.0.1"],
        ...(token.actor?.type === "user" ? {} : { createdBy: creatorId }),
        actor: operator,
        ...token,
      }),
    );
  const accountId = await newAccount();
  const { tokenId, token } = await newToken();
  const organization = {
    organizationId,
    accountId,
    recipientId: await newRecipient("Globex"),
    tokenId,
    token,
    creatorId,
  };
  return {
    ...organization,
    newAccount,
    newRecipient,
    newToken: async (options) => (await newToken(options)).token,
    deposit: (to, amountMinor, at) => deposit(service, { organizationId, accountId: to, amountMinor, at }),
  };
}

/** With a provider that nobody reaches, and roles that its claims would give. */
export const switchOnSignOn = (service: Service, organizationId: OrganizationId): Promise<number> =>
  service.database.transaction((tx) =>
    insertProvider(tx, organizationId, {
      enabled: true,
      name: "Example ID",
      issuer: "https://idp.example.com",
      clientId: "bursar",
      secretId: null,
      emailDomains: ["example.com"],
      createsUsers: true,
      roleSource: "claim",
      roleClaim: "groups",
      roleMappings: [{ value: "*", role: "administrator", customPermissions: [] }],
      version: 1,
      at: service.clock.now(),
    }),
  );

async function newCreator(service: Service, organizationId: OrganizationId): Promise<UserId> {
  const userId = service.newId<UserId>();
  await service.database.transaction((tx) =>
    insertUser(tx, {
      organizationId,
      userId,
      email: "integrations@acme.example",
      firstName: "Grace",
      lastName: "Hopper",
      role: "viewer",
      createdAt: service.clock.now(),
    }),
  );
  return userId;
}

async function deposit(
  service: Service,
  {
    organizationId,
    accountId,
    amountMinor,
    at: createdAt,
  }: { organizationId: OrganizationId; accountId: AccountId; amountMinor: bigint; at: Date | undefined },
): Promise<TransactionId> {
  const transactionId = createdAt === undefined ? service.newId<TransactionId>() : idAt<TransactionId>(createdAt, 0);
  const at = instantOf(transactionId);
  await service.database.transaction(async (tx) => {
    const external = await systemAccountId(tx, organizationId, "external");
    await postEntries(tx, organizationId, [
      { transactionId, effect: "deposit", debitAccountId: external, creditAccountId: accountId, amountMinor, at },
    ]);
    await recordSettledTransactions(service, tx, {
      organizationId,
      rows: [
        {
          transactionId,
          accountId,
          counterpartyId: external,
          counterpartyName: "A customer",
          counterpartyNickname: null,
          amountMinor,
          kind: "externalTransfer",
          bankDescription: "Deposit from A customer",
          note: null,
          transferId: null,
          createdAt: at,
          tokenId: null,
        },
      ],
    });
  });
  return transactionId;
}

interface Call {
  readonly method?: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  readonly url: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One call to the app, without a socket. An advance of the clock is continued until it is there. */
export const inject = (app: App, token: string, call: Call) =>
  untilThere((body) => injectOnce(app, token, { ...call, body }), call.body);

async function injectOnce(app: App, token: string, call: Call) {
  const response = await app.api.inject({
    method: call.method ?? (call.body === undefined ? "GET" : "POST"),
    url: call.url,
    headers: {
      authorization: `Bearer ${token}`,
      ...(call.body === undefined ? {} : { "content-type": "application/json" }),
      ...call.headers,
    },
    ...(call.body === undefined
      ? {}
      : {
          payload: typeof call.body === "string" || Buffer.isBuffer(call.body) ? call.body : JSON.stringify(call.body),
        }),
  });
  return {
    status: response.statusCode,
    headers: response.headers,
    text: response.body,
    body: isJson(response) ? response.json() : undefined,
  };
}

const isJson = (response: { body: string; headers: Readonly<Record<string, unknown>> }): boolean =>
  response.body !== "" && /^application\/(?:scim\+)?json/.test(String(response.headers["content-type"]));

export const payment = (organization: TestOrganization, more: Readonly<Record<string, unknown>> = {}) => ({
  url: `/account/${organization.accountId}/transactions`,
  body: { recipientId: organization.recipientId, amount: 10, paymentMethod: "ach", ...more },
});
