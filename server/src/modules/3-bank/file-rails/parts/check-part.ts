import { windowAfter } from "bursar-banking/calendar/ach-windows";
import type { ConnectionId } from "#bank/exchange";
import { MINUTE_MS, plusMs } from "#kernel/clock/clock.ts";
import type { Service } from "#kernel/process/service.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { tryEach } from "#kernel/work/each-organization.ts";
import type { CheckConnection } from "../checks/check-connection.ts";
import { checkFactsOf, issueProblem } from "../checks/check-facts.ts";
import { checkHandler } from "../checks/reports/check-handler.ts";
import { accountsOfWindow, openCheckRuns } from "../checks/runs/check-runs.queries.ts";
import { followRun } from "../checks/runs/follow-runs.ts";
import { abandonRun, issueRun } from "../checks/runs/issue-run.ts";
import { numberRun } from "../checks/runs/number-run.ts";
import { followVoidFiles, writeVoids } from "../checks/stops/write-voids.ts";
import type { DueWindow, RailConnection, RailPart, RailTools } from "../rail-part.ts";

/** A run waits this long for payments that are due and not handed over. */
const WAIT_MS = 9 * MINUTE_MS;

type CheckTools = RailTools<CheckConnection>;

/** Checks: on each banking day, one positive-pay file and one PDF for each account. */
export const checkPart = (service: Service, tools: CheckTools): RailPart => ({
  rail: "check",
  handler: checkHandler(service, tools),
  open: async (organizationId) => {
    const served = await tools.channels.connectionsOf(service.database, organizationId);
    const connections = new Map([...served.values()].map((connection) => [connection.connectionId, connection]));
    const connectionOf = async (connectionId: ConnectionId) =>
      connections.get(connectionId) ??
      (await tools.channels.findConnection(service.database, organizationId, connectionId));
    const work = { organizationId, connections, connectionOf };
    return {
      connections: new Map([...served].map(([accountId, connection]) => [accountId, asSeenByPayments(connection)])),
      planWindow: (window) => planWindow(service, tools, { ...work, window }),
      writePlanned: () => writePlanned(service, tools, work),
      followFiles: () => followFiles(service, tools, work),
    };
  },
});

const asSeenByPayments = ({ connectionId, firstDays, settings }: CheckConnection): RailConnection => ({
  connectionId,
  firstDays,
  fitOf: ({ content }) => {
    const facts = checkFactsOf(content);
    if ("code" in facts) return facts;
    const check = { payee: facts.payee, amountMinor: content.amountMinor };
    return issueProblem(settings.issueTemplate, settings.templateSettings, check) ?? {};
  },
  windowAfter: (at) => windowAfter(windowsOf(settings), at),
  isTooLate: (dueAt, at) => windowAfter(windowsOf(settings), dueAt) < windowAfter(windowsOf(settings), at),
});

const windowsOf = ({ issuedAt }: CheckConnection["settings"]) => [{ at: issuedAt, sameDay: false }];

interface CheckWork {
  readonly organizationId: OrganizationId;
  /** Those that serve accounts. */
  readonly connections: ReadonlyMap<ConnectionId, CheckConnection>;
  /** Any that was not removed: what was issued over it continues, whatever accounts it serves by now. */
  readonly connectionOf: (connectionId: ConnectionId) => Promise<CheckConnection | undefined>;
}

/**
 * Numbers the checks of a window that is due, account after account. A window that was missed is made up for at once: late
 * checks are only mailed later.
 */
async function planWindow(
  service: Service,
  tools: CheckTools,
  { organizationId, connections, window: { connectionId, windowAt } }: CheckWork & { readonly window: DueWindow },
): Promise<number> {
  const connection = connections.get(connectionId);
  if (connection === undefined) return 0;
  const now = service.clock.now();
  if (now < plusMs(windowAt, WAIT_MS) && (await tools.awaitsHandOver(organizationId))) return 0;
  const accounts = await accountsOfWindow(service.database, organizationId, { connectionId, windowAt });
  return tryEach(accounts, ({ account_id: accountId }) =>
    service.database.transaction(async (tx) =>
      // Whether a run is a rehearsal is decided with its numbers.
      (await tools.files.holdMode(tx, organizationId, connection))
        ? numberRun(service, tx, { organizationId, connection, accountId, windowAt, now })
        : 0,
    ),
  );
}

async function writePlanned(
  service: Service,
  { files }: CheckTools,
  { organizationId, connections, connectionOf }: CheckWork,
): Promise<number> {
  const runs = await openCheckRuns(service.database, organizationId);
  const steps = [
    ...runs.map((run) => async () => {
      if (run.state !== "numbered") return 0;
      const connection = connections.get(run.connection_id);
      return connection?.accountIds.includes(run.account_id) !== true
        ? abandonRun(service, organizationId, run)
        : issueRun(service, files, { organizationId, run, connection });
    }),
    () => writeVoids(service, files, { organizationId, connectionOf }),
  ];
  return tryEach(steps, (step) => step());
}

async function followFiles(
  service: Service,
  { files }: CheckTools,
  { organizationId, connectionOf }: CheckWork,
): Promise<number> {
  const runs = await openCheckRuns(service.database, organizationId);
  const steps = [
    ...runs.map((run) => async () => {
      const connection = run.state === "numbered" ? undefined : await connectionOf(run.connection_id);
      return connection === undefined ? 0 : followRun(service, files, { organizationId, run, connection });
    }),
    () => followVoidFiles(service, files, { organizationId, connectionOf }),
  ];
  return tryEach(steps, (step) => step());
}
