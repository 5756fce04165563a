import { retryOccurrence, skipOccurrence, unskipOccurrence } from "#api/generated/sdk.gen.ts";
import { newKey } from "#ui/forms/new-key.ts";
import { useAction } from "#ui/forms/use-action.ts";
import { formatDay } from "#ui/page/when.tsx";

/** An occurrence of a recurring payment. */
export interface OccurrenceName {
  readonly recurringPaymentId: string;
  readonly day: string;
  /** The day that users see. */
  readonly payOn: string;
}

const calls = { skip: skipOccurrence, restore: unskipOccurrence, retry: retryOccurrence } as const;
const done = { skip: "skipped", restore: "restored", retry: "requested" } as const;
export type OccurrenceVerb = keyof typeof calls;

/** Skips, restores, or requests occurrences, one after the other. */
export function useOccurrenceActions() {
  const { busy, run } = useAction(["recurringPayments", "approvals", "transactions"]);
  return {
    busy,
    act: (verb: OccurrenceVerb, occurrences: readonly OccurrenceName[]) =>
      run(
        async () => {
          for (const { recurringPaymentId, day } of occurrences)
            await calls[verb]({
              path: { recurringPaymentId, day },
              headers: { "Idempotency-Key": newKey() },
              throwOnError: true,
            });
        },
        messageOf(verb, occurrences),
      ),
  };
}

const messageOf = (verb: OccurrenceVerb, occurrences: readonly OccurrenceName[]): string =>
  occurrences.length === 1
    ? `Payment of ${formatDay(occurrences[0]?.payOn ?? "")} ${done[verb]}`
    : `${occurrences.length} payments ${done[verb]}`;
