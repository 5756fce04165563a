import { newYorkDate, newYorkDay } from "bursar-banking/calendar/new-york";
import { plusMs, SECOND_MS } from "#kernel/clock/clock.ts";
import type { Service } from "#kernel/process/service.ts";
import { inBatches } from "#kernel/values/in-batches.ts";
import { tryEach } from "#kernel/work/each-organization.ts";
import { blockChanged, ChangedOrders } from "../orders/changed-orders.ts";
import { alertMissedFile, postpone } from "../orders/missed-cut-offs.ts";
import type { DueWindow, RailConnection, RailPart, RailTools } from "../rail-part.ts";
import { transferHandler } from "../transfer-answers/apply-transfer-answers.ts";
import type { TransferConnection, TransferRail, TransferWork } from "../transfer-messages/transfer-connection.ts";
import { transferFactsOf } from "../transfer-messages/transfer-facts.ts";
import { isWritable } from "../transfer-messages/transfer-message.ts";
import { followTransfers } from "../transfers/follow-transfers.ts";
import { planRecalls } from "../transfers/plan-recalls.ts";
import {
  isSingle,
  MESSAGES_PER_COMMIT,
  planRequests,
  planTransfers,
  replanTransfers,
} from "../transfers/plan-transfers.ts";
import { plannedTransferFiles, type TransferFileRow } from "../transfers/transfer-files.queries.ts";
import { isOpenAt, transferWindowAfter } from "../transfers/transfer-windows.ts";
import { connectionsToAsk } from "../transfers/transfers.queries.ts";
import { dropTransferFile, writeTransferFiles } from "../transfers/write-transfers.ts";

/** A window waits this long for payments that are being handed over. */
const WAIT_MS_MAX = 60 * SECOND_MS;

type TransferTools = RailTools<TransferConnection>;

/** Wires, every few minutes in one message, or real-time payments, each at once in its own. */
export const transfersPart = (service: Service, tools: TransferTools, rail: TransferRail): RailPart => ({
  rail,
  handler: transferHandler(service, tools, rail),
  open: async (organizationId) => {
    const served = await tools.channels.connectionsOf(service.database, organizationId);
    const connections = new Map([...served.values()].map((connection) => [connection.connectionId, connection]));
    const work: TransferWork = { organizationId, rail, connections };
    return {
      connections: new Map([...served].map(([accountId, connection]) => [accountId, asSeenByPayments(connection)])),
      planWindow: (window) => planWindow(service, tools, { ...work, window }),
      writePlanned: () => writePlanned(service, tools, work),
      followFiles: async () =>
        (await followTransfers(service, tools, work)) +
        (await askBanks(service, tools, work)) +
        (await recall(service, tools, work)),
    };
  },
});

const asSeenByPayments = (connection: TransferConnection): RailConnection => ({
  connectionId: connection.connectionId,
  firstDays: connection.firstDays,
  fitOf: (order) => {
    const { rail, settings } = connection;
    const facts = transferFactsOf(rail, order);
    if ("code" in facts) return facts;
    if (settings.limitMinor !== undefined && facts.amount.amountMinor > settings.limitMinor)
      return { code: "BF-LIMIT" };
    if (!isWritable(connection, facts)) return { code: "BF-RULES" };
    return { receivingBank: facts.creditorAgent.bic ?? facts.creditorAgent.routingNumber };
  },
  windowAfter: (at) => transferWindowAfter(connection.settings.cutOff, at),
  isTooLate: (dueAt, at) => isDayLater(connection.settings.cutOff, dueAt, at),
});

/** A wire that is a few minutes late leaves on the same day. */
const isDayLater = (cutOff: string | undefined, dueAt: Date, at: Date): boolean =>
  cutOff !== undefined && newYorkDay(transferWindowAfter(cutOff, dueAt)) < newYorkDay(transferWindowAfter(cutOff, at));

