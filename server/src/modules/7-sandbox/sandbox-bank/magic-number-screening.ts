import { scenarioFor } from "bursar-simulated-bank";
import type { Screening } from "#bank/rails";

/** Blocks payments to the magic numbers that stand for a screening match, before they reach the bank. */
export const magicNumberScreening: Screening = (instructions) =>
  Promise.resolve(
    new Map(
      instructions.flatMap(({ instructionId, method, routing, amountMinor }) => {
        const scenario = scenarioFor({ method, accountNumber: routing.accountNumber ?? null, amountMinor });
        return scenario.kind === "block"
          ? [[instructionId, { code: scenario.code, reason: scenario.reason }] as const]
          : [];
      }),
    ),
  );
