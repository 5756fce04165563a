import { DAY_MS, plusMs, SECOND_MS } from "#kernel/clock/clock.ts";
import { refusePeople } from "../people-refusals.ts";
import type { PeopleService } from "../people-service.ts";
import { hashOfSecret } from "../secret-text.ts";
import {
  deleteOldThrottles,
  forgiveThrottle,
  insertThrottle,
  lockThrottle,
  type ThrottleRow,
  updateThrottle,
} from "./throttle.queries.ts";
import {
  afterAttempt,
  FIRST_TRIES,
  KNOWN_NETWORK_MS,
  signInNetworkOf,
  type ThrottleRule,
  throttleRules,
} from "./throttle.ts";

/** Which account an attempt is for, and where it comes from. */
export interface Attempt {
  /** An email address, or `user/<id>` after the password; undefined for links with a secret. */
  readonly account: string | undefined;
  readonly address: string;
  /** The device text, if the account has signed in on the device before: then only the device is counted. */
  readonly knownDevice?: string | undefined;
}

/** The account name for attempts at a second step and for reauthentication. */
export const accountOfUser = ({ organizationId, userId }: { organizationId: string; userId: string }): string =>
  `user/${organizationId}/${userId}`;

type Kind = keyof typeof throttleRules;
interface Counter {
  readonly kind: Kind;
  readonly key: Buffer;
}

/** In key order, so that attempts with shared counters lock them in the same order. */
function countersOf(service: PeopleService, attempt: Attempt): readonly Counter[] {
  return countedTexts(attempt)
    .map(([kind, text]) => ({ kind, key: hashOfSecret(service, "throttle", `${kind}:${text}`) }))
    .toSorted((a, b) => Buffer.compare(a.key, b.key));
}

function countedTexts({ account, address, knownDevice }: Attempt): readonly (readonly [Kind, string])[] {
  const network = signInNetworkOf(address);
  if (account === undefined) return [["links", network]];
  if (knownDevice !== undefined) return [["device", `${account}\n${knownDevice}`]];
  return [
    ["network", network],
    ["pair", `${account}\n${network}`],
    ["account", account],
  ];
}

/**
 * Runs an attempt: `prove` returns undefined if it fails. Refuses with `tooManySignIns`, without trying, while the
 * attempt is throttled. Counters are in the database, shared by all processes, and commit separately, so that an
 * attempt counts even if `prove` rolls back.
 */
export async function throttled<Proof>(
  service: PeopleService,
  attempt: Attempt,
  prove: () => Promise<Proof | undefined>,
): Promise<Proof | undefined> {
  const counters = countersOf(service, attempt);
  const blockedUntil = await begin(service, counters);
  if (blockedUntil !== undefined) throw heldBack(blockedUntil, service.machineClock.now());
  const proof = await prove();
  if (proof !== undefined) await forgive(service, counters);
  return proof;
}

/** Counts the attempt, or returns until when it is throttled. */
function begin(service: PeopleService, counters: readonly Counter[]): Promise<Date | undefined> {
  const now = service.machineClock.now();
  return service.database.transaction(async (tx) => {
    const rows: (ThrottleRow & { readonly kind: Kind })[] = [];
    for (const { kind, key } of counters) {
      await insertThrottle(tx, key, now);
      rows.push({ kind, ...(await lockThrottle(tx, key)) });
    }
    const pair = rows.find(({ kind }) => kind === "pair");
    const isSpared = pair !== undefined && isSparedByAccount(pair, now);
    const blocks = rows.flatMap(({ kind, blocked_until: until }) =>
      until !== null && until > now && !(kind === "account" && isSpared) ? [until.getTime()] : [],
    );
    if (blocks.length > 0) return new Date(Math.max(...blocks));
    for (const row of rows) {
      const rule: ThrottleRule = throttleRules[row.kind];
      const before = { failures: row.failures, blockedUntil: undefined, lastAttemptAt: row.last_attempt_at };
      const { failures, blockedUntil } = afterAttempt(rule, before, now);
      await updateThrottle(tx, row.throttle_key, { failures, blockedUntil, at: now });
    }
    return undefined;
  });
}

/** Whether this network ignores the account's counter: it is known, or has hardly tried. */
function isSparedByAccount(pair: ThrottleRow, now: Date): boolean {
  const { last_succeeded_at: succeededAt, last_attempt_at: triedAt, failures } = pair;
  const isKnown = succeededAt !== null && now.getTime() - succeededAt.getTime() < KNOWN_NETWORK_MS;
  const isForgotten = now.getTime() - triedAt.getTime() > throttleRules.pair.memoryMs;
  return isKnown || isForgotten || failures < FIRST_TRIES;
}

const forgive = (service: PeopleService, counters: readonly Counter[]): Promise<void> =>
  service.database.transaction(async (tx) => {
    const at = service.machineClock.now();
    for (const { kind, key } of counters)
      await forgiveThrottle(tx, key, { at, wholly: kind === "pair" || kind === "device" });
  });

function heldBack(until: Date, now: Date) {
  const retryAfterSeconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / SECOND_MS));
  return refusePeople("tooManySignIns", {
    details: { retryAfterSeconds },
    headers: { "retry-after": String(retryAfterSeconds) },
  });
}

/** Deletes expired counters. Returns their number. */
export const forgetOldThrottles = (service: PeopleService): Promise<number> =>
  deleteOldThrottles(service.database, plusMs(service.machineClock.now(), -(KNOWN_NETWORK_MS + DAY_MS)));
