import { type MovableClock, standingClock } from "../../src/kernel/clock.ts";
import { type Config, readConfig } from "../../src/kernel/config.ts";
import { parseMasterKeys } from "../../src/kernel/crypto/master-key.ts";
import { openVault } from "../../src/kernel/crypto/vault.ts";
import { type Api, createApi } from "../../src/kernel/http/api.ts";
import { createIdSource, type OrganizationId } from "../../src/kernel/ids.ts";
import { createOutboxConsumers } from "../../src/kernel/outbox.ts";
import type { Service } from "../../src/kernel/service.ts";
import type { Actor } from "../../src/modules/audit/index.ts";
import {
  type AuthenticationOptions,
  createToken,
  insertOrganization,
  type NewToken,
  registerAuthentication,
} from "../../src/modules/identity/index.ts";
import { openSystemAccounts } from "../../src/modules/ledger/index.ts";
import { freshEmbedded } from "./databases.ts";

/** A service on a database in memory, with one organisation, and an app of just the routes a test is about. */
export interface SmallApp {
  readonly app: Api;
  readonly service: Service;
  readonly clock: MovableClock;
  readonly organizationId: OrganizationId;
  /** Creates a token and returns its id and text. Read-write unless told. */
  newToken(token?: Partial<NewToken>): Promise<{ tokenId: string; token: string }>;
  newOrganization(legalBusinessName: string): Promise<OrganizationId>;
  close(): Promise<void>;
}

export interface SmallAppOptions {
  readonly routes: (app: Api, service: Service) => void;
  readonly config?: Partial<Config>;
  readonly authentication?: AuthenticationOptions;
}

export const operator: Actor = { type: "operator", id: "test" };

export async function openSmallApp({ routes, config = {}, authentication = {} }: SmallAppOptions): Promise<SmallApp> {
  const database = await freshEmbedded();
  const clock = standingClock(new Date("2026-11-20T15:00:00Z"));
  const silent = () => undefined;
  const service: Service = {
    config: { ...readConfig({}), ...config },
    database,
    clock,
    newId: createIdSource(() => clock.now()),
    vault: await openVault(database, parseMasterKeys(Buffer.alloc(32, 7).toString("base64"))),
    log: { info: silent, warn: silent, error: silent, debug: silent },
  };
  const newOrganization = async (legalBusinessName: string): Promise<OrganizationId> => {
    const id = service.newId<OrganizationId>();
    await database.transaction(async (tx) => {
      await insertOrganization(tx, { organizationId: id, legalBusinessName, createdAt: clock.now() });
      await service.vault.createOrganizationKey(tx, id, clock.now());
      await createOutboxConsumers(tx, id);
      await openSystemAccounts(service, tx, id);
    });
    return id;
  };
  const organizationId = await newOrganization("Acme, Inc.");
  const app = createApi(service.config, false);
  registerAuthentication(app, service, authentication);
  routes(app, service);
  await app.ready();
  return {
    app,
    service,
    clock,
    organizationId,
    newToken: (token = {}) =>
      database.transaction((tx) =>
        createToken(service, tx, { organizationId, name: "test", kind: "readWrite", actor: operator, ...token }),
      ),
    newOrganization,
    close: async () => {
      await app.close();
      await database.close();
    },
  };
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
