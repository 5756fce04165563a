import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Clock } from "#kernel/clock/clock.ts";
import { parseMasterKeys } from "#kernel/crypto/master-key.ts";
import { openVault } from "#kernel/crypto/vault.ts";
import { type Config, readConfig } from "#kernel/process/config.ts";
import type { Service } from "#kernel/process/service.ts";
import { storeMode } from "#kernel/process/service-mode.ts";
import { provingRows, requireProofs } from "#kernel/proofs/proving-database.ts";
import type { Database } from "#kernel/sql/database.ts";
import { openPostgres } from "#kernel/sql/postgres.ts";
import { openObjectStore } from "#kernel/storage/open-object-store.ts";
import { createIdSource, type OrganizationId } from "#kernel/values/ids.ts";
import { createOutboxConsumers } from "#kernel/work/outbox.ts";
import { insertOrganization } from "#records/identity";
import { openSystemAccounts } from "#records/ledger";
import { type DatabaseAddresses, freshDatabase } from "../databases/databases.ts";
import { long } from "../faults/random.ts";

/** How often a law tries: the full figure with `--long`, else the ordinary one. */
export const roundsOf = ({ full, ordinary }: { full: number; ordinary: number }): number => (long ? full : ordinary);

export interface TestServiceOptions {
  readonly clock: Clock;
  readonly config?: Partial<Config>;
  /** Another server than that of the run: its own cluster, for a test that stops workers. */
  readonly server?: string | undefined;
  /** Receives logged errors; ignored by default. Lower levels are never kept. */
  readonly onError?: Service["log"]["error"];
  /** Where the service finds its database instead, such as at a pooler. */
  readonly reach?: (database: DatabaseAddresses) => Promise<string>;
}

/** What differs on another machine. */
export interface AnotherPlace {
  readonly clock?: Clock | undefined;
  /** The address at which the database is found from there. */
  readonly url?: string | undefined;
  readonly onError?: TestServiceOptions["onError"];
}

export interface TestService {
  readonly service: Service;
  /** What another process of the same service would have: its own pool on the same database. */
  another(place?: AnotherPlace): Promise<Service>;
  /** Connects as the owner, for tests that tamper with data; the serving role may not. */
  owner(): Database;
  addresses(): DatabaseAddresses;
  /** Closes the first service's connections and drops its database. Close other services first. */
  close(): Promise<void>;
}

/** On a busy machine, statements wait long for their turn, which says nothing about the service. */
const CONNECTION_PATIENCE_MS = 60_000;

/** What every part of the service receives, on a migrated database that only this test uses. */
export async function openTestService(options: TestServiceOptions): Promise<TestService> {
  const fresh = await freshDatabase({ server: options.server });
  const url = await (options.reach?.(fresh) ?? fresh.url);
  // Created by the first upload. Simulations of one seed draw the same UUID, in different processes.
  const dataDir = join(tmpdir(), `bursar-data-${process.pid}-${randomUUID()}`);
  const sendsScope = !fresh.isDistributed;
  const open = async (place: AnotherPlace = {}): Promise<Service> => {
    // A test that chooses the size of the pool, or another way to the database, looks at what happens without a connection.
    const isPatient = options.config?.poolSize === undefined && place.url === undefined && options.reach === undefined;
    const database = openPostgres({
      url: place.url ?? url,
      poolSize: options.config?.poolSize ?? 8,
      ...(isPatient ? { connectionWaitMs: CONNECTION_PATIENCE_MS } : {}),
      sendsScope,
      isCluster: fresh.isDistributed,
      undeclared: "every",
    });
    const onError = place.onError ?? options.onError ?? nothing;
    const clock = place.clock ?? options.clock;
    const config = { ...readConfig({}), dataDir, ...options.config };
    const vault = await openVault(database, parseMasterKeys(Buffer.alloc(32, 7).toString("base64")));
    const log = { info: nothing, warn: nothing, error: onError, debug: nothing };
    return {
      config,
      database: provingRows(database, { vault, log }),
      clock,
      newId: createIdSource(() => clock.now()),
      vault,
      objects: await openObjectStore(config),
      log,
    };
  };
  const service = await open();
  let owner: Database | undefined;
  const asOwner = (): Database => {
    owner ??= openPostgres({ url: fresh.ownerUrl, poolSize: 4 });
    return owner;
  };
  await storeMode(asOwner(), service.config.mode);
  return {
    service,
    another: open,
    owner: asOwner,
    addresses: () => fresh,
    close: async () => {
      await owner?.close();
      await service.objects.close();
      await service.database.close();
      await fresh.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

const nothing = (): void => undefined;

/** An organization with keys, ledger, and outbox, but no accounts and no recipients. */
export async function minimalOrganization(service: Service, legalBusinessName = "Acme, Inc."): Promise<OrganizationId> {
  const organizationId = service.newId<OrganizationId>();
  const createdAt = service.clock.now();
  await service.database.transaction(async (tx) => {
    await insertOrganization(tx, { organizationId, legalBusinessName, createdAt });
    await service.vault.createOrganizationKey(tx, organizationId, createdAt);
    await requireProofs(service.vault, tx, organizationId);
    await createOutboxConsumers(tx, organizationId);
    await openSystemAccounts(service, tx, organizationId);
  });
  return organizationId;
}
