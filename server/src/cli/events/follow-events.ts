import { setTimeout as pause } from "node:timers/promises";
import { CommandRefused } from "../action.ts";
import { type ApiClient, answerBody, NoAnswer } from "../client/api-client.ts";
import type { Event } from "./event.ts";

const POLL_MS = 500;
/** While the service is away. */
const AWAY_MS = 1_000;
/**
 * Events are committed in another order than that of their IDs: of two payments at one instant, the one with the lower
 * ID may be seen later. So the last seconds are read again.
 */
const OVERLAP_MS = 10_000;
/** Of a busy service, fewer seconds are read again. */
const OVERLAP_EVENTS = 2_000;
const PAGE = 1_000;

interface Following {
  readonly signal: AbortSignal | undefined;
  /** How many events of the past come first. */
  readonly past?: number;
  /** Receives a sentence about the connection. */
  readonly onNote: (note: string) => void;
  /** Called when the service has answered: events after that are not missed. */
  readonly onReady?: () => void;
}

/** What has been seen in the last seconds, in the order of IDs, each since when. The events after `cursor` are read again. */
interface Place {
  cursor: string | undefined;
  readonly seen: Map<string, number>;
}

/**
 * The organization's events as they happen, each once, until `signal` is aborted. A service that restarts is waited for;
 * one that never answered, or that refuses the token, is an error.
 */
export async function* followEvents(
  client: ApiClient,
  { signal, past = 0, onNote, onReady }: Following,
): AsyncGenerator<Event, void> {
  let [hasAnswered, isAway] = [false, false];
  let place: Place | undefined;
  while (signal?.aborted !== true) {
    try {
      if (place === undefined) {
        const latest = await readLatest(client, Math.max(past, 200));
        place = { cursor: latest[0]?.id, seen: new Map(latest.map(({ id }) => [id, performance.now()])) };
        onReady?.();
        const isFirst = !hasAnswered;
        hasAnswered = true;
        if (isFirst && past > 0) yield* latest.slice(-past);
      }
      const events = await readNew(client, place);
      if (isAway) onNote("The service answers again.");
      isAway = false;
      yield* events;
    } catch (error) {
      if (signal?.aborted) return;
      if (error instanceof NoAnswer && hasAnswered) {
        if (!isAway) onNote(`${error.message} Events are fetched when it answers.`);
        isAway = true;
      } else if (isUnknownCursor(error)) {
        onNote("The service has other events than before. Events from now on follow.");
        place = undefined;
      } else throw error;
    }
    await pause(isAway ? AWAY_MS : POLL_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** The latest events, the oldest first. */
export async function readLatest(client: ApiClient, limit: number): Promise<readonly Event[]> {
  return (await readPage(client, `order=desc&limit=${Math.min(limit, PAGE)}`)).events.toReversed();
}

interface Page {
  readonly events: readonly Event[];
  readonly page: { readonly nextPage?: string };
}

const readPage = async (client: ApiClient, query: string): Promise<Page> =>
  answerBody<Page>(await client.get(`/events?${query}`, "events"));

/** The events that were not seen before. */
async function readNew(client: ApiClient, place: Place): Promise<readonly Event[]> {
  const found: Event[] = [];
  let after = place.cursor;
  do {
    const { events, page } = await readPage(
      client,
      `order=asc&limit=${PAGE}${after === undefined ? "" : `&start_after=${after}`}`,
    );
    found.push(...events.filter(({ id }) => !place.seen.has(id)));
    after = page.nextPage;
  } while (after !== undefined);
  const nowMs = performance.now();
  for (const { id } of found) place.seen.set(id, nowMs);
  forget(place, nowMs);
  return found;
}

/** Moves the cursor past events that everything before them is surely visible of. */
function forget(place: Place, nowMs: number): void {
  const ids = [...place.seen.keys()].toSorted();
  // The newest stays: reading continues there.
  for (const [index, id] of ids.slice(0, -1).entries()) {
    const isOld = nowMs - (place.seen.get(id) ?? nowMs) > OVERLAP_MS;
    if (!isOld && ids.length - index <= OVERLAP_EVENTS) return;
    place.cursor = id;
    place.seen.delete(id);
  }
}

function isUnknownCursor(error: unknown): boolean {
  if (!(error instanceof CommandRefused)) return false;
  // The error body of the API (docs/use/errors.md); there is none if there was no answer.
  const body = error.body as { readonly errors?: { readonly errorCode?: string } } | undefined;
  return body?.errors?.errorCode === "unknownCursor";
}
