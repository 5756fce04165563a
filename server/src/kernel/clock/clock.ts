/**
 * The service's clock: all code reads the time here. Defined in a package, because the simulated bank has a clock, too.
 */
export {
  type Clock,
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  type MovableClock,
  manualClock,
  plusMs,
  SECOND_MS,
  systemClock,
} from "bursar-banking/clock";
