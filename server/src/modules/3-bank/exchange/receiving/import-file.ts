import { MINUTE_MS, plusMs } from "#kernel/clock/clock.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import type { BankFileId } from "../bank-file.ts";
import type { BankRail, ConnectionId } from "../bank-rail.ts";
import { noObserver } from "../channels/channel-pass.ts";
import type { ChannelService } from "../channels/lease.ts";
import { getConnection } from "../connections/read-connections.ts";
import { storeContent } from "../content/store-content.ts";
import { type ShownFile, showFile } from "../read-files.ts";
import { readingOf } from "../settings/reading-settings.ts";
import type { IncomingHandler } from "./incoming-handler.ts";
import { recordArrivals } from "./poll-inbox.ts";
import { processFile } from "./process-received.ts";

export interface FileByHand {
  readonly organizationId: OrganizationId;
  /** The connection over which the bank would have sent it. */
  readonly connectionId: ConnectionId;
  readonly rail: BankRail;
  readonly name: string;
  readonly content: AsyncIterable<Uint8Array>;
  readonly handler: IncomingHandler;
}

/** The background work would process it after a crash. */
const PROCESSED_WITHIN_MS = 10 * MINUTE_MS;
const NAME_LENGTH_MAX = 255;

/**
 * Stores a file of the bank that a person has, as if it had arrived over the connection, and processes it. Returns the
 * file in the state in which it is then: `processed`, `repeated`, or `quarantined`, with the reason.
 */
export async function importFile(
  service: ChannelService,
  { organizationId, connectionId, rail, content, handler, ...file }: FileByHand,
): Promise<ShownFile> {
  const stored = await storeContent(service, organizationId, content);
  const fileId = service.newId<BankFileId>();
  const name = file.name.slice(0, NAME_LENGTH_MAX);
  const [state] = await service.database.transaction((tx) =>
    recordArrivals(service, tx, {
      organizationId,
      files: [{ fileId, connectionId, rail, name, remote: undefined, content: stored }],
      retryAt: plusMs(service.machineClock.now(), PROCESSED_WITHIN_MS),
    }),
  );
  if (state === "received") {
    const { channel } = await getConnection(service.database, organizationId, connectionId);
    const reading = readingOf(channel);
    const pass = { service, channel: { organizationId, connectionId, rail, reading }, observer: noObserver };
    await processFile(pass, [handler], { file_id: fileId, name, attempts: 0, is_by_hand: true });
  }
  return showFile(service, { organizationId, fileId, after: 0 });
}
