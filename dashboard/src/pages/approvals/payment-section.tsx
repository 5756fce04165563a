import { achFacts } from "../../ui/money/ach-facts.tsx";
import { Money } from "../../ui/money/money.tsx";
import { methodName } from "../../ui/money/payment-methods.ts";
import { Facts } from "../../ui/page/facts.tsx";
import { TextLink } from "../../ui/page/links.tsx";
import { Section } from "../../ui/page/section.tsx";
import { fileDayOf, formatBankDay, formatDay, WhenAtBank } from "../../ui/page/when.tsx";
import type { ReviewedRequest } from "./decisions.ts";
import { detailFacts, recipientFacts } from "./recipient-facts.tsx";

const settlementNames = { sameDay: "On the day it is sent, or not at all", nextDay: "On the next banking day" };

/** The terms, where the money goes, and the effect on the account. The amount and the parties are in the heading. */
export function PaymentSection({ review }: { readonly review: ReviewedRequest }) {
  const { request, outlook, kind, payee } = review;
  const method = "paymentMethod" in request ? request.paymentMethod : null;
  const sendOn = "scheduledSendDate" in request ? request.scheduledSendDate : null;
  const achFields = "achFields" in request ? request.achFields : undefined;
  const text = (value: string | null) => (value === null || value === "" ? undefined : value);
  return (
    <Section title={kind === "payment" ? "Payment" : "Transfer"}>
      <Facts
        facts={[
          { label: "From", value: review.accountName },
          { label: "Method", value: kind === "payment" ? methodName(method) : undefined },
          ...(payee === null ? [] : [...detailFacts(payee), ...recipientFacts(payee)]),
          { label: "Memo", value: text(request.memo) },
          { label: "Note", value: text(review.note) },
          { label: "Purpose", value: text(review.purpose) },
          ...achFacts(achFields),
          { label: "Settlement", value: achFields?.settlement ? settlementNames[achFields.settlement] : undefined },
          // Unless it leaves on that day.
          {
            label: "Send on",
            value:
              sendOn === null || (outlook && fileDayOf(outlook.leavesAt) === sendOn) ? undefined : formatDay(sendOn),
          },
          {
            label: "Leaves",
            value: outlook && kind === "payment" ? <WhenAtBank at={outlook.leavesAt} /> : undefined,
          },
          {
            label: "Arrives",
            value: outlook
              ? kind === "payment"
                ? formatBankDay(outlook.estimatedDeliveryDate)
                : "Immediately"
              : undefined,
          },
          { label: "Fee", value: outlook && outlook.fee > 0 ? <Money amount={outlook.fee} /> : undefined },
          { label: "Available now", value: outlook ? <Money amount={outlook.availableBalance} /> : undefined },
          {
            label: "Balance after",
            value: outlook ? (
              outlook.balanceAfter === null ? (
                "Not enough"
              ) : (
                <Money amount={outlook.balanceAfter} />
              )
            ) : undefined,
          },
          {
            label: "Part of",
            value:
              review.recurringPaymentId === null ? undefined : (
                <TextLink
                  to="/scheduled/recurring/$recurringPaymentId"
                  params={{ recurringPaymentId: review.recurringPaymentId }}
                  inherit
                >
                  Recurring payment
                </TextLink>
              ),
          },
        ]}
      />
    </Section>
  );
}
