import type { Service } from "../../../kernel/process/service.ts";
import type { Tx } from "../../../kernel/sql/database.ts";
import type { BankFileFormat, IncomingHandler } from "../../bank-files/index.ts";
import { orQuarantine, quarantine } from "../answers/quarantined-file.ts";
import type { RailTools } from "../rail-part.ts";
import type { TransferConnection } from "../transfers/transfer-connection.ts";
import { applyTransferAnswers } from "./apply-transfer-answers.ts";
import { readTransferAnswers } from "./read-transfer-answers.ts";

const formats = ["pain.002", "pacs.002", "pacs.004"] as const;
type AnswerFormat = (typeof formats)[number];

const isAnswer = (format: BankFileFormat): format is AnswerFormat => formats.some((one) => one === format);

/** Processes what banks send back about wires and real-time payments: status reports and returns. */
export const transferHandler = (
  service: Pick<Service, "clock" | "database" | "log" | "vault">,
  { channels, files }: Pick<RailTools<TransferConnection>, "channels" | "files">,
): IncomingHandler => ({
  formats,
  read: (file) =>
    orQuarantine(async () => {
      const { organizationId, connectionId, fileId, format } = file;
      if (!isAnswer(format)) return quarantine(`Files of the format ${format} say nothing about payments.`);
      const connection = await channels.findConnection(service.database, organizationId, connectionId);
      if (connection === undefined) return quarantine("Its bank connection was removed.");
      const answers = await readTransferAnswers(file.chunks(), format);
      const apply = (tx: Tx) =>
        orQuarantine(async () => {
          const about = await applyTransferAnswers({ service, files }, tx, {
            ...{ ...answers, organizationId, connection, fileId },
          });
          return {
            transactions: answers.statuses.length + answers.returns.length,
            payments: about.map((payment) => ({ ...payment, purpose: "answer" as const })),
          };
        });
      return { messageId: answers.messageId, apply };
    }),
});
