import { useCallback, useState } from "react";
import type { CreateRecurringPaymentData, RequestSendMoneyData } from "#api/generated/types.gen.ts";
import { achFieldsBody } from "#ui/forms/ach-fields.tsx";
import { newKey } from "#ui/forms/new-key.ts";
import { parseAmount } from "#ui/money/parse-amount.ts";
import type { PaymentMethod } from "#ui/money/payment-methods.ts";

type Body = NonNullable<RequestSendMoneyData["body"]>;
type RecurringBody = Omit<CreateRecurringPaymentData["body"], "idempotencyKey">;

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
  /** Empty: as early as the bank offers. */
  readonly settlement: "" | "sameDay" | "nextDay";
  readonly companyEntryDescription: string;
  readonly companyDiscretionaryData: string;
  readonly individualIdentificationNumber: string;
  /** Of a payment that repeats, its first day. */
  readonly sendOn: string;
  /** Empty: it does not repeat. */
  readonly repeat: RecurringBody["frequency"] | "";
  /** Empty: the day of `sendOn`. */
  readonly dayOfMonth: string;
  readonly roll: "before" | "after";
  readonly ends: "never" | "onDay" | "afterCount";
  readonly endOn: string;
  readonly endAfter: string;
  /** The idempotency key: pressing twice, or again after a lost response, creates one request. */
  readonly key: string;
}

export const emptyDraft = (): PaymentDraft => ({
  recipientId: "",
  accountId: "",
  paymentMethod: "",
  amount: "",
  externalMemo: "",
  note: "",
  purpose: "",
  chargeType: "ours",
  settlement: "",
  companyEntryDescription: "",
  companyDiscretionaryData: "",
  individualIdentificationNumber: "",
  sendOn: "",
  repeat: "",
  dayOfMonth: "",
  roll: "after",
  ends: "never",
  endOn: "",
  endAfter: "12",
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

/** The user's draft in this tab; kept until it is requested or cleared. `isWhole`: nothing of an earlier draft is kept. */
export function useDraft(userId: string, given: Partial<PaymentDraft>, isWhole = false) {
  const [draft, setDraft] = useState<PaymentDraft>(() => ({
    ...emptyDraft(),
    ...(isWhole ? {} : stored(userId)),
    ...given,
  }));
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
    ...(paymentMethod === "ach" ? achFieldsOf(draft) : {}),
    sendOn: draft.sendOn || null,
  };
}

function achFieldsOf(draft: PaymentDraft): Pick<Body, "achFields"> {
  const fields = { ...achFieldsBody(draft), ...(draft.settlement === "" ? {} : { settlement: draft.settlement }) };
  return Object.keys(fields).length === 0 ? {} : { achFields: fields };
}

/** The day of the month of a date, YYYY-MM-DD. */
export const dayOf = (date: string): string => String(Number(date.slice(8, 10)) || "");

/** The draft as a recurring payment; undefined while a required field is missing, or if it does not repeat. */
export function recurringOf(draft: PaymentDraft): RecurringBody | undefined {
  const payment = paymentRequestOf(draft);
  const { repeat, sendOn, accountId, ends, endOn, endAfter, roll } = draft;
  if (payment === undefined || repeat === "" || sendOn === "" || (ends === "onDay" && endOn === "")) return undefined;
  // A recurring payment says what its recipient and the bank connection say.
  const { sendOn: _, purpose, idempotencyKey: __, achFields: ___, ...terms } = payment;
  return {
    ...terms,
    accountId,
    purpose: typeof purpose === "string" ? purpose : null,
    frequency: repeat,
    startOn: sendOn,
    dayOfMonth: repeat === "monthly" ? Number(draft.dayOfMonth || dayOf(sendOn)) : null,
    roll,
    endOn: ends === "onDay" ? endOn : null,
    endAfter: ends === "afterCount" ? Number(endAfter) : null,
  };
}
/**
 * What is previewed: who approves and when the money arrives do not depend on the purpose of a wire, which the form asks
 * for after what the preview needs.
 */
export const previewOf = (body: Body | undefined): Body | undefined =>
  body && (body.paymentMethod === "internationalWire" ? { ...body, purpose: body.purpose ?? "Not entered yet" } : body);
