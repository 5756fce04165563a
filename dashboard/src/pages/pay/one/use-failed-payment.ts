import { useQuery } from "@tanstack/react-query";
import { getNextSteps, getTransactionById } from "#api/generated/sdk.gen.ts";
import { formatMoney } from "#ui/money/money.tsx";
import type { PaymentDraft } from "./payment-draft.ts";

/** What is to be paid again. */
export interface FailedPayment {
  readonly transactionId: string;
  readonly name: string;
  readonly draft: Partial<PaymentDraft>;
}

/** Read once: what changes later must not replace what the user types. */
export const useFailedPayment = (transactionId: string) =>
  useQuery({
    queryKey: ["failedPayment", transactionId],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<FailedPayment> => {
      const call = { path: { transactionId }, signal, throwOnError: true } as const;
      const [{ data: payment }, { data: steps }] = await Promise.all([getTransactionById(call), getNextSteps(call)]);
      return {
        transactionId,
        name: payment.counterpartyNickname ?? payment.counterpartyName,
        draft: {
          recipientId: payment.counterpartyId,
          accountId: payment.accountId,
          paymentMethod: steps.failure?.paymentMethod ?? "",
          amount: formatMoney(-payment.amount).replace("$", ""),
          externalMemo: payment.externalMemo ?? "",
          note: payment.note ?? "",
        },
      };
    },
  });
