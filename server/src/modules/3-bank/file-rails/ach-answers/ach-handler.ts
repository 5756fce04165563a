import type { FileItem, IncomingHandler, TakeNote } from "#bank/exchange";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { AchConnection } from "../ach/ach-connection.ts";
import { orQuarantine } from "../answers/quarantined-file.ts";
import type { RailTools } from "../rail-part.ts";
import { applyAchAnswers, oldestAnswered } from "./apply-ach-answers.ts";
import { applyAcknowledgment } from "./apply-acknowledgment.ts";
import { readAchFile } from "./read-ach-file.ts";
import { readAcknowledgment } from "./read-acknowledgment.ts";
import { readSentDetails } from "./sent-details.ts";
import { applyTextAcknowledgment, readTextAcknowledgments } from "./text-acknowledgments.ts";

/** How it is counted that a template of the connection's settings was needed. */
const OWN_TEMPLATE = "acknowledgmentTemplate";

/** Processes what banks send back about ACH files: Nacha files with returns and changes, and acknowledgments. */
export const achHandler = (
  service: Service,
  { channels, files }: Pick<RailTools<AchConnection>, "channels" | "files">,
): IncomingHandler => ({
  rail: "ach",
  formats: ["nacha", "pain.002", "acknowledgment"],
  read: (file) =>
    orQuarantine(async () => {
      const { organizationId, connectionId, fileId, format } = file;
      const connection = await channels.findConnection(service.database, organizationId, connectionId);
      if (connection === undefined) return { quarantine: "Its bank connection was removed." };
      const key = { organizationId, connectionId, fileId };
      if (format === "pain.002") {
        const acknowledgment = await readAcknowledgment(file.chunks(), file.tolerates);
        const apply = (tx: Tx) =>
          orQuarantine(async () => {
            const items = await applyAcknowledgment({ service, files }, tx, { ...acknowledgment, ...key });
            return {
              transactions: Math.max(acknowledgment.entries.length + acknowledgment.items.length, 1),
              items,
              tolerated: acknowledgment.tolerated,
            };
          });
        return { messageId: acknowledgment.messageId, apply };
      }
      if (format === "acknowledgment") {
        const { acknowledgmentTemplates: own } = connection.settings;
        const { acknowledgments, template } = await readTextAcknowledgments(file.chunks(), own);
        const uses = { tolerance: OWN_TEMPLATE, count: acknowledgments.length, lines: [] };
        const apply = (tx: Tx) =>
          orQuarantine(async () => {
            const items: FileItem[] = [];
            for (const acknowledgment of acknowledgments)
              items.push(...(await applyTextAcknowledgment({ service, files }, tx, { ...acknowledgment, ...key })));
            const tolerated = own.includes(template) ? [uses] : [];
            return { transactions: Math.max(acknowledgments.length, items.length), items, tolerated };
          });
        return { apply };
      }
      // Read twice: once to its end, because a file that is not valid changes nothing, and once to apply it.
      const answers = () => readAchFile(file.chunks(), connection.settings, file.tolerates);
      const traceNumbers = new Set<string>();
      for await (const entry of answers()) if (entry.kind === "change") traceNumbers.add(entry.originalTraceNumber);
      const sent = await readSentDetails(service, files, { ...key, traceNumbers, since: oldestAnswered(service) });
      const apply = (tx: Tx, note: TakeNote) =>
        orQuarantine(async () => ({
          transactions: await applyAchAnswers({ service, files }, tx, { ...key, answers: answers(), sent, note }),
        }));
      return { apply };
    }),
});
