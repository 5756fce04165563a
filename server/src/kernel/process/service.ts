import type { FastifyBaseLogger } from "fastify";
import type { Clock } from "../clock/clock.ts";
import type { Vault } from "../crypto/vault.ts";
import type { Database } from "../sql/database.ts";
import type { ObjectStore } from "../storage/object-store.ts";
import type { IdSource } from "../values/ids.ts";
import type { Config } from "./config.ts";

/** What every command needs, passed as the first argument everywhere. It contains nothing about payments. */
export interface Service {
  readonly config: Config;
  readonly database: Database;
  readonly clock: Clock;
  readonly newId: IdSource;
  readonly vault: Vault;
  /** Contents of files, encrypted. */
  readonly objects: ObjectStore;
  readonly log: Pick<FastifyBaseLogger, "info" | "warn" | "error" | "debug">;
}
