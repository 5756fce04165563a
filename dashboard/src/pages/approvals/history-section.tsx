import { Text } from "@mantine/core";
import { StatusBadge } from "../../ui/feedback/status-badge.tsx";
import { Money } from "../../ui/money/money.tsx";
import { methodName } from "../../ui/money/payment-methods.ts";
import { hasMoved } from "../../ui/money-table/activity/has-moved.ts";
import { Amount } from "../../ui/money-table/cells/amount.tsx";
import { Figure, Figures } from "../../ui/page/figures.tsx";
import { TextLink } from "../../ui/page/links.tsx";
import { Section } from "../../ui/page/section.tsx";
import { When } from "../../ui/page/when.tsx";
import type { ReviewedRequest } from "./decisions.ts";
import classes from "./review.module.css";

type Payee = NonNullable<ReviewedRequest["payee"]>;

/** Earlier payments to the recipient. */
export function HistorySection({ payee: { history } }: { readonly payee: Payee }) {
  const { payments, total, median, largest, latest } = history;
  return (
    <Section title="Payment history">
      {payments === 0 ? (
        <Text size="sm">No sent or pending payments.</Text>
      ) : (
        <Figures isSmall>
          <Figure label="Payments">{payments.toLocaleString("en-US")}</Figure>
          <Figure label="Total">
            <Money amount={total} />
          </Figure>
          {median !== null && (
            <Figure label="Median">
              <Money amount={median} />
            </Figure>
          )}
          {largest !== null && (
            <Figure label="Largest">
              <Money amount={largest} />
            </Figure>
          )}
        </Figures>
      )}
      {latest.length > 0 && (
        <ul className={`${classes["plain"]} ${classes["latest"]}`} aria-label="Recent payments">
          {latest.map((payment) => (
            <li key={payment.transactionId}>
              <TextLink to="/transactions/$transactionId" params={{ transactionId: payment.transactionId }} inherit>
                <When at={payment.createdAt} form="short" />
              </TextLink>
              <Amount amount={payment.amount} moved={hasMoved(payment)} />
              <span>{methodName(payment.paymentMethod)}</span>
              <StatusBadge status={payment.status} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
