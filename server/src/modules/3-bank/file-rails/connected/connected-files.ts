import {
  acknowledgeFiles,
  findFileOutcomes,
  hasUnprocessed,
  holdState,
  lockAnswerable,
  openBankFile,
  rejectFile,
  storeContent,
  writeFiles,
} from "#bank/exchange";
import type { Service } from "#kernel/process/service.ts";
import type { BankFiles } from "../channels.ts";

/** The files that the service keeps and sends. */
export const connectedFiles = (service: Service): BankFiles => ({
  holdMode: async (tx, organizationId, { connectionId, mode }) =>
    (await holdState(tx, organizationId, connectionId)) === mode,
  store: (organizationId, source) => storeContent(service, organizationId, source),
  record: async (tx, organizationId, recorded) => {
    await writeFiles(service, tx, organizationId, recorded);
  },
  outcomesOf: async (db, organizationId, fileIds) =>
    new Map((await findFileOutcomes(db, organizationId, fileIds)).map((row) => [row.file_id, row.outcome])),
  hasUnprocessed,
  contentOf: async (organizationId, { connectionId, fileId }) => {
    const file = await openBankFile(service, { organizationId, fileId });
    return file?.connectionId === connectionId ? file.chunks() : undefined;
  },
  answerableAmong: async (tx, organizationId, fileIds) =>
    new Set((await lockAnswerable(tx, organizationId, fileIds)).map((row) => row.file_id)),
  accept: (tx, organizationId, fileIds) => acknowledgeFiles(service, tx, organizationId, fileIds),
  reject: (tx, file, reason) => rejectFile(service, tx, { ...file, reason }),
});
