import { statfs } from "node:fs/promises";
import { newYorkDay } from "bursar-banking/calendar/new-york";
import { bankAttention } from "#bank/exchange";
import { countLatePayments } from "#bank/file-rails";
import { systemClock } from "#kernel/clock/clock.ts";
import { masterKeysInUse } from "#kernel/crypto/key-backups.queries.ts";
import { revocations } from "#kernel/crypto/key-revocations.queries.ts";
import { subjectOf } from "#kernel/proofs/row-proof.ts";
import { findAllUnproven } from "#kernel/proofs/watch-rows.ts";
import { acrossOrganizations } from "#kernel/sql/scope.ts";
import { findRolePrivileges } from "#kernel/sql/serving-role.queries.ts";
import { ObjectMissing } from "#kernel/storage/object-store.ts";
import { openObjectStore } from "#kernel/storage/open-object-store.ts";
import { instantOf } from "#kernel/values/ids.ts";
import { outboxBacklog } from "#kernel/work/outbox.queries.ts";
import { stoppedAccounts } from "#records/ledger";
import { type DoctorFinding, inProduction, ok, type Patient } from "./finding.ts";

/** Checks of this installation: its keys, books, work, disk, and settings. The schema must be up to date. */
export const checkService = (patient: Patient): Promise<readonly DoctorFinding[]> =>
  acrossOrganizations(async () => [
    await checkKeys(patient),
    await checkRevocations(patient),
    await checkBooks(patient),
    ...(await checkBacklog(patient)),
    await checkBankFiles(patient),
  ]);

/** Whether the stored keys can be opened: the service does not start without. */
export async function checkMasterKey({ config, keys }: Patient): Promise<DoctorFinding> {
  try {
    const { masterKeyId } = await keys();
    const from = config.masterKeyCommand === undefined ? "" : ", which BURSAR_MASTER_KEY_COMMAND prints,";
    return ok("master key", `The master key ${masterKeyId}${from} opens the stored keys.`);
  } catch (error) {
    return keyFinding(error instanceof Error ? error.message : String(error));
  }
}

export const keyFinding = (found: string): DoctorFinding => ({
  check: "master key",
  level: "critical",
  found,
  todo: "The service does not start without it. docs/operate/keys.md says what to do about a key that is unreadable, another one, or lost.",
});

const YEAR_MS = 365 * 24 * 3_600_000;

/** Whether an operator showed a copy of each master key in use. */
export async function checkKeys(patient: Patient): Promise<DoctorFinding> {
  const check = "key backup";
  const used = await masterKeysInUse(patient.database);
  const missing = used.filter(({ confirmed_at: at }) => at === null);
  if (missing.length > 0)
    return {
      check,
      level: inProduction(patient),
      found: `No copy of the master key ${missing.map(({ master_key_id: id }) => id).join(", ")} was ever shown. If the key is lost, so are bank details and the audit chain.`,
      todo: "Copy the key to a safe place, and run bursar key confirm-backup with the copy.",
    };
  const oldest = Math.min(...used.map(({ confirmed_at: at }) => at?.getTime() ?? 0));
  if (used.length > 0 && oldest < systemClock.now().getTime() - YEAR_MS)
    return {
      check,
      level: "warning",
      found: `The copy of the master key was last shown on ${newYorkDay(new Date(oldest))}.`,
      todo: "Run bursar key confirm-backup again: a copy that cannot be found anymore is none.",
    };
  return ok(check, used.length === 0 ? "There is no key yet." : "A copy of the master key was shown.");
}

/** Keys that an operator has revoked and that can still be restored. */
async function checkRevocations({ database }: Patient): Promise<DoctorFinding> {
  const check = "revoked keys";
  const open = (await revocations(database)).filter(({ state }) => state === "revoked");
  if (open.length === 0) return ok(check, "No organization's keys are waiting to be destroyed.");
  const named = open
    .slice(0, NAMED_MAX)
    .map(({ organization_id: id, destroys_at: at }) => `${id} (on ${at === null ? "no day" : newYorkDay(at)})`);
  return {
    check,
    level: "warning",
    found: `The keys of ${open.length} organizations are revoked and will be destroyed: ${named.join(", ")}.`,
    todo: "If nobody meant that, run bursar key restore --org ORGANIZATION.",
  };
}

async function checkBooks({ database }: Patient): Promise<DoctorFinding> {
  const stopped = await stoppedAccounts(database);
  if (stopped.length === 0) return ok("ledger", "No account is stopped.");
  return {
    check: "ledger",
    level: "critical",
    found: `${stopped.length} accounts are stopped, because their books did not agree.`,
    todo: "Run bursar ledger verify.",
  };
}

const ROWS_MAX = 100;
const NAMED_MAX = 5;

/** Rows that were changed outside the service (docs/adr/0083-proven-rows.md). */
export async function checkProofs({ database, keys }: Patient): Promise<DoctorFinding> {
  const check = "proven rows";
  const vault = await keys();
  const found = await acrossOrganizations(() => findAllUnproven({ database, vault }, { limit: ROWS_MAX }));
  if (found.length === 0) return ok(check, "Every row that must be proven is as the service wrote it.");
  const named = found.slice(0, NAMED_MAX).map(subjectOf).join(", ");
  return {
    check,
    level: "critical",
    found: `${found.length >= ROWS_MAX ? "More than a hundred" : found.length} rows were changed outside the service and are not used, such as ${named}.`,
    todo: "Find out who wrote to the database. Then run bursar rows list, and restore each row or accept it.",
  };
}

const BEHIND_MS = 60_000;
const FAR_BEHIND_MS = 15 * 60_000;

