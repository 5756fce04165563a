import { present } from "../../../src/kernel/assert.ts";
import type { Clock } from "../../../src/kernel/clock/clock.ts";
import { parseMasterKeys } from "../../../src/kernel/crypto/master-key.ts";
import { openVault } from "../../../src/kernel/crypto/vault.ts";
import { type Config, readConfig } from "../../../src/kernel/process/config.ts";
import type { Service } from "../../../src/kernel/process/service.ts";
import { storeMode } from "../../../src/kernel/process/service-mode.ts";
import type { Database } from "../../../src/kernel/sql/database.ts";
import { openPostgres } from "../../../src/kernel/sql/postgres.ts";
import { createIdSource, type OrganizationId } from "../../../src/kernel/values/ids.ts";
import { createOutboxConsumers } from "../../../src/kernel/work/outbox.ts";
import { insertOrganization } from "../../../src/modules/identity/index.ts";
import { openSystemAccounts } from "../../../src/modules/ledger/index.ts";
import { type DatabaseAddresses, freshDatabase, freshEmbedded } from "../databases/databases.ts";
import { long } from "../faults/random.ts";

export type DatabaseKind = "PostgreSQL server" | "embedded database";
export const databaseKinds: readonly DatabaseKind[] = ["PostgreSQL server", "embedded database"];
/**
 * For stories whose statements the laws and "the contract holds" (every route, on the embedded database) put to both
 * databases anyway: on the server each time, on the embedded database with `--long`.
 */
export const storyKinds: readonly DatabaseKind[] = long ? databaseKinds : ["PostgreSQL server"];

export interface TestServiceOptions {
  readonly clock: Clock;
  readonly config?: Partial<Config>;
  /** What becomes of logged errors; nothing unless told. Less than an error is never kept. */
  readonly onError?: Service["log"]["error"];
}

export interface TestService {
  readonly service: Service;
  /** What another process of the same service has: a pool of its own on the same database. PostgreSQL server only. */
  another(): Promise<Service>;
  /** The database as its owner, for tests that tamper: the service's own role may not. */
  owner(): Database;
  /** Where the database is. PostgreSQL server only. */
  addresses(): DatabaseAddresses;
  /** Ends the first service's connections and drops its database; others are to be closed before. */
  close(): Promise<void>;
}

/** What every part of the service is given, on a migrated database of the test's own. */
export async function openTestService(kind: DatabaseKind, options: TestServiceOptions): Promise<TestService> {
  const fresh = kind === "PostgreSQL server" ? await freshDatabase() : undefined;
  const open = async (): Promise<Service> => {
    const database = fresh
      ? openPostgres({ url: fresh.url, poolSize: options.config?.poolSize ?? 8, sendsScope: true, undeclared: "every" })
      : await freshEmbedded();
    const { clock, config = {}, onError = nothing } = options;
    return {
      config: { ...readConfig({}), ...config },
      database,
      clock,
      newId: createIdSource(() => clock.now()),
      vault: await openVault(database, parseMasterKeys(Buffer.alloc(32, 7).toString("base64"))),
      log: { info: nothing, warn: nothing, error: onError, debug: nothing },
    };
  };
  const service = await open();
  let owner: Database | undefined;
  const asOwner = (): Database => {
    owner ??= fresh ? openPostgres({ url: fresh.ownerUrl, poolSize: 4 }) : service.database;
    return owner;
  };
  await storeMode(asOwner(), service.config.mode);
  return {
    service,
    another: open,
    owner: asOwner,
    addresses: () => present(fresh, "an embedded database has no address"),
    close: async () => {
      if (fresh) await owner?.close();
      await service.database.close();
      await fresh?.drop();
    },
  };
}

const nothing = (): void => undefined;

/** An organization with keys, ledger and outbox, and nothing it could pay from or with. */
export async function bareOrganization(service: Service, legalBusinessName = "Acme, Inc."): Promise<OrganizationId> {
  const organizationId = service.newId<OrganizationId>();
  const createdAt = service.clock.now();
  await service.database.transaction(async (tx) => {
    await insertOrganization(tx, { organizationId, legalBusinessName, createdAt });
    await service.vault.createOrganizationKey(tx, organizationId, createdAt);
    await createOutboxConsumers(tx, organizationId);
    await openSystemAccounts(service, tx, organizationId);
  });
  return organizationId;
}
