import { useCallback, useState } from "react";
import type { RequestSendMoneyData } from "../../../api/generated/types.gen.ts";
import { newKey } from "../../../ui/forms/new-key.ts";
import { parseAmount } from "../../../ui/money/parse-amount.ts";
import type { PaymentMethod } from "../../../ui/money/payment-methods.ts";

type Body = NonNullable<RequestSendMoneyData["body"]>;

/** A payment as typed. */
export interface PaymentDraft {
  readonly recipientId: string;
  readonly accountId: string;
  readonly paymentMethod: PaymentMethod | "";
  readonly amount: string;
  readonly externalMemo: string;
  readonly note: string;
  readonly purpose: string;
  readonly chargeType: "ours" | "shared";
  readonly sendOn: string;
  /** The idempotency key: pressing twice, or again after a lost response, creates one request. */
  readonly key: string;
}

const emptyDraft = (): PaymentDraft => ({
  recipientId: "",
  accountId: "",
  paymentMethod: "",
  amount: "",
  externalMemo: "",
  note: "",
  purpose: "",
  chargeType: "ours",
  sendOn: "",
  key: newKey(),
});

const storageKey = (userId: string): string => `bursar.pay.${userId}`;

function stored(userId: string): Partial<PaymentDraft> {
  try {
    // Written by `change` below.
    return JSON.parse(sessionStorage.getItem(storageKey(userId)) ?? "{}") as Partial<PaymentDraft>;
  } catch {
    return {};
  }
}

/** The user's draft in this tab; kept until it is requested or cleared. */
export function useDraft(userId: string, given: Partial<PaymentDraft>) {
  const [draft, setDraft] = useState<PaymentDraft>(() => ({ ...emptyDraft(), ...stored(userId), ...given }));
  const change = useCallback(
    (changes: Partial<PaymentDraft>) =>
      setDraft((before) => {
        const after = { ...before, ...changes };
        sessionStorage.setItem(storageKey(userId), JSON.stringify(after));
        return after;
      }),
    [userId],
  );
  const clear = useCallback(() => {
    sessionStorage.removeItem(storageKey(userId));
    setDraft(emptyDraft());
  }, [userId]);
  return { draft, change, clear };
}

/** The draft as an API request; undefined while a required field is missing. */
export function paymentRequestOf(draft: PaymentDraft): Body | undefined {
  const amount = parseAmount(draft.amount);
  const { recipientId, accountId, paymentMethod } = draft;
  if (recipientId === "" || accountId === "" || paymentMethod === "" || amount === undefined) return undefined;
  return {
    recipientId,
    amount,
    paymentMethod,
    externalMemo: draft.externalMemo || null,
    note: draft.note || null,
    purpose: draft.purpose || null,
    ...(paymentMethod === "internationalWire" ? { chargeType: draft.chargeType } : {}),
    sendOn: draft.sendOn || null,
  };
}

/**
 * What is previewed: who approves and when the money arrives do not depend on the purpose of a wire, which the form asks
 * for after what the preview needs.
 */
export const previewOf = (body: Body | undefined): Body | undefined =>
  body && (body.paymentMethod === "internationalWire" ? { ...body, purpose: body.purpose ?? "Not entered yet" } : body);
