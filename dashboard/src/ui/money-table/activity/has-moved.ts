import type { Transaction } from "../../../api/generated/types.gen.ts";

const notMoved: readonly Transaction["status"][] = ["failed", "blocked", "reversed", "cancelled"];

/** Whether the money left, or still may. */
export const hasMoved = ({ status }: Pick<Transaction, "status">): boolean => !notMoved.includes(status);
