/**
 * Controls of the sandbox: the clock, the simulated bank, deposits. Owns no table. Sandbox mode only. Guarantees: no
 * shortcuts into payments; everything happens through the messages that a bank sends.
 */
export { advanceClock, type Pump, resetClock } from "./advance-clock.ts";
export { decideOnBehalf } from "./decide-on-behalf.ts";
export { answersPump, handOverPump } from "./run-bank.ts";
export { type SandboxTools, sandboxRoutes } from "./sandbox.routes.ts";
export type { RequestedBankAnswer, SandboxRail } from "./sandbox-rail.ts";
export { isOnItsWay, sandboxRefusals } from "./sandbox-refusals.ts";
export { simulateBankAnswer } from "./simulate-bank-answer.ts";
export { simulateReturn } from "./simulate-return.ts";
