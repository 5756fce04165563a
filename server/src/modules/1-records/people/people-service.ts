import type { Clock } from "#kernel/clock/clock.ts";
import type { Service } from "#kernel/process/service.ts";

/**
 * The service and the machine's clock. Sessions, links, and one-time codes use the machine's time: advancing the
 * sandbox's clock by a week must not sign users out, and a phone's authenticator does not follow it.
 */
export interface PeopleService extends Service {
  readonly machineClock: Clock;
}
