import { useQuery } from "@tanstack/react-query";
import { countUnreadNotificationsOptions } from "../../api/generated/@tanstack/react-query.gen.ts";

/** As often as the number of approvals. Actions on the page refresh both at once. */
export const REFRESH_MS = 30_000;
/** The service counts up to so many. */
const COUNTED_MAX = 100;

/** How many notifications are unread, as text; undefined if none. */
export function useUnreadCount(): string | undefined {
  const { data } = useQuery({
    ...countUnreadNotificationsOptions(),
    staleTime: REFRESH_MS / 2,
    refetchInterval: REFRESH_MS,
  });
  if (data === undefined || data.count === 0) return undefined;
  return data.count < COUNTED_MAX ? String(data.count) : `${COUNTED_MAX - 1}+`;
}
