import { useQuery } from "@tanstack/react-query";
import { getDecidableRequestsOptions } from "../../api/generated/@tanstack/react-query.gen.ts";
import { useRight } from "../session/session.ts";

/** Less often than lists: actions on the page refresh it at once, and the home page brings its own count. */
const REFRESH_MS = 30_000;

/** How many decisions wait for the user, as text: a batch is one. Undefined if none, or the user may not approve any. */
export function useWaitingCount(): string | undefined {
  const mayRead = useRight("fetchSendMoneyRequests");
  const mayApprove = useRight("approvePayments");
  const { data } = useQuery({
    ...getDecidableRequestsOptions(),
    enabled: mayRead && mayApprove,
    staleTime: REFRESH_MS / 2,
    refetchInterval: REFRESH_MS,
  });
  if (data === undefined || data.items === 0) return undefined;
  return `${data.items}${data.isExact ? "" : "+"}`;
}
