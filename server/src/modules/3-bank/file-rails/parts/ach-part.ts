import { lastMomentOf, windowAfter } from "bursar-banking/calendar/ach-windows";
import { plusMs, SECOND_MS } from "#kernel/clock/clock.ts";
import type { Service } from "#kernel/process/service.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { tryEach } from "#kernel/work/each-organization.ts";
import type { AchConnection } from "../ach/ach-connection.ts";
import { achEntryOf, identificationOf, textsKey } from "../ach/ach-entry.ts";
import { type AchFileRow, plannedFiles, writtenFiles } from "../ach/ach-files.queries.ts";
import { NoModifierLeft, planFile, replanFile } from "../ach/plan-file.ts";
import { dropFile, writePlannedFile } from "../ach/write-file.ts";
import { achHandler } from "../ach-answers/ach-handler.ts";
import { acceptAchFile, rejectAchFile } from "../ach-answers/answer-file.ts";
import { hasReachedBank } from "../channels.ts";
import { alertMissedFile, postpone } from "../orders/missed-cut-offs.ts";
import type { DueWindow, FileService, RailConnection, RailPart, RailTools } from "../rail-part.ts";
import { planReversals } from "../reversals/plan-reversals.ts";
import { dropReversals, settleReversals, writeReversals } from "../reversals/write-reversals.ts";

/** A file that waits for payments is written this long before its last moment anyway. */
const WAIT_UNTIL_MS = 60 * SECOND_MS;

type AchTools = RailTools<AchConnection>;

/** ACH payments: one Nacha file per window and connection. */
export const achPart = (service: Service, tools: AchTools): RailPart => ({
  rail: "ach",
  handler: achHandler(service, tools),
  open: async (organizationId) => {
    const served = await tools.channels.connectionsOf(service.database, organizationId);
    const connections = new Map([...served.values()].map((connection) => [connection.connectionId, connection]));
    const work = { organizationId, connections };
    return {
      connections: new Map([...served].map(([accountId, connection]) => [accountId, asSeenByPayments(connection)])),
      planWindow: (window) => planWindow(service, tools, { ...work, window }),
      writePlanned: () => writePlanned(service, tools, work),
      followFiles: async () => (await followFiles(service, tools, work)) + (await reverse(service, tools, work)),
    };
  },
});

const asSeenByPayments = ({ connectionId, firstDays, settings }: AchConnection): RailConnection => ({
  connectionId,
  firstDays,
  fitOf: ({ transactionId, content }) => {
    const entry = achEntryOf(transactionId, content);
    return "code" in entry
      ? entry
      : {
          entryClass: entry.entryClass,
          receivingBank: entry.entry.receivingDfiIdentification,
          batchTexts: textsKey(entry.texts),
          settlesLater: content.achFields?.settlement === "nextDay",
          identification: identificationOf(content),
        };
  },
  windowAfter: (at) => windowAfter(settings.windows, at),
  isTooLate: (dueAt, at) => windowAfter(settings.windows, dueAt) < windowAfter(settings.windows, at),
});

interface AchWork {
  readonly organizationId: OrganizationId;
  readonly connections: ReadonlyMap<AchConnection["connectionId"], AchConnection>;
}

/** Plans the file of a window that is due, or moves its payments to the next one if it is too late. */
async function planWindow(
  service: FileService,
  tools: AchTools,
  { organizationId, connections, window: { connectionId, windowAt } }: AchWork & { readonly window: DueWindow },
): Promise<number> {
  const connection = connections.get(connectionId);
  if (connection === undefined) return 0;
  const now = service.clock.now();
  const lastMoment = lastMomentOf(windowAt);
  const toNextWindow = async (): Promise<number> => {
    const to = windowAfter(connection.settings.windows, now > lastMoment ? now : plusMs(lastMoment, SECOND_MS));
    service.log.warn({ organizationId, windowAt, to }, "An ACH window was missed; its payments go into the next file");
    return postpone(service, organizationId, { rail: "ach", connectionId, missedAt: windowAt, leavesAt: to });
  };
  if (now > lastMoment) return toNextWindow();
  const mayWait = now < plusMs(lastMoment, -WAIT_UNTIL_MS);
  if (mayWait && (await tools.awaitsHandOver(organizationId))) return 0;
  try {
    return await service.database.transaction((tx) =>
      planFile(service, tx, { organizationId, connection, windowAt, now }),
    );
  } catch (error) {
    if (!(error instanceof NoModifierLeft)) throw error;
    return toNextWindow();
  }
}

/** Builds every planned file. Returns the number of payments. */
async function writePlanned(
  service: FileService,
  tools: AchTools,
  { organizationId, connections }: AchWork,
): Promise<number> {
  return tryEach(await plannedFiles(service.database, organizationId), async (file) => {
    const connection = connections.get(file.connection_id);
    if (file.reverses === true) return writeReversalsInTime(service, tools, { organizationId, file, connection });
    // Its payments wait for another connection.
    if (connection === undefined) return dropFile(service, organizationId, file.file_id);
    const now = service.clock.now();
    if (now > lastMomentOf(file.window_at)) {
      await service.database.transaction(async (tx) => {
        const leavesAt = await replanFile(tx, { organizationId, connection, file, now });
        const missed = { rail: "ach", connectionId: file.connection_id, missedAt: file.window_at, leavesAt } as const;
        await alertMissedFile(service, tx, { organizationId, fileId: file.file_id, missed });
      });
      return 1;
    }
    return file.window_at <= now ? writePlannedFile(service, tools, { organizationId, file, connection }) : 0;
  });
}

/** Reversals that missed their window, or whose connection is gone, wait for another one. */
async function writeReversalsInTime(
  service: FileService,
  { files }: AchTools,
  {
    organizationId,
    file,
    connection,
  }: Pick<AchWork, "organizationId"> & {
    readonly file: AchFileRow;
    readonly connection: AchConnection | undefined;
  },
): Promise<number> {
  const isMissed = service.clock.now() > lastMomentOf(file.window_at);
  if (connection === undefined || isMissed) return dropReversals(service, organizationId, file);
  return writeReversals(service, files, { organizationId, file, connection });
}

/** Payments that the bank is asked to reverse: plans and writes their files, and books what they brought back. */
async function reverse(service: FileService, tools: AchTools, work: AchWork): Promise<number> {
  const planned = await planReversals(service, tools.files, work);
  const written = planned === 0 ? 0 : await writePlanned(service, tools, work);
  return planned + written + (await settleReversals(service, work.organizationId));
}

/**
 * Files of banks that acknowledge none count as accepted once they reached the bank. If a person decided that a file will
 * not be sent, its payments fail.
 */
async function followFiles(
  service: FileService,
  { files }: AchTools,
  { organizationId, connections }: AchWork,
): Promise<number> {
  const { database } = service;
  const written = await writtenFiles(database, organizationId);
  if (written.length === 0) return 0;
  const ids = written.map((row) => row.file_id);
  const outcomes = await files.outcomesOf(database, organizationId, ids);
  return tryEach(written, async ({ file_id: fileId, connection_id: connectionId }) => {
    const outcome = outcomes.get(fileId);
    const answered = { organizationId, fileId, sourceFileId: undefined };
    const connection = connections.get(connectionId);
    const isSilent = connection !== undefined && connection.settings.answerWithinMs === undefined;
    if (outcome === "dismissed")
      return database.transaction((tx) => rejectAchFile({ service, files }, tx, { ...answered, code: "BF-DISMISSED" }));
    if (!hasReachedBank(outcome) || !isSilent) return 0;
    return database.transaction((tx) => acceptAchFile({ service, files }, tx, answered));
  });
}
