const inReality = performance.now.bind(performance);
let passedMs = 0;

/**
 * Moves this process's monotonic clock ahead, instead of waiting: what a node keeps for half a second is then old. Timers,
 * and the clocks of the service and of the database, do not move.
 */
export function passTime(ms: number): void {
  passedMs += ms;
  performance.now = () => inReality() + passedMs;
}
