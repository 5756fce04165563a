import {
  type BankChannel,
  type BankChannels,
  type BankConnection,
  type BankFilesWork,
  type BankRail,
  bankFileMetrics,
  FILES_SENT_PER_PASS,
  getConnection,
  inboxOf,
  listActiveConnections,
  openTransport,
  pollIntervalMs,
  readingOf,
  runBankFiles,
  sweepBankFiles,
} from "#bank/exchange";
import { followBankNotices } from "#bank/file-rails";
import { SECOND_MS } from "#kernel/clock/clock.ts";
import type { Metrics } from "#kernel/process/metrics.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Job } from "#kernel/work/worker.ts";
import type { PeopleService } from "#records/people";
import { alertOpenItems, reconciliationMetrics, runReconciliation, statementHandler } from "#reports/reconciliation";
import type { SandboxBank } from "#sandbox/sandbox-bank";
import { fileRailParts } from "./file-rails.ts";

export interface BankFilesParts {
  /** At the other end of simulated connections; undefined in production mode. */
  readonly bank: SandboxBank | undefined;
  /** How long an incoming file must stay the same to count as complete; tests may shorten it. */
  readonly fileSettleMs?: number | undefined;
  /** How many connections exchange files at the same time; tests may want their order. */
  readonly banksAtOnce?: number | undefined;
}

/** What sending and receiving files needs of this service. */
export function bankFilesWork(service: PeopleService, metrics: Metrics, parts: BankFilesParts): BankFilesWork {
  reconciliationMetrics(service, metrics);
  return {
    channels: connectedChannels(service, parts),
    handlers: [...fileRailParts(service).map(({ handler }) => handler), statementHandler(service)],
    observer: bankFileMetrics(service, metrics),
    atOnce: parts.banksAtOnce,
  };
}

/** Sends and receives the files of every bank connection. */
export const bankFileJobs = (service: PeopleService, work: BankFilesWork): readonly Job[] => [
  { name: "bank-files", everyMs: SECOND_MS, fullPass: FILES_SENT_PER_PASS, run: () => runBankFiles(service, work) },
  { name: "bank-notices", everyMs: 60 * SECOND_MS, run: () => followBankNotices(service) },
  { name: "reconciliation", everyMs: 5 * SECOND_MS, run: () => runReconciliation(service) },
  { name: "reconciliation-alerts", everyMs: 60 * SECOND_MS, run: () => alertOpenItems(service) },
  { name: "bank-files-sweep", everyMs: 60 * SECOND_MS, byTheClockOnly: true, run: () => sweepBankFiles(service) },
];

/** The connections in rehearsal or live, as the sending and receiving of files sees them. */
const connectedChannels = (service: Service, { bank, fileSettleMs: settleMs }: BankFilesParts): BankChannels => ({
  list: async () => {
    const connections = await listActiveConnections(service.database);
    const due = await bank?.dueConnections();
    const channels = connections.map((connection) => {
      const channel = channelOf(connection);
      return due === undefined || connection.kind !== "simulated"
        ? channel
        : { ...channel, hasMail: due.has(connection.connectionId) };
    });
    const inboxes = Map.groupBy(channels, ({ organizationId, inbox }) => inbox && `${organizationId} ${inbox}`);
    return channels.map((channel) => {
      const { organizationId, inbox } = channel;
      const others = inbox === undefined ? [] : (inboxes.get(`${organizationId} ${inbox}`) ?? []);
      return others.length < 2 ? channel : { ...channel, sharing: others.filter((other) => other !== channel) };
    });
  },
  nextMailAt: bank?.nextDueAt,
  open: async ({ organizationId, connectionId }) => {
    const connection = await getConnection(service.database, organizationId, connectionId);
    return openTransport(service, connection, { simulated: bank?.channelOf, settleMs });
  },
});

const channelOf = (connection: BankConnection): BankChannel => ({
  organizationId: connection.organizationId,
  connectionId: connection.connectionId,
  rail: connection.rail,
  state: connection.state === "live" ? "live" : "rehearsal",
  pollEveryMs: pollIntervalMs(connection.rail, connection.channel),
  removeAfterReading: connection.channel.removeAfterReading,
  reading: readingOf(connection.channel),
  inbox: inboxOf(connection),
  ...otherFormatOf(connection.rail),
});

const otherFormatOf = (rail: BankRail): Pick<BankChannel, "otherFormat"> =>
  rail === "check" ? { otherFormat: "positive-pay" } : rail === "ach" ? { otherFormat: "acknowledgment" } : {};
