import type { Service } from "../../../kernel/process/service.ts";
import { holdState } from "../../bank-connections/index.ts";
import {
  acknowledgeFile,
  findFileOutcomes,
  InOtherFiles,
  rejectFile,
  storeContent,
  writeFile,
} from "../../bank-files/index.ts";
import type { BankFiles } from "../channels.ts";
import { ChangedOrders } from "../orders/changed-orders.ts";

/** The files that the service keeps and sends. */
export const connectedFiles = (service: Service): BankFiles => ({
  holdMode: async (tx, organizationId, { connectionId, mode }) =>
    (await holdState(tx, organizationId, connectionId)) === mode,
  store: async (organizationId, source) => {
    const content = await storeContent(service, organizationId, source);
    return {
      record: async (tx, { answerWithinMs, ...file }) => {
        try {
          await writeFile(service, tx, {
            ...file,
            content,
            ...(answerWithinMs === undefined ? {} : { answerWithinMs }),
          });
        } catch (error) {
          throw error instanceof InOtherFiles ? new ChangedOrders(error.transactionIds) : error;
        }
      },
    };
  },
  outcomesOf: async (db, organizationId, fileIds) =>
    new Map((await findFileOutcomes(db, organizationId, fileIds)).map((row) => [row.file_id, row.outcome])),
  answer: (tx, file, rejection) =>
    rejection === undefined
      ? acknowledgeFile(service, tx, file)
      : rejectFile(service, tx, { ...file, reason: rejection }),
});
