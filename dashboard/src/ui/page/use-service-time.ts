import { useQuery } from "@tanstack/react-query";
import { getSandboxClockOptions } from "../../api/generated/@tanstack/react-query.gen.ts";
import { useRight, useSession } from "../../app/session/session.ts";

/** The service's time: in a sandbox, its clock may have been moved. Undefined until it is known. */
export function useServiceTime(): Date | undefined {
  const { mode } = useSession();
  const maySee = useRight("sendMoney");
  const enabled = mode === "sandbox" && maySee;
  const clock = useQuery({ ...getSandboxClockOptions(), enabled, staleTime: 60_000 });
  if (!enabled || clock.isError) return new Date();
  return clock.data && new Date(clock.data.now);
}
