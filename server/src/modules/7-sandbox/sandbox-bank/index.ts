/**
 * The bank of the sandbox, at the other end of simulated bank connections: the package simulated-bank with its records in
 * the database, on the service's clock, and the connections to it that organizations have without any setup. It exists in
 * sandbox mode only.
 *
 * Guarantees: a file is received once and an answer delivered until it is recorded, whichever process dies; several
 * processes serve the same bank; what the bank agrees on is what the settings of its connections say.
 */
export { connectWithSandboxBank, SANDBOX_BANK_ROUTING_NUMBER } from "./built-in-connections.ts";
export { createSandboxBank, magicNumberScreening, type SandboxBank } from "./sandbox-bank.ts";
export { simulatedDebits } from "./simulated-debits.ts";
