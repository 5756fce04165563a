import { refuseOtherMode } from "#kernel/process/service-mode.ts";
import { sqlStateOf } from "#kernel/sql/database.ts";
import { pendingMigrations } from "#kernel/sql/migrate.ts";
import { checkCluster } from "./cluster-checks.ts";
import { type DoctorFinding, inProduction, ok, type Patient } from "./finding.ts";
import { checkServer } from "./server-checks.ts";
import {
  checkAttachments,
  checkDisk,
  checkKeys,
  checkMasterKey,
  checkProofs,
  checkRole,
  checkService,
  checkSettings,
} from "./service-checks.ts";

/**
 * What an installation lacks for production, and what is wrong with it now. Reads only. A check that fails is a
 * finding, too, so that the others are still reported.
 */
export async function examine(patient: Patient): Promise<readonly DoctorFinding[]> {
  const onServer = patient.config.databaseUrl !== undefined;
  const schema = await reported("schema", () => checkSchema(patient));
  const isCurrent = schema.every(({ level }) => level === "ok");
  return [
    ...(onServer ? await reported("database", () => checkServer(patient)) : [embeddedFinding(patient)]),
    ...(onServer ? await reported("cluster", () => checkCluster(patient)) : []),
    ...schema,
    ...(onServer ? await reported("role", async () => [await checkRole(patient)]) : []),
    ...(isCurrent ? await reported("service", () => checkService(patient)) : []),
    ...(isCurrent ? await examineKeys(patient) : []),
    ...(await reported("disk", async () => [await checkDisk(patient)])),
    ...(await reported("attachments", async () => [await checkAttachments(patient)])),
    ...checkSettings(patient),
  ];
}

/** Without the master key, nothing can be proven. */
async function examineKeys(patient: Patient): Promise<readonly DoctorFinding[]> {
  const key = await checkMasterKey(patient);
  if (key.level !== "ok") return [key];
  return [key, ...(await reported("proven rows", async () => [await checkProofs(patient)]))];
}

/**
 * What decides whether everything survives the loss of this machine, and whether people are reached: for the page "Set up
 * to live", whose readers belong to one organization. So nothing in it is about others, and nothing uses the network.
 */
export const examineInstallation = async (patient: Patient): Promise<readonly DoctorFinding[]> => [
  ...(patient.config.databaseUrl === undefined
    ? [embeddedFinding(patient)]
    : await reported("database", () => checkServer(patient))),
  ...(await reported("key backup", async () => [await checkKeys(patient)])),
];

const embeddedFinding = (patient: Patient): DoctorFinding => ({
  check: "database",
  level: inProduction(patient),
  found: "The embedded database is on this machine only, and one process serves it.",
  todo: "To survive the loss of this machine without loss, move to a server with a standby: bursar move embedded-to-postgres. Until then, run bursar backup.",
});

async function checkSchema({ config, database }: Patient): Promise<readonly DoctorFinding[]> {
  await refuseOtherMode(database, config.mode);
  const pending = await pendingMigrations(database).catch((error: unknown) => {
    // 42P01: the table of migrations does not exist, so none was ever applied.
    if (sqlStateOf(error) === "42P01") return ["all of them"];
    throw error;
  });
  if (pending.length === 0) return [ok("schema", "No migration is pending.")];
  return [
    {
      check: "schema",
      level: "critical",
      found: `Migrations are pending: ${pending.join(", ")}.`,
      todo: "Run bursar migrate as the owner of the tables.",
    },
  ];
}

async function reported(
  check: string,
  work: () => Promise<readonly DoctorFinding[]>,
): Promise<readonly DoctorFinding[]> {
  try {
    return await work();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [
      {
        check,
        level: "critical",
        found: `This could not be checked: ${reason}.`,
        todo: "Fix it, and run bursar doctor again.",
      },
    ];
  }
}
