import { SECOND_MS } from "#kernel/clock/clock.ts";
import type { Metrics } from "#kernel/process/metrics.ts";
import type { Service } from "#kernel/process/service.ts";
import { createTurnQueue, TurnRefused } from "#kernel/work/turn-queue.ts";
import { createRateLimiter } from "./rates/rate-limiter.ts";
import type { RateStanding } from "./rates/sliding-window.ts";
import { tooManyFailures } from "./unauthorized.ts";

/** More than of other limits, so that an attacker needs many requests from each network to fill the table of counts. */
const UNSHARED = 1 / 10;
/** A caller with one network of IPv6 often has many: a site has a /48. */
const NETWORKS_OF_A_SITE = 10;

export interface WrongCredentialsOptions {
  /** Wrong credentials per minute from one network, after which further ones wait and are refused. */
  readonly perMinute: number;
  /** Told of each wrong credential: for metrics. */
  readonly observe: (outcome: "refused" | "throttled") => void;
}

/** Bounds guesses; each kind of credential that one network can guess counts. */
export type WrongCredentials = ReturnType<typeof createWrongCredentials>;

interface Attempt {
  readonly address: string;
  /** Groups what waits: attempts with one credential, or for one organization, do not delay all others. */
  readonly account: string;
}

/**
 * Bounds what requests with wrong credentials cost, per network and shared among processes, without refusing anybody
 * else who calls from there, such as an office behind one address.
 *
 * Up to the limit, a wrong credential costs a look-up and is refused with its reason. Beyond it, look-ups of the network
 * wait for their turn in a short queue with two places for the whole process: a valid credential is answered a moment
 * later, and from then on as usual, because the cache knows it; a wrong one gets 429. Look-ups under way count, so that
 * many at once gain nothing.
 */
export function createWrongCredentials(
  service: Pick<Service, "database" | "log" | "vault">,
  { perMinute, observe }: WrongCredentialsOptions,
) {
  const counts = createRateLimiter(service, { unsharedShare: UNSHARED });
  const turns = createTurnQueue({ atOnce: 2, waitingMax: 512, waitMsMax: 5 * SECOND_MS });
  const underWay = new Map<string, number>();
  const keyOf = (network: string) => ({
    organizationId: undefined,
    id: service.vault.mac("tokens", `network:${network}`).toString("hex"),
  });

  /** The limit that is reached, if any. */
  const reached = (sources: readonly Source[]): RateStanding | undefined => {
    for (const { network, limit } of sources) {
      const standing = counts.peek(keyOf(network), limit);
      if (!standing.allowed || standing.remaining <= (underWay.get(network) ?? 0)) return standing;
    }
    return undefined;
  };

  async function counted<Found>(sources: readonly Source[], lookUp: () => Promise<Found | undefined>) {
    for (const { network } of sources) underWay.set(network, (underWay.get(network) ?? 0) + 1);
    try {
      const found = await lookUp();
      if (found !== undefined) return found;
      await Promise.all(sources.map(({ network, limit }) => counts.take(keyOf(network), limit)));
      observe("refused");
      return undefined;
    } finally {
      for (const { network } of sources) {
        const others = (underWay.get(network) ?? 1) - 1;
        if (others === 0) underWay.delete(network);
        else underWay.set(network, others);
      }
    }
  }

  return {
    /** What `lookUp` finds. Refuses with `tooManyFailedAttempts` what it does not find beyond the limit. */
    async check<Found>(
      { address, account }: Attempt,
      lookUp: () => Promise<Found | undefined>,
    ): Promise<Found | undefined> {
      const sources = sourcesOf(address, perMinute);
      const limit = reached(sources);
      if (limit === undefined) return counted(sources, lookUp);
      const [{ network } = { network: address }] = sources;
      const found = await turns.run({ isKnown: false, account, network }, lookUp).catch((error: unknown) => {
        if (error instanceof TurnRefused) return undefined;
        throw error;
      });
      if (found !== undefined) return found;
      observe("throttled");
      throw tooManyFailures(limit);
    },
    close: () => counts.close(),
  };
}

interface Source {
  readonly network: string;
  readonly limit: number;
}

/** The address; for IPv6, its /64, which usually has one owner, and its /48, which often has. */
function sourcesOf(address: string, limit: number): readonly Source[] {
  if (!address.includes(":")) return [{ network: address, limit }];
  const [head = "", tail] = address.split("::");
  const groups = head.split(":");
  const missing = tail === undefined ? [] : Array<string>(8).fill("0");
  const all = [...groups, ...missing];
  return [
    { network: all.slice(0, 4).join(":"), limit },
    { network: `${all.slice(0, 3).join(":")}/48`, limit: limit * NETWORKS_OF_A_SITE },
  ];
}

/** Counts requests with a wrong token or session. */
export function identityMetrics(metrics: Metrics): Pick<WrongCredentialsOptions, "observe"> {
  const wrong = metrics.counter({
    name: "bursar_wrong_credentials_total",
    help: "Requests with a token or session that does not exist or no longer works. throttled: beyond the limit of their network.",
    labelNames: ["outcome"],
  });
  for (const outcome of ["refused", "throttled"]) wrong.inc({ outcome }, 0);
  return { observe: (outcome) => wrong.inc({ outcome }) };
}
