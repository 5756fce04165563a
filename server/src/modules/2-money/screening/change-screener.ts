import type { Service } from "#kernel/process/service.ts";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import { isUnchanged } from "#kernel/updates/updates.ts";
import type { OrganizationId, UserId } from "#kernel/values/ids.ts";
import { type Actor, recordAudit } from "#records/audit";
import { type ChangeKind, type ControlChange, proposeChange } from "#records/controls";
import { lockOrganization } from "#records/identity";
import { findUsersWithPermission } from "#records/people";
import { noScreener, type Screener, type ScreenerId, type ScreenerSettings } from "./screener.ts";
import type { ScreenerReach } from "./screeners/screen.ts";
import { findScreener, insertScreener, lockScreener, updateScreener } from "./screeners.queries.ts";
import { refuseScreening } from "./screening-refusals.ts";

const settingsOf = (screener: Screener | undefined): ScreenerSettings => {
  const { kind, url, threshold, countries, failAfterHours } = screener ?? noScreener;
  return { kind, url, threshold, countries, failAfterHours };
};

/** What screens the organization's payments: every change takes two people, whether it adds or removes something. */
export const screenerKind = (service: Service): ChangeKind<ScreenerSettings, Screener> => ({
  name: "screener",
  permission: "manageOrganization",
  whoMay: (db, { organizationId }) => findUsersWithPermission(db, organizationId, "manageOrganization"),
  baseOf: async (db, { organizationId }) => String((await findScreener(db, organizationId))?.version ?? 0),
  apply: async (tx, { organizationId, proposal }, { actor }) => {
    const before = await findScreener(tx, organizationId);
    const locked = await lockScreener(tx, organizationId);
    const isSame = before !== undefined && before.kind === proposal.kind && before.url === proposal.url;
    const screener = {
      ...proposal,
      screenerId: isSame ? before.screenerId : service.newId<ScreenerId>(),
      version: (locked?.version ?? 0) + 1,
      at: service.clock.now(),
    };
    if (locked === undefined) await insertScreener(tx, organizationId, screener);
    else await updateScreener(tx, organizationId, screener);
    await recordAudit(service, tx, {
      organizationId,
      actor,
      entries: [
        {
          action: "screener.change",
          resourceType: "screener",
          resourceId: organizationId,
          before: { ...settingsOf(before) },
          after: { ...proposal },
        },
      ],
    });
    const { screenerId, version, at: changedAt } = screener;
    return {
      organizationId,
      ...proposal,
      screenerId,
      version,
      changedAt,
      failingSince: undefined,
      failures: 0,
      problem: undefined,
      listId: before?.listId,
    };
  },
  describe: async (db, { organizationId, proposal }) => {
    const before = settingsOf(await findScreener(db, organizationId));
    return `Change screening from ${inWords(before)} to ${inWords(proposal)}`;
  },
});

function inWords({ kind, url, threshold, countries, failAfterHours }: ScreenerSettings): string {
  const what = {
    none: "nothing",
    list: `the loaded list (names ${threshold}% similar)`,
    url: `the service at ${(url && URL.parse(url)?.host) ?? "a URL"}`,
    command: "a command on the server",
  }[kind];
  if (kind === "none") return what;
  const also = countries.length === 0 ? "" : `, countries ${countries.join(", ")}`;
  const wait = failAfterHours === null ? "payments wait" : `payments are blocked after ${failAfterHours} hours`;
  return `${what}${also}; without an answer, ${wait}`;
}

export interface ScreenerToPropose {
  readonly organizationId: OrganizationId;
  readonly userId: UserId;
  readonly actor: Actor;
  /** What is omitted stays. */
  readonly settings: Partial<ScreenerSettings>;
}

/** The change that waits for a second person; undefined if it took effect, because there is no other, or changes nothing. */
export const proposeScreener = (
  service: Service,
  reach: Pick<ScreenerReach, "urlProblem">,
  { organizationId, userId, actor, settings: chosen }: ScreenerToPropose,
): Promise<ControlChange | undefined> =>
  service.database.transaction(async (tx: Tx) => {
    await lockOrganization(tx, organizationId);
    const before = settingsOf(await findScreener(tx, organizationId));
    const merged = { ...before, ...chosen };
    const settings = { ...merged, url: merged.kind === "url" ? merged.url : null };
    if (isUnchanged(settings, before)) return undefined;
    refuseUnusable(service, reach, settings);
    const { change } = await proposeChange(service, tx, screenerKind(service), {
      organizationId,
      proposer: userId,
      actor,
      subject: organizationId,
      proposal: settings,
    });
    return change.status === "proposed" ? change : undefined;
  });

function refuseUnusable(
  { config }: Service,
  reach: Pick<ScreenerReach, "urlProblem">,
  { kind, url }: ScreenerSettings,
): void {
  if (kind === "url") {
    const problem = url === null ? "Enter the URL of the screening service." : reach.urlProblem(url);
    if (problem !== undefined)
      throw refuseScreening("screenerUrlNotAccepted", {
        details: { problem, fields: [{ path: "url", message: problem }] },
      });
  }
  if (kind === "command" && config.screeningCommand === undefined)
    throw refuseScreening("screenerNotAvailable", {
      details: {
        problem: "No screening command is configured. A server administrator sets it as BURSAR_SCREENING_COMMAND.",
      },
    });
}

/** For Home: what needs people. Undefined if the organization screens nothing. */
export async function screeningAttention(
  db: Queryable,
  organizationId: OrganizationId,
): Promise<{ readonly failingSince: Date | undefined; readonly problem: string | undefined } | undefined> {
  const screener = await findScreener(db, organizationId);
  if (screener === undefined || screener.kind === "none") return undefined;
  return { failingSince: screener.failingSince, problem: screener.problem };
}
