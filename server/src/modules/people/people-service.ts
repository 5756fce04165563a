import type { Clock } from "../../kernel/clock/clock.ts";
import type { Service } from "../../kernel/process/service.ts";

/**
 * The service and the machine's own clock. Sessions, links and one-time codes go by the machine's time: whoever moves the
 * sandbox's clock by a week shall not be signed out by it, and a phone does not follow it.
 */
export interface PeopleService extends Service {
  readonly machineClock: Clock;
}
