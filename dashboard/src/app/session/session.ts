import { type QueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { isApiError } from "../../api/api-error.ts";
import { getSessionOptions } from "../../api/generated/@tanstack/react-query.gen.ts";
import type { GetSessionResponse } from "../../api/generated/types.gen.ts";

/** The person signed in and what the service lets them do. */
export type Session = GetSessionResponse;
/** A scope or a permission, by the service's name for it. */
export type Right = Session["scopes"][number] | Session["permissions"][number];

/** Kept while the page is open: what changes in it is told by the calls that are refused. */
const sessionQuery = () => ({ ...getSessionOptions(), staleTime: 60_000 });

/** The session, or undefined when nobody is signed in. */
export async function findSession(queryClient: QueryClient): Promise<Session | undefined> {
  try {
    return await queryClient.ensureQueryData(sessionQuery());
  } catch (error) {
    if (isApiError(error) && error.status === 401) return undefined;
    throw error;
  }
}

/** On pages behind the sign-in. */
export function useSession(): Session {
  return useSuspenseQuery(sessionQuery()).data;
}

export const hasRight = ({ scopes, permissions }: Session, right: Right): boolean =>
  [...scopes, ...permissions].some((name) => name === right);

/** Whether the person may do it: for what is shown. The service decides again whenever it is asked. */
export function useRight(right: Right): boolean {
  return hasRight(useSession(), right);
}

export const fullName = ({ firstName, lastName }: { readonly firstName: string; readonly lastName: string }): string =>
  `${firstName} ${lastName}`.trim();
