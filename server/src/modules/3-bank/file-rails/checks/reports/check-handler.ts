import type { IncomingHandler } from "#bank/exchange";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import { orQuarantine } from "../../answers/quarantined-file.ts";
import type { RailTools } from "../../rail-part.ts";
import type { CheckConnection } from "../check-connection.ts";
import { alertAboutExceptions } from "../exceptions/alert-exceptions.ts";
import { applyCheckReport } from "./apply-check-report.ts";
import { applyCheckStatuses } from "./apply-check-statuses.ts";
import { readCheckReport } from "./read-check-report.ts";
import { readCheckStatuses } from "./read-check-statuses.ts";

/** Processes what banks send back about checks: status reports about our files, and paid checks and exceptions. */
export const checkHandler = (
  service: Service,
  { channels, files }: Pick<RailTools<CheckConnection>, "channels" | "files">,
): IncomingHandler => ({
  rail: "check",
  formats: ["pain.002", "positive-pay"],
  read: (file) =>
    orQuarantine(async () => {
      const { organizationId, connectionId, fileId, format } = file;
      const connection = await channels.findConnection(service.database, organizationId, connectionId);
      if (connection === undefined) return { quarantine: "Its bank connection was removed." };
      const key = { organizationId, connection, fileId };
      if (format === "pain.002") {
        const statuses = await readCheckStatuses(file.chunks(), file.tolerates);
        const apply = (tx: Tx) =>
          orQuarantine(async () => {
            const { payments, items } = await applyCheckStatuses({ service, files }, tx, { ...statuses, ...key });
            return {
              transactions: Math.max(payments.length + items.length, 1),
              payments,
              items,
              tolerated: statuses.tolerated,
            };
          });
        return { messageId: statuses.messageId, apply };
      }
      const reported = await readCheckReport(service.database, file.chunks(), connection);
      const apply = (tx: Tx) =>
        orQuarantine(async () => {
          const { payments, items, exceptions } = await applyCheckReport(service, tx, { ...key, reported });
          if (exceptions > 0) await alertAboutExceptions(service, tx, { organizationId, connection, exceptions });
          return { transactions: reported.checks.length + reported.items.length, payments, items };
        });
      return { apply };
    }),
});
