import { MINUTE_MS } from "#kernel/clock/clock.ts";
import { clockSentence, measureClock } from "#kernel/clock/clock-watch.ts";
import { databaseNow } from "#kernel/clock/database-time.queries.ts";
import {
  type ArchiverState,
  archiverState,
  connectionUse,
  ownConnection,
  type ServerSettings,
  type StandbyState,
  serverSettings,
  standbys,
} from "./doctor.queries.ts";
import { type DoctorFinding, inProduction, ok, type Patient } from "./finding.ts";

/** Checks of a PostgreSQL server: what it would lose if it were gone now, and whether it can serve. */
export async function checkServer(patient: Patient): Promise<readonly DoctorFinding[]> {
  const { database } = patient;
  const settings = await serverSettings(database);
  const [connected, archiver, { now }] = [
    await standbys(database),
    await archiverState(database),
    await databaseNow(database),
  ];
  return [
    ...checkDurable(patient, { settings, standbys: connected, archiver, now }),
    await checkClock(patient),
    await checkConnections(patient),
    await checkEncryption(patient),
  ];
}

/** What decides how much a server would lose. */
export interface DurabilityFacts {
  readonly settings: ServerSettings;
  readonly standbys: readonly StandbyState[];
  readonly archiver: ArchiverState;
  readonly now: Date;
}

export const checkDurable = (patient: Patient, facts: DurabilityFacts): readonly DoctorFinding[] => [
  checkDurability(facts.settings),
  checkChecksums(facts.settings),
  checkStandby(patient, facts),
  checkArchive(patient, facts),
];

/** Always critical: with these settings, a payment that was acknowledged can be gone after a crash. */
function checkDurability(settings: ServerSettings): DoctorFinding {
  const check = "durability";
  const off = (["fsync", "full_page_writes", "synchronous_commit"] as const).filter((name) => settings[name] === "off");
  if (settings.in_recovery)
    return {
      check,
      level: "critical",
      found: "This server is a standby, which accepts no payments.",
      todo: "Set DATABASE_URL to the primary.",
    };
  if (off.length === 0) return ok(check, `PostgreSQL ${settings.version} puts every commit on disk.`);
  return {
    check,
    level: "critical",
    found: `${off.join(", ")} ${off.length === 1 ? "is" : "are"} off: acknowledged payments can be lost in a crash.`,
    todo: `In postgresql.conf, set ${off.map((name) => `${name} = on`).join(", ")}.`,
  };
}

const checkChecksums = ({ data_checksums: sums }: ServerSettings): DoctorFinding =>
  sums === "on"
    ? ok("checksums", "Damaged pages are detected.")
    : {
        check: "checksums",
        level: "warning",
        found: "Pages have no checksums, so damage by a disk may stay unnoticed.",
        todo: "Stop the server and run pg_checksums --enable.",
      };

function checkStandby(patient: Patient, { settings, standbys: found }: DurabilityFacts): DoctorFinding {
  const check = "standby";
  if (found.length === 0)
    return {
      check,
      level: inProduction(patient),
      found: "No standby is connected: if this machine is lost, so is everything since the last archived log.",
      todo: "Start a standby with streaming replication and name it in synchronous_standby_names.",
    };
  const connected = `${found.length} ${found.length === 1 ? "standby is" : "standbys are"} connected`;
  if (found.every(({ sync_state: state }) => state === null))
    return {
      check,
      level: "warning",
      found: `${connected}; this role may not see their state.`,
      todo: "grant pg_monitor to the role of DATABASE_URL.",
    };
  const synchronous = found.filter(({ sync_state: state }) => state === "sync" || state === "quorum");
  if (synchronous.length === 0 || settings.synchronous_standby_names === "")
    return {
      check,
      level: inProduction(patient),
      found: `${connected}, but no synchronous one: a failover loses the last payments.`,
      todo: "Name a standby in synchronous_standby_names, and reload.",
    };
  return ok(check, `Synchronous: ${synchronous.map(({ name }) => name).join(", ")}; ${found.length} connected.`);
}

const HOUR_SECONDS = 3_600;

function checkArchive(patient: Patient, { settings, archiver, now }: DurabilityFacts): DoctorFinding {
  const check = "archive";
  if (settings.archive_mode === "off")
    return {
      check,
      level: inProduction(patient),
      found: "The log is not archived, so the database cannot be restored to an earlier time.",
      todo: "Set archive_mode and archive_command as docs/operate/backup.md describes, or back up with pgBackRest or WAL-G.",
    };
  const { last_archived_at: last, last_failed_at: failed, failing } = archiver;
  if (failing)
    return {
      check,
      level: "critical",
      found: `archive_command fails, most recently at ${failed?.toISOString() ?? "an unknown time"}. The log grows until the disk is full.`,
      todo: "Read the server's log, and repair the archive.",
    };
  if (last === null)
    return {
      check,
      level: "warning",
      found: "Nothing has been archived yet.",
      todo: "Run select pg_switch_wal(), and look into the archive.",
    };
  const ageSeconds = Math.round((now.getTime() - last.getTime()) / 1_000);
  const found = `The last piece of the log was archived ${ageSeconds} seconds ago.`;
  if (settings.archive_timeout === "0")
    return {
      check,
      level: "warning",
      found: `${found} Without archive_timeout, the next one may take hours.`,
      todo: "Set archive_timeout = 60.",
    };
  if (ageSeconds > HOUR_SECONDS)
    return { check, level: "warning", found, todo: "If payments were made since, look into the server's log." };
  return ok(check, found);
}

async function checkClock({ database }: Patient): Promise<DoctorFinding> {
  const check = "clock";
  const measured = await measureClock(database);
  const found = clockSentence(measured);
  if (!measured.isTooLarge) return ok(check, found);
  return {
    check,
    level: Math.abs(measured.differenceMs) > MINUTE_MS ? "critical" : "warning",
    found,
    todo: "Synchronize the clocks of both machines (chrony or systemd-timesyncd).",
  };
}

async function checkConnections({ config, database }: Patient): Promise<DoctorFinding> {
  const check = "connections";
  const { used, own, usable } = await connectionUse(database);
  const found = `${used} of ${usable} connections are in use, ${own} of them by Bursar; a process uses at most ${config.poolSize}.`;
  if (Number(used) + config.poolSize <= usable) return ok(check, found);
  return {
    check,
    level: "warning",
    found: `${found} Another process would not get all of its connections.`,
    todo: "Lower BURSAR_POOL_SIZE, raise max_connections, or put PgBouncer in front of the server.",
  };
}

async function checkEncryption(patient: Patient): Promise<DoctorFinding> {
  const check = "encryption";
  const { encrypted, is_local: isLocal } = await ownConnection(patient.database);
  if (encrypted === true) return ok(check, "The connection to the database is encrypted.");
  if (isLocal) return ok(check, "The database is on this machine.");
  return {
    check,
    level: inProduction(patient),
    found: "The connection to the database is not encrypted.",
    todo: "Turn on ssl in postgresql.conf, and add sslmode=verify-full to DATABASE_URL.",
  };
}