/** Work that waits for longer than a minute, by topic: the audit log's seals, webhooks, and the rest. */
async function checkBacklog({ database }: Patient): Promise<readonly DoctorFinding[]> {
  const backlog = await outboxBacklog(database);
  return [
    { check: "audit seals", topics: ["audit"] },
    { check: "background work", topics: ["events", "incoming", "categories", "notices", "memos"] },
  ].map(({ check, topics }): DoctorFinding => {
    const waiting = backlog.filter(({ topic }) => topics.includes(topic));
    const oldest = Math.min(...waiting.flatMap(({ oldest_id: id }) => (id === null ? [] : instantOf(id).getTime())));
    const ageMs = systemClock.now().getTime() - oldest;
    if (waiting.length === 0 || ageMs < BEHIND_MS) return ok(check, "Nothing waits for longer than a minute.");
    return {
      check,
      level: ageMs > FAR_BEHIND_MS ? "critical" : "warning",
      found: `The oldest of ${waiting.reduce((sum, { commits }) => sum + Number(commits), 0)} waiting commits is ${Math.round(ageMs / 1_000)} seconds old.`,
      todo: "Make sure that a process with the role worker runs (BURSAR_ROLES), and read its log.",
    };
  });
}

/** Files and connections that wait for a person, of all organizations. */
async function checkBankFiles({ config, database }: Patient): Promise<DoctorFinding> {
  const check = "bank files";
  // A sandbox has a clock of its own, so nothing there is late.
  const now = config.mode === "production" ? systemClock.now() : new Date(0);
  const { files, unsent, unanswered, openItems, unreachable, problem } = await bankAttention(database, { now });
  const late = await countLatePayments(database, { now });
  const found = [
    ...(late > 0 ? [`${late} payments missed the bank's cut-off`] : []),
    ...(unreachable > 0 ? [`${unreachable} bank connections fail (${problem ?? "unknown problem"})`] : []),
    ...(files > 0 ? [`${files} files are in doubt or set aside`] : []),
    ...(unsent > 0 ? [`${unsent} files could not be sent`] : []),
    ...(unanswered > 0 ? [`${unanswered} files have no answer`] : []),
    ...(openItems > 0 ? [`${openItems} items of received files are open`] : []),
  ];
  if (found.length === 0) return ok(check, "No file or connection waits for a person.");
  return {
    check,
    level: late > 0 || unsent > 0 || unreachable > 0 ? "critical" : "warning",
    found: `${found.join("; ")}.`,
    todo: "Run bursar files list and bursar files items, and bursar bank test for connections that fail.",
  };
}

/** Whether the service runs with fewer rights than the owner of the tables (ADR 0021). */
export async function checkRole(patient: Patient): Promise<DoctorFinding> {
  const { role, owns, unrestricted } = await findRolePrivileges(patient.database);
  if (owns !== true && !unrestricted) return ok("role", `${role} does not own the tables.`);
  return {
    check: "role",
    level: "warning",
    found: `${role} ${owns === true ? "owns the tables: it can change the schema and delete ledger entries" : "bypasses row-level security"}.`,
    todo: "Create another role, run bursar migrate --grant-to with it, and serve with that role.",
  };
}

const GIB = 1024 ** 3;

/** The disk of this machine; the one of a database server is not visible from here. */
export async function checkDisk({ config }: Patient): Promise<DoctorFinding> {
  const check = "disk";
  const { bavail, blocks, bsize } = await statfs(config.dataDir);
  const [freeBytes, part] = [bavail * bsize, bavail / blocks];
  const found = `${(freeBytes / GIB).toFixed(1)} GiB (${Math.round(part * 100)} %) are free for ${config.dataDir}.`;
  if (freeBytes >= 2 * GIB && part >= 0.1) return ok(check, found);
  return {
    check,
    level: freeBytes < GIB / 4 ? "critical" : "warning",
    found,
    todo: "Free space, or move the data folder to a larger disk.",
  };
}

/** No object has this name. */
const PROBE = "doctor-probe";

export async function checkAttachments(patient: Patient): Promise<DoctorFinding> {
  const check = "attachments";
  const { config } = patient;
  if (config.attachments === undefined) {
    const found = `Attachments are in ${config.dataDir}.`;
    if (config.databaseUrl === undefined) return ok(check, `${found} They are part of bursar backup.`);
    return {
      check,
      level: "warning",
      found: `${found} The database's backups do not contain them, and other machines do not see them.`,
      todo: "Copy the folder after each base backup, or set BURSAR_ATTACHMENTS_URL.",
    };
  }
  const store = await openObjectStore(config);
  try {
    await store.get(PROBE);
    return ok(check, `${store.description} answers.`);
  } catch (error) {
    if (error instanceof ObjectMissing) return ok(check, `${store.description} answers.`);
    return {
      check,
      level: "critical",
      found: `${store.description} cannot be used.`,
      todo: "Check BURSAR_ATTACHMENTS_URL and its keys, and whether the storage is reachable from here.",
    };
  } finally {
    await store.close();
  }
}

export const checkSettings = (patient: Patient): readonly DoctorFinding[] => [
  patient.config.publicUrl.startsWith("https://")
    ? ok("public address", `${patient.config.publicUrl} is encrypted.`)
    : {
        check: "public address",
        level: inProduction(patient),
        found: `${patient.config.publicUrl} is not encrypted.`,
        todo: "Put a proxy with a certificate in front of the service, and set PUBLIC_URL to https://….",
      },
  patient.config.smtpUrl === undefined
    ? {
        check: "email",
        level: "warning",
        found: "Emails are written to files, so people do not receive them.",
        todo: "Set SMTP_URL.",
      }
    : ok("email", "A mail server is configured."),
];
