import type { BankFileId } from "#bank/exchange";
import { assert } from "#kernel/assert.ts";
import { plusMs } from "#kernel/clock/clock.ts";
import type { Service } from "#kernel/process/service.ts";
import { hasReachedBank } from "../channels.ts";
import type { RailTools } from "../rail-part.ts";
import type { TransferConnection, TransferWork } from "../transfer-messages/transfer-connection.ts";
import { acceptTransferFiles, dismissTransferFile } from "./answer-transfer-file.ts";
import { lockTransferFiles, type TransferFileRow, writtenTransferFiles } from "./transfer-files.queries.ts";
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
  const written = await writtenTransferFiles(database, organizationId, rail);
  if (written.length === 0) return 0;
  const outcomes = await files.outcomesOf(
    database,
    organizationId,
    written.map((row) => row.file_id),
  );
  assert(outcomes.size <= written.length, "only messages that were asked about have outcomes");
  let moved = 0;
  const clocks = new Map<number, TransferFileRow[]>();
  const unanswered: BankFileId[] = [];
  for (const file of written) {
    const outcome = outcomes.get(file.file_id);
    const settings = connections.get(file.connection_id)?.settings;
    const answered = { organizationId, fileId: file.file_id };
    const isRequest = file.asks_about !== null;
    if (outcome === "dismissed")
      moved += await database.transaction((tx) => dismissTransferFile(service, tx, answered));
    else if (
      hasReachedBank(outcome) &&
      (isRequest || (settings !== undefined && settings.answerWithinMs === undefined))
    )
      unanswered.push(file.file_id);
    const queryAfterMs = settings?.queryAfterMs;
    if (queryAfterMs !== undefined && !isRequest && (hasReachedBank(outcome) || outcome === "inDoubt"))
      clocks.set(queryAfterMs, [...(clocks.get(queryAfterMs) ?? []), file]);
  }
  if (unanswered.length > 0)
    moved += await database.transaction(async (tx) => {
      const locked = await lockTransferFiles(tx, organizationId, unanswered);
      const open = locked.flatMap((file) => (file.state === "written" ? [file.file_id] : []));
      const answerable = await files.answerableAmong(tx, organizationId, open);
      return acceptTransferFiles({ service, files }, tx, organizationId, [...answerable]);
    });
  for (const [queryAfterMs, started] of clocks)
    await expectAnswers(database, organizationId, {
      fileIds: started.map((file) => file.file_id),
      askAt: plusMs(service.clock.now(), queryAfterMs),
    });
  return moved;
}
