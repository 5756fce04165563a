import { type ReactNode, useState } from "react";
import { useAction } from "../forms/use-action.ts";
import type { PaymentMethod } from "../money/payment-methods.ts";
import { type BankOutcome, OutcomeDialog } from "./outcome-dialog.tsx";

/** Makes the simulated bank answer; what has reasons asks for one first. `method` is null for what is not a payment. */
export function useOutcome(transactionId: string, method: PaymentMethod | null) {
  const { busy, run } = useAction(["transactions"]);
  const [chosen, setChosen] = useState<BankOutcome>();
  const say = async (outcome: BankOutcome, code: string | undefined) => {
    const path = { transactionId };
    // The compiler distinguishes the calls by their actions: a confirmation has no reason.
    const call = (): Promise<unknown> =>
      outcome.action === "settle"
        ? outcome.call({ path, body: {}, throwOnError: true })
        : outcome.call({ path, body: code === undefined ? {} : { code }, throwOnError: true });
    await run(call, outcome.done);
    setChosen(undefined);
  };
  const choose = (outcome: BankOutcome) => {
    if (outcome.action === "settle" || method === null) void say(outcome, undefined);
    else setChosen(outcome);
  };
  const dialog: ReactNode = chosen !== undefined && method !== null && (
    <OutcomeDialog
      outcome={chosen}
      method={method}
      busy={busy}
      onChoose={(code) => void say(chosen, code)}
      onClose={() => setChosen(undefined)}
    />
  );
  return { busy, choose, dialog };
}
