import { type QueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { isApiError } from "../../api/api-error.ts";
import { getSessionOptions } from "../../api/generated/@tanstack/react-query.gen.ts";
import type { GetSessionResponse } from "../../api/generated/types.gen.ts";
import { noteClockOffset } from "../../ui/page/service-clock.ts";

export type Session = GetSessionResponse;
/** A scope or permission, by its API name. */
export type Right = Session["scopes"][number] | Session["permissions"][number];

/** Cached while the page is open; a rejected call reveals that it is out of date. */
const sessionQuery = () => ({ ...getSessionOptions(), staleTime: 60_000 });

/** The session, or undefined when the user is not signed in. */
export async function loadSession(queryClient: QueryClient): Promise<Session | undefined> {
  try {
    const session = await queryClient.ensureQueryData(sessionQuery());
    noteArrival(queryClient, session);
    noteClockOffset(offsetOf(session, queryClient.getQueryState(sessionQuery().queryKey)?.dataUpdatedAt ?? Date.now()));
    return session;
  } catch (error) {
    if (isApiError(error) && error.status === 401) return undefined;
    throw error;
  }
}

let arrivalIsNoted = false;

/**
 * The page's head requests the first session (server/src/operations/dashboard-files.ts). On a slow line, that answer is seconds
 * old when the scripts read it, and the service's clock would seem to be that late.
 */
function noteArrival(queryClient: QueryClient, session: Session): void {
  if (arrivalIsNoted) return;
  arrivalIsNoted = true;
  const [request] = performance.getEntriesByName(new URL("/api/v1/session", location.origin).href, "resource");
  if (!(request instanceof PerformanceResourceTiming) || request.initiatorType !== "link") return;
  const updatedAt = Math.round(performance.timeOrigin + request.responseStart);
  queryClient.setQueryData(sessionQuery().queryKey, session, { updatedAt });
}

/**
 * Takes the answers that the page's head requested before the user signed in: the browser would give them to the page
 * afterwards.
 */
export function dropEarlyAnswers(): void {
  const early = 'link[rel="preload"][as="fetch"]:not([href="/api/v1/session"])';
  for (const link of document.querySelectorAll<HTMLLinkElement>(early)) {
    void fetch(link.href).catch(() => undefined);
    link.remove();
  }
}

/** For pages below `signedInRoute`. */
export function useSession(): Session {
  return useSuspenseQuery(sessionQuery()).data;
}

/** By how much the service's clock was ahead of the browser's when the session was read, in milliseconds. */
export function useClockOffset(): number {
  const { data, dataUpdatedAt } = useSuspenseQuery(sessionQuery());
  return offsetOf(data, dataUpdatedAt);
}

const offsetOf = ({ serviceTime }: Session, readAt: number): number => Date.parse(serviceTime) - readAt;

export const hasRight = ({ scopes, permissions }: Session, right: Right): boolean =>
  [...scopes, ...permissions].some((name) => name === right);

/** Decides what the page shows. The API checks every call again. */
export function useRight(right: Right): boolean {
  return hasRight(useSession(), right);
}

export const fullNameOf = ({
  firstName,
  lastName,
}: {
  readonly firstName: string;
  readonly lastName: string;
}): string => `${firstName} ${lastName}`.trim();
