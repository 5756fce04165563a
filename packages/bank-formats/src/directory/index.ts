/** The Federal Reserve's published directories of routing numbers. */
export { type BankOfNumber, readRoutingDirectory } from "./read-routing-directory.ts";
