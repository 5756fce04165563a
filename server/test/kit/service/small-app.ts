import { type MovableClock, manualClock } from "#kernel/clock/clock.ts";
import { type Api, createApi } from "#kernel/http/api.ts";
import type { Config } from "#kernel/process/config.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Database } from "#kernel/sql/database.ts";
import { registerUpdates } from "#kernel/updates/updates.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import type { Actor } from "#records/audit";
import { createToken, registerAuthentication, registerRoutePolicy } from "#records/identity";
import type { AuthenticationOptions } from "#records/identity/authenticate.ts";
import type { NewToken } from "#records/identity/tokens/create-token.ts";
import { noteRefusalsOf } from "./received-refusals.ts";
import { minimalOrganization, openTestService } from "./test-service.ts";

/** A service with a database, one organization, and only the routes that the test needs. */
export interface SmallApp {
  readonly app: Api;
  readonly service: Service;
  readonly clock: MovableClock;
  readonly organizationId: OrganizationId;
  /** Creates a token and returns its ID and text. Read-write by default. */
  newToken(token?: Partial<NewToken>): Promise<{ tokenId: string; token: string }>;
  newOrganization(legalBusinessName: string): Promise<OrganizationId>;
  /** Connects as the owner of the database, for tests that tamper with data. */
  owner(): Database;
  close(): Promise<void>;
}

export interface SmallAppOptions {
  readonly routes: (app: Api, service: Service) => void;
  readonly config?: Partial<Config>;
  readonly authentication?: AuthenticationOptions;
}

export const operator: Actor = { type: "operator", id: "test" };

export async function openSmallApp({ routes, config = {}, authentication = {} }: SmallAppOptions): Promise<SmallApp> {
  const clock = manualClock(new Date("2026-11-20T15:00:00Z"));
  const opened = await openTestService({ clock, config });
  const { service } = opened;
  const organizationId = await minimalOrganization(service);
  const app = createApi(service.config, false);
  registerRoutePolicy(app);
  registerUpdates(app, service);
  registerAuthentication(app, service, authentication);
  routes(app, service);
  noteRefusalsOf(app);
  await app.ready();
  return {
    app,
    service,
    clock,
    organizationId,
    newToken: (token = {}) =>
      service.database.transaction((tx) =>
        createToken(service, tx, { organizationId, name: "test", kind: "readWrite", actor: operator, ...token }),
      ),
    newOrganization: (name) => minimalOrganization(service, name),
    owner: opened.owner,
    close: async () => {
      await app.close();
      await opened.close();
    },
  };
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
