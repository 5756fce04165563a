/**
 * The sandbox's hands on the world outside: the clock, the simulated bank, deposits. Owns no table. Sandbox mode only.
 * Promises: nothing here has a short cut into payments; what it makes happen, happens by the same messages a bank sends.
 */
export { advanceClock, type Pump, resetClock } from "./advance-clock.ts";
export { askBank } from "./ask-bank.ts";
export { decideFor } from "./decide-for.ts";
export { bankPumps } from "./run-bank.ts";
export { type SandboxTools, sandboxRoutes } from "./sandbox.routes.ts";
export { sandboxRefusals } from "./sandbox-refusals.ts";
