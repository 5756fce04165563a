import { useClockOffset } from "../../app/session/session.ts";

/** The service's time: the browser's clock may be wrong, and a sandbox's clock may have been moved. */
export const useServiceTime = (): Date => new Date(Date.now() + useClockOffset());

const bankDay = new Intl.DateTimeFormat("en-CA", {
  timeZone: "America/New_York",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
});

/** The date at banks in the United States, YYYY-MM-DD. */
export const useToday = (): string => bankDay.format(useServiceTime());
