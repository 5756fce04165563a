import type { Service } from "../../../kernel/process/service.ts";
import type { Tx } from "../../../kernel/sql/database.ts";
import type { IncomingHandler, Quarantine } from "../../bank-files/index.ts";
import type { AchConnections, BankFiles } from "../channels.ts";
import { applyAcknowledgment, readAcknowledgment } from "./acknowledgments.ts";
import { applyAchAnswers } from "./apply-ach-answers.ts";
import { QuarantinedFile } from "./quarantine.ts";
import { readAchFile } from "./read-ach-file.ts";

/** Processes what banks send back about ACH files: Nacha files with returns and changes, and acknowledgments. */
export const achHandler = (
  service: Service,
  { channels, files }: { readonly channels: AchConnections; readonly files: BankFiles },
): IncomingHandler => ({
  formats: ["nacha", "pain.002"],
  read: (file) =>
    orQuarantine(async () => {
      const { organizationId, connectionId, fileId, format } = file;
      const connection =
        file.rail === "ach" ? await channels.findConnection(service.database, organizationId, connectionId) : undefined;
      if (connection === undefined)
        return { quarantine: `Files of the format ${format} are processed on connections for ACH only.` };
      const key = { organizationId, connectionId, fileId };
      if (format === "pain.002") {
        const acknowledgment = await readAcknowledgment(file.chunks());
        const apply = (tx: Tx) =>
          orQuarantine(async () => {
            await applyAcknowledgment({ service, files }, tx, { ...acknowledgment, ...key });
            return { transactions: 1 };
          });
        return { messageId: acknowledgment.messageId, apply };
      }
      const answers = await readAchFile(file.chunks(), connection.settings);
      const apply = (tx: Tx) =>
        orQuarantine(async () => {
          const about = await applyAchAnswers({ service, files }, tx, { ...answers, ...key });
          const payments = about.map((payment) => ({ ...payment, purpose: "answer" as const }));
          return { transactions: about.length, payments };
        });
      return { apply };
    }),
});

async function orQuarantine<Result>(work: () => Promise<Result>): Promise<Result | Quarantine> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof QuarantinedFile) return { quarantine: error.message };
    throw error;
  }
}
