import type { BankFileId } from "#bank/exchange";
import { assert } from "#kernel/assert.ts";
import { plusMs } from "#kernel/clock/clock.ts";
import type { Service } from "#kernel/process/service.ts";
import { hasReachedBank } from "../channels.ts";
import type { RailTools } from "../rail-part.ts";
import type { TransferConnection, TransferWork } from "../transfer-messages/transfer-connection.ts";
import { acceptTransferFiles, dismissTransferFile } from "./answer-transfer-file.ts";
import { lockTransferFiles, markFollowed, unfollowedTransferFiles } from "./transfer-files.queries.ts";
import { expectAnswers } from "./transfers.queries.ts";

/**
 * What follows from messages that were sent: requests, and messages to banks that acknowledge none, need no answer; the
 * clock of real-time payments starts. If a person decided that a message will not be sent, its payments fail. Returns
 * how many moved.
 */
export async function followTransfers(
  service: Pick<Service, "database" | "clock" | "newId" | "vault">,
  { files }: Pick<RailTools<TransferConnection>, "files">,
  { organizationId, rail, connections }: TransferWork,
): Promise<number> {
  const { database } = service;
  const written = await unfollowedTransferFiles(database, organizationId, rail);
  if (written.length === 0) return 0;
  const outcomes = await files.outcomesOf(
    database,
    organizationId,
    written.map((row) => row.file_id),
  );
  assert(outcomes.size <= written.length, "only messages that were asked about have outcomes");
  let moved = 0;
  const unanswered: BankFileId[] = [];
  const reached: BankFileId[] = [];
  const clocks = new Map<number, BankFileId[]>();
  for (const file of written) {
    const outcome = outcomes.get(file.file_id);
    const settings = connections.get(file.connection_id)?.settings;
    const answered = { organizationId, fileId: file.file_id };
    if (outcome === "dismissed")
      moved += await database.transaction((tx) => dismissTransferFile(service, tx, answered));
    const isRequest = file.asks_about !== null;
    if (hasReachedBank(outcome)) {
      const isAnswered = !isRequest && settings?.answerWithinMs !== undefined;
      if (isAnswered) reached.push(file.file_id);
      else if (isRequest || settings !== undefined) unanswered.push(file.file_id);
    }
    const queryAfterMs = isRequest ? undefined : settings?.queryAfterMs;
    if (queryAfterMs === undefined || !(hasReachedBank(outcome) || outcome === "inDoubt")) continue;
    const started = clocks.get(queryAfterMs) ?? [];
    clocks.set(queryAfterMs, started);
    started.push(file.file_id);
  }
  if (unanswered.length > 0)
    moved += await database.transaction(async (tx) => {
      const locked = await lockTransferFiles(tx, organizationId, unanswered);
      const open = locked.flatMap((file) => (file.state === "written" ? [file.file_id] : []));
      const answerable = await files.answerableAmong(tx, organizationId, open);
      return acceptTransferFiles({ service, files }, tx, organizationId, [...answerable]);
    });
  if (clocks.size + reached.length > 0)
    await database.transaction(async (tx) => {
      const now = service.clock.now();
      for (const [queryAfterMs, fileIds] of clocks)
        await expectAnswers(tx, organizationId, { fileIds, askAt: plusMs(now, queryAfterMs) });
      await markFollowed(tx, organizationId, { fileIds: reached, at: now });
    });
  return moved;
}
