import type { PaymentInstruction, Rail } from "#bank/rails";

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
