import { plusMs, SECOND_MS } from "../../kernel/clock/clock.ts";
import type { OrganizationId } from "../../kernel/values/ids.ts";
import { eachOrganization } from "../../kernel/work/each-organization.ts";
import type { BankFileId } from "../bank-files/index.ts";
import { moveAchFile, plannedFiles, writtenFiles } from "./ach/ach-files.queries.ts";
import { lastMomentOf, windowAfter } from "./ach/ach-windows.ts";
import { NoModifierLeft, planFile, replanFile } from "./ach/plan-file.ts";
import { type FileService, writePlannedFile } from "./ach/write-file.ts";
import type { AchConnection, AchConnections, BankFiles } from "./channels.ts";
import { acceptAchFile, rejectAchFile } from "./inbound/answer-file.ts";
import { matchConnections } from "./orders/connect-orders.ts";
import {
  nextWindow,
  type OpenWindow,
  openWindows,
  organizationsWithOrders,
  postponeOrders,
  unfileOrders,
} from "./orders/orders.queries.ts";

/** What the file rails need besides the service. */
export interface FileRailTools {
  readonly channels: AchConnections;
  readonly files: BankFiles;
  /** Whether payments of the organization are due now that have not been handed over: a file waits for them. */
  readonly awaitsHandOver: (organizationId: OrganizationId) => Promise<boolean>;
}

/** A file that waits for payments is written this long before its last moment anyway. */
const WAIT_UNTIL_MS = 60 * SECOND_MS;

const each = eachOrganization("file-rails");

/**
 * One pass: connects payments with bank connections, and writes the files that are due. Returns the number of payments
 * and files that moved.
 */
export async function runFileRails(service: FileService, tools: FileRailTools): Promise<number> {
  const now = service.clock.now();
  const ids = (await organizationsWithOrders(service.database, now)).map((row) => row.organization_id);
  return each.run(service, ids, (organizationId) => workOf(service, tools, organizationId));
}

/** When a window with open payments is due next; undefined if none is open. */
export const nextFileAt = async (service: Pick<FileService, "database">): Promise<Date | undefined> =>
  (await nextWindow(service.database)).window_at ?? undefined;

async function workOf(service: FileService, tools: FileRailTools, organizationId: OrganizationId): Promise<number> {
  const { database } = service;
  const connections = await tools.channels.connectionsOf(database, organizationId, "ach");
  const byId = new Map([...connections.values()].map((connection) => [connection.connectionId, connection]));
  let done = await matchConnections(service, organizationId, connections);
  // Files that were planned before a crash come first: their payments have waited longest.
  done += await writePlanned(service, tools, { organizationId, connections: byId });
  for (const window of await openWindows(database, organizationId)) {
    const connection = byId.get(window.connection_id);
    if (connection === undefined || window.window_at > service.clock.now()) continue;
    done += await planWindow(service, tools, { organizationId, connection, window });
  }
  done += await writePlanned(service, tools, { organizationId, connections: byId });
  return done + (await followFiles(service, tools, { organizationId, connections: byId }));
}

interface WindowToPlan {
  readonly organizationId: OrganizationId;
  readonly connection: AchConnection;
  readonly window: OpenWindow;
}

/** Plans the file of a window that is due, or moves its payments to the next one if it is too late. */
async function planWindow(
  service: FileService,
  tools: FileRailTools,
  { organizationId, connection, window }: WindowToPlan,
): Promise<number> {
  const now = service.clock.now();
  const { window_at: windowAt } = window;
  const lastMoment = lastMomentOf(windowAt);
  const postpone = async (): Promise<number> => {
    const to = windowAfter(connection.settings.windows, now > lastMoment ? now : plusMs(lastMoment, SECOND_MS));
    service.log.warn({ organizationId, windowAt, to }, "An ACH window was missed; its payments go into the next file");
    const move = { connectionId: connection.connectionId, from: windowAt, to };
    return service.database.transaction((tx) => postponeOrders(tx, organizationId, move));
  };
  if (now > lastMoment) return postpone();
  const mayWait = now < plusMs(lastMoment, -WAIT_UNTIL_MS);
  if (mayWait && (await tools.awaitsHandOver(organizationId))) return 0;
  try {
    const planned = await service.database.transaction((tx) =>
      planFile(service, tx, { organizationId, connection, windowAt, now }),
    );
    return planned === undefined ? 0 : 1;
  } catch (error) {
    if (!(error instanceof NoModifierLeft)) throw error;
    return postpone();
  }
}

interface FilesToWrite {
  readonly organizationId: OrganizationId;
  readonly connections: ReadonlyMap<AchConnection["connectionId"], AchConnection>;
}

/** Builds every planned file. Returns the number of payments. */
async function writePlanned(
  service: FileService,
  tools: FileRailTools,
  { organizationId, connections }: FilesToWrite,
): Promise<number> {
  let done = 0;
  for (const file of await plannedFiles(service.database, organizationId)) {
    const connection = connections.get(file.connection_id);
    if (connection === undefined) {
      done += await dropPlanned(service, organizationId, file.file_id);
      continue;
    }
    const now = service.clock.now();
    if (now > lastMomentOf(file.window_at)) {
      await service.database.transaction((tx) => replanFile(tx, { organizationId, connection, file, now }));
      done += 1;
    } else if (file.window_at <= now) {
      done += await writePlannedFile(service, tools.files, { organizationId, file, connection });
    }
  }
  return done;
}

/** The connection of a planned file is gone: its payments wait for another one. */
const dropPlanned = (service: FileService, organizationId: OrganizationId, fileId: BankFileId): Promise<number> =>
  service.database.transaction(async (tx) => {
    const dropped = await moveAchFile(tx, organizationId, { fileId, trigger: "drop", at: service.clock.now() });
    return dropped === 0 ? 0 : unfileOrders(tx, organizationId, fileId);
  });

/**
 * Files of banks that acknowledge none count as accepted once they reached the bank. If a person decided that a file will
 * not be sent, its payments fail.
 */
async function followFiles(
  service: FileService,
  { files }: FileRailTools,
  { organizationId, connections }: FilesToWrite,
): Promise<number> {
  const { database } = service;
  const written = await writtenFiles(database, organizationId);
  if (written.length === 0) return 0;
  const ids = written.map((row) => row.file_id);
  const outcomes = await files.outcomesOf(database, organizationId, ids);
  let moved = 0;
  for (const { file_id: fileId, connection_id: connectionId } of written) {
    const outcome = outcomes.get(fileId);
    const answered = { organizationId, fileId, sourceFileId: undefined };
    const connection = connections.get(connectionId);
    const isSilent = connection !== undefined && connection.settings.answerWithinMs === undefined;
    if (outcome === "dismissed")
      moved += await database.transaction((tx) =>
        rejectAchFile({ service, files }, tx, { ...answered, code: "BF-DISMISSED" }),
      );
    else if (outcome === "sent" && isSilent)
      moved += await database.transaction((tx) => acceptAchFile({ service, files }, tx, answered));
  }
  return moved;
}
