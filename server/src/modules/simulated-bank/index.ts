/**
 * The bank of the sandbox, behind the rails' port.
 * Promises: a payment handed over twice is received once; what it will say is fixed when it receives a payment and comes at
 * believable times on the service's clock; every message is given until it is acknowledged.
 */

export { confirmedAt, rejectedAt, returnedAt } from "./bank-hours.ts";
export { SIMULATED_BANK_ROUTING_NUMBER } from "./references.ts";
export { createSimulatedBank, magicNumberScreening, type SimulatedBank } from "./simulated-bank.ts";
