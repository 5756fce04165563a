import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isCluster } from "./citus/distribute.queries.ts";
import type { Database, Tx } from "./database.ts";
import { lockMigrations } from "./migrate.queries.ts";
import { MIGRATIONS_FOLDER } from "./migrations-folder.ts";
import {
  findRole,
  findRolePrivileges,
  quoteIdentifier,
  recordServingRole,
  revokeEverything,
  servingRoles,
} from "./serving-role.queries.ts";

/** A role that cannot be the serving role; the message says what to do. */
export class RoleRefused extends Error {
  override readonly name = "RoleRefused";
}

/** What the service's own role may do to the schema (docs/adr/0021-database-roles.md). */
export interface Standing {
  readonly role: string;
  /** May change the schema: it owns the tables, is a superuser, or no tables exist yet. */
  readonly isOwner: boolean;
  /** Subject to row-level security, which a Citus cluster does not have (ADR 0066). */
  readonly isRestricted: boolean;
  /** The database is the coordinator of a Citus cluster. */
  readonly isCluster: boolean;
}

export async function readStanding(database: Database): Promise<Standing> {
  const { role, owns, unrestricted } = await findRolePrivileges(database);
  const isOwner = owns ?? true;
  const onCluster = await isCluster(database);
  return { role, isOwner, isRestricted: !isOwner && !unrestricted && !onCluster, isCluster: onCluster };
}

interface Grants {
  readonly text: string;
  readonly checksum: string;
}

/** Grants a role what serving needs and nothing else. Later migrations update the grants. */
export async function grantServingRole(database: Database, role: string): Promise<void> {
  const grants = await readGrants();
  await database.transaction(async (tx) => {
    await lockMigrations(tx);
    const found = await findRole(tx, role);
    if (found === undefined)
      throw new RoleRefused(
        `The role ${role} does not exist. Create it first: create role ${quoteIdentifier(role)} login;`,
      );
    if (found.owns || found.unrestricted)
      throw new RoleRefused(
        `The role ${role} owns the tables, is a superuser, or bypasses row-level security. Choose a role without these rights.`,
      );
    await applyGrants(tx, role, grants);
  });
}

/** Updates the privileges of all serving roles after the schema or the list of privileges has changed. */
export async function renewServingRoles(database: Database, schemaChanged: boolean): Promise<void> {
  const grants = await readGrants();
  const outdated = (await servingRoles(database)).filter(
    ({ checksum }) => schemaChanged || checksum !== grants.checksum,
  );
  if (outdated.length === 0) return;
  await database.transaction(async (tx) => {
    await lockMigrations(tx);
    for (const { role } of outdated) await applyGrants(tx, role, grants);
  });
}

async function applyGrants(tx: Tx, role: string, grants: Grants): Promise<void> {
  const quoted = quoteIdentifier(role);
  await revokeEverything(tx, quoted);
  await tx.script(grants.text.replaceAll(':"serving_role"', () => quoted));
  await recordServingRole(tx, role, grants.checksum);
}

async function readGrants(): Promise<Grants> {
  const text = await readFile(join(MIGRATIONS_FOLDER, "serving-role.sql"), "utf8");
  return { text, checksum: createHash("sha256").update(text).digest("hex") };
}
