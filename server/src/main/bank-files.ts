import { SECOND_MS } from "../kernel/clock/clock.ts";
import type { Metrics } from "../kernel/process/metrics.ts";
import type { Service } from "../kernel/process/service.ts";
import type { Job } from "../kernel/work/worker.ts";
import {
  type BankConnection,
  getConnection,
  listActiveConnections,
  openTransport,
} from "../modules/bank-connections/index.ts";
import {
  type BankChannel,
  type BankChannels,
  bankFileMetrics,
  runBankFiles,
  sweepBankFiles,
} from "../modules/bank-files/index.ts";
import { answersHandler, followBankNotices } from "../modules/file-rails/index.ts";
import type { PeopleService } from "../modules/people/index.ts";
import { runReconciliation, statementHandler } from "../modules/reconciliation/index.ts";
import { fileRailParts } from "./file-rails.ts";

/** Sends and receives the files of every bank connection. */
export function bankFileJobs(
  service: PeopleService,
  metrics: Metrics,
  { fileSettleMs }: { readonly fileSettleMs: number | undefined },
): readonly Job[] {
  const work = {
    channels: connectedChannels(service, fileSettleMs),
    handlers: [answersHandler(fileRailParts(service)), statementHandler(service)],
    observer: bankFileMetrics(service, metrics),
  };
  return [
    { name: "bank-files", everyMs: SECOND_MS, run: () => runBankFiles(service, work) },
    { name: "bank-notices", everyMs: 60 * SECOND_MS, run: () => followBankNotices(service) },
    { name: "reconciliation", everyMs: 5 * SECOND_MS, run: () => runReconciliation(service) },
    { name: "bank-files-sweep", everyMs: 60 * SECOND_MS, byTheClockOnly: true, run: () => sweepBankFiles(service) },
  ];
}

/** The connections in rehearsal or live, as the sending and receiving of files sees them. */
const connectedChannels = (service: Service, settleMs: number | undefined): BankChannels => ({
  list: async () => (await listActiveConnections(service.database)).map(channelOf),
  open: async ({ organizationId, connectionId }) =>
    openTransport(service, await getConnection(service.database, organizationId, connectionId), { settleMs }),
});

const channelOf = ({ organizationId, connectionId, rail, state, channel }: BankConnection): BankChannel => ({
  organizationId,
  connectionId,
  rail,
  state: state === "live" ? "live" : "rehearsal",
  pollEveryMs: channel.pollSeconds * SECOND_MS,
  removeAfterReading: channel.removeAfterReading,
  ...(rail === "check" ? { otherFormat: "positive-pay" } : {}),
});
