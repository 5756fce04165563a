import type { Transaction } from "#api/generated/types.gen.ts";

const notMoved: readonly Transaction["status"][] = ["failed", "blocked", "reversed", "cancelled"];

/** Whether the money left, or still may. */
export const hasMoved = ({ status }: Pick<Transaction, "status">): boolean => !notMoved.includes(status);

/** The same for the payment of a request; null: there is none yet. */
export const mayMove = (status: Transaction["status"] | null): boolean => status === null || hasMoved({ status });
