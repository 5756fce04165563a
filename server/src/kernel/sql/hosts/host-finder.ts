import { setTimeout as sleep } from "node:timers/promises";
import { isUnavailable, sqlStateOf } from "../database.ts";
import type { Host, HostList, Needed } from "./host-list.ts";
import type { HostState } from "./host-state.queries.ts";
import { noHost } from "./unavailable.ts";

/** A server, and the timeline on which it was found; null for a standby. */
export interface FoundHost {
  readonly host: Host;
  readonly timeline: number | null;
}

/** Knows which server of the list to connect to. */
export interface HostFinder {
  /** The server in use, if there is no reason to doubt it. */
  settled(): FoundHost | undefined;
  /** The server to use; asks all of them if there is reason to doubt. Rejects if none can be used now. */
  find(): Promise<FoundHost>;
  /** Something happened that another server may explain: the next `find` asks. */
  doubt(): void;
  /** Why a server in this state must not be used; undefined if it may. */
  objection(state: HostState): string | undefined;
  /** Servers that accepted writes although another one had been promoted. */
  outdated(): number;
}

/** Between searches that found nothing. */
const PAUSE_MS = 250;

type Probe = (host: Host) => Promise<HostState>;
type Answer = { readonly host: Host } & ({ readonly state: HostState } | { readonly error: unknown });

/**
 * Asks all servers at once and uses the first of the list that is what is needed. libpq would stop at the first that
 * accepts writes. That may be an old primary that came back after a standby had been promoted: so the newest timeline
 * wins, and a server on an older one than was ever seen is not used (docs/adr/0062-standby-and-replica.md).
 */
export function hostFinder({ hosts, needs }: HostList, probe: Probe, onChange: (found: FoundHost) => void): HostFinder {
  const only = needs === undefined ? hosts[0] : undefined;
  let found: FoundHost | undefined = only && { host: only, timeline: null };
  let isDoubted = found === undefined;
  let searching: Promise<FoundHost> | undefined;
  let failedAt = Number.NEGATIVE_INFINITY;
  let newestTimeline = 0;
  let outdated = 0;

  const objection = (state: HostState): string | undefined => {
    if (needs === undefined) return undefined;
    if (needs === "standby") return state.in_recovery ? undefined : "is not a standby";
    if (state.in_recovery) return "is a standby";
    if (state.read_only) return "accepts no writes";
    return (state.timeline ?? 0) < newestTimeline ? "was replaced by a standby that was promoted" : undefined;
  };

  async function search(): Promise<FoundHost> {
    const pause = failedAt + PAUSE_MS - performance.now();
    if (pause > 0) await sleep(pause);
    // Doubts that arise from here on are about what this search finds.
    isDoubted = false;
    const answers = await Promise.all(
      hosts.map((host) =>
        probe(host).then(
          (state): Answer => ({ host, state }),
          (error: unknown): Answer => ({ host, error }),
        ),
      ),
    );
    newestTimeline = Math.max(newestTimeline, ...answers.map(timelineOf));
    const usable = answers.find((answer) => "state" in answer && objection(answer.state) === undefined);
    outdated = needs === "primary" ? answers.filter((answer) => isOutdated(answer, newestTimeline)).length : 0;
    if (usable === undefined || !("state" in usable)) {
      failedAt = performance.now();
      isDoubted = true;
      throw failureOf(answers, needs ?? "primary", objection);
    }
    const next = { host: usable.host, timeline: usable.state.timeline };
    const isChange = next.host !== found?.host || next.timeline !== found.timeline;
    found = next;
    if (isChange) onChange(next);
    return next;
  }

  return {
    settled: () => (isDoubted ? undefined : found),
    find: () => {
      if (!isDoubted && found !== undefined) return Promise.resolve(found);
      searching ??= search().finally(() => {
        searching = undefined;
      });
      return searching;
    },
    doubt: () => {
      if (needs !== undefined) isDoubted = true;
    },
    objection,
    outdated: () => outdated,
  };
}

const timelineOf = (answer: Answer): number => ("state" in answer ? (answer.state.timeline ?? 0) : 0);

const isOutdated = (answer: Answer, newestTimeline: number): boolean =>
  "state" in answer && !answer.state.in_recovery && timelineOf(answer) < newestTimeline;

/** A wrong password or a missing database needs the operator; otherwise, what each server said. */
function failureOf(
  answers: readonly Answer[],
  needs: Needed,
  objection: (state: HostState) => string | undefined,
): unknown {
  const errors = answers.flatMap((answer) => ("error" in answer ? [answer.error] : []));
  const forOperator = errors.find((error) => sqlStateOf(error) !== undefined && !isUnavailable(error));
  if (forOperator !== undefined && errors.length === answers.length) return forOperator;
  const reasons = answers.map(
    (answer) => `${answer.host.name} ${"state" in answer ? objection(answer.state) : "cannot be reached"}`,
  );
  const problem = needs === "primary" ? "No server of DATABASE_URL accepts writes" : "No replica can be used";
  return noHost(`${problem}: ${reasons.join("; ")}.`, errors[0]);
}
