import { json } from "node:stream/consumers";
import { receiveReturns } from "./receive-returns.ts";
import { returnAll } from "./return-all.ts";
import { sendPayments } from "./send-payments.ts";
import type { RailsStep } from "./steps.ts";

// Written by figures/rails.ts, which shares the type.
const step = (await json(process.stdin)) as RailsStep;
const result =
  step.step === "send"
    ? await sendPayments(step)
    : step.step === "answer"
      ? await returnAll(step)
      : await receiveReturns(step);
process.stdout.write(JSON.stringify(result ?? null));