/** Plans the messages of a window that is due, or moves its payments to the next one after the bank's cut-off. */
async function planWindow(
  service: Service,
  { awaitsHandOver }: TransferTools,
  { organizationId, connections, window: { connectionId, windowAt } }: TransferWork & { readonly window: DueWindow },
): Promise<number> {
  const connection = connections.get(connectionId);
  if (connection === undefined) return 0;
  const now = service.clock.now();
  const { cutOff } = connection.settings;
  // No window is outside the desk's hours, unless the sandbox asks for it.
  if (!isOpenAt(cutOff, now) && isOpenAt(cutOff, windowAt)) {
    const to = transferWindowAfter(cutOff, now);
    service.log.warn(
      { organizationId, windowAt, to },
      "The bank's cut-off has passed; the wires leave at its next opening",
    );
    return postpone(service, organizationId, { rail: connection.rail, connectionId, missedAt: windowAt, leavesAt: to });
  }
  // Wires that are made together go together; a real-time payment waits for nothing.
  const mayWait = cutOff !== undefined && now < plusMs(windowAt, WAIT_MS_MAX);
  if (mayWait && (await awaitsHandOver(organizationId))) return 0;
  try {
    return await service.database.transaction((tx) =>
      planTransfers(service, tx, { organizationId, connection, windowAt, now }),
    );
  } catch (error) {
    if (!(error instanceof ChangedOrders)) throw error;
    return blockChanged(service, organizationId, { ids: error.transactionIds });
  }
}

/** Builds every planned message that the bank takes now. Returns the number of payments. */
async function writePlanned(
  service: Service,
  tools: TransferTools,
  { organizationId, rail, connections }: TransferWork,
): Promise<number> {
  const planned = await plannedTransferFiles(service.database, organizationId, rail);
  const byConnection = Map.groupBy(planned, (file) => file.connection_id);
  return tryEach(byConnection, async ([connectionId, files]) => {
    const connection = connections.get(connectionId);
    if (connection === undefined) return tryEach(files, (file) => dropTransferFile(service, { organizationId, file }));
    const now = service.clock.now();
    // At night, a planned message waits for the bank's next opening, and is planned again for that day.
    const { cutOff } = connection.settings;
    const taken = files.filter((file) => isOpenAt(cutOff, now) || !isOpenAt(cutOff, file.created_at));
    const { today = [], earlier = [] } = Object.groupBy(taken, (file) => (isOfToday(file, now) ? "today" : "earlier"));
    const steps = [
      () =>
        tryEach(inBatches(today, isSingle(connection) ? MESSAGES_PER_COMMIT : 1), (batch) =>
          writeTransferFiles(service, tools, { organizationId, connection, files: batch }),
        ),
      () =>
        tryEach(earlier, async (file) => {
          await service.database.transaction(async (tx) => {
            await replanTransfers(tx, { organizationId, connection, now, file });
            const missed = { rail, connectionId, missedAt: file.created_at, leavesAt: now };
            await alertMissedFile(service, tx, { organizationId, fileId: file.file_id, missed });
          });
          return 1;
        }),
    ];
    return tryEach(steps, (step) => step());
  });
}

const isOfToday = (file: TransferFileRow, now: Date): boolean => file.execution_on === newYorkDate(now).toString();

/** Payments that the banks are asked to get back. Returns the number of recalls. */
async function recall(service: Service, tools: TransferTools, work: TransferWork): Promise<number> {
  const planned = await planRecalls(service, work);
  return planned === 0 ? 0 : planned + (await writePlanned(service, tools, work));
}

/** Asks the banks about payments without an answer. Returns the number of requests. */
async function askBanks(service: Service, tools: TransferTools, work: TransferWork): Promise<number> {
  const { organizationId, connections } = work;
  // Wires wait for their answers, however long banks take.
  if (![...connections.values()].some(({ settings }) => settings.queryAfterMs !== undefined)) return 0;
  const now = service.clock.now();
  const toAsk = await connectionsToAsk(service.database, organizationId, {
    connectionIds: [...connections.keys()],
    now,
  });
  let planned = 0;
  for (const { connection_id: connectionId } of toAsk) {
    const connection = connections.get(connectionId);
    // An answer that is not read yet is no missing one: a question about each would only make the wait longer.
    if (connection === undefined || (await tools.files.hasUnprocessed(service.database, organizationId, connectionId)))
      continue;
    planned += await service.database.transaction((tx) =>
      planRequests(service, tx, { organizationId, connection, now }),
    );
  }
  return planned === 0 ? 0 : planned + (await writePlanned(service, tools, work));
}
