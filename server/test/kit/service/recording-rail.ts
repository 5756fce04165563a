import type { PaymentInstruction, Rail } from "../../../src/modules/rails/index.ts";

/** A bank that records every instruction it receives and never answers. */
export function recordingRail(): Rail & { readonly received: PaymentInstruction[] } {
  const received: PaymentInstruction[] = [];
  return {
    received,
    submit: async (instructions) => {
      received.push(...instructions);
    },
  };
}
