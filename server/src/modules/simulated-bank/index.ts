/**
 * The sandbox's bank, behind the rails' port. Guarantees: a payment submitted twice is received once; its answers are
 * fixed on receipt and arrive at realistic times on the service's clock; every message is returned until it is
 * acknowledged.
 */

export { confirmedAt, rejectedAt, returnedAt } from "../file-bank/index.ts";
export { SIMULATED_BANK_ROUTING_NUMBER } from "./references.ts";
export {
  createSimulatedBank,
  magicNumberScreening,
  type PlannedAnswer,
  type SimulatedBank,
} from "./simulated-bank.ts";
export { simulatedDebits } from "./simulated-debits.ts";
