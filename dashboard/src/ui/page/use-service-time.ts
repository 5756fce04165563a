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

const bankDay = new Intl.DateTimeFormat("en-CA", {
  timeZone: "America/New_York",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
});

/** The date at banks in the United States, YYYY-MM-DD. */
export const useToday = (): string => bankDay.format(useServiceTime() ?? new Date());
