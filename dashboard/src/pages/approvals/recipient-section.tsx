import { Text } from "@mantine/core";
import { StatusBadge } from "../../ui/feedback/status-badge.tsx";
import { achFacts } from "../../ui/money/ach-facts.tsx";
import { Money } from "../../ui/money/money.tsx";
import { methodName } from "../../ui/money/payment-methods.ts";
import { hasMoved } from "../../ui/money-table/activity/has-moved.ts";
import { Amount } from "../../ui/money-table/cells/amount.tsx";
import { Age } from "../../ui/page/age.tsx";
import { Facts } from "../../ui/page/facts.tsx";
import { TextLink } from "../../ui/page/links.tsx";
import { Section } from "../../ui/page/section.tsx";
import { When } from "../../ui/page/when.tsx";
import type { ReviewedRequest } from "./decisions.ts";
import classes from "./review.module.css";
import { detailsLine } from "./use-seen-review.ts";

type Payee = NonNullable<ReviewedRequest["payee"]>;
const RECENT_MS = 14 * 24 * 60 * 60 * 1000;

/** The recipient, where the money goes, and earlier payments. */
export function RecipientSection({ payee }: { readonly payee: Payee }) {
  return (
    <Section title="Recipient">
      <Facts
        facts={[
          { label: "Bank details", value: detailsLine(payee) },
          {
            label: "Address",
            value: payee.details?.address == null ? undefined : payee.details.address,
          },
          ...achFacts(payee.details?.achFields),
          // A flag says who changed them recently, and when.
          { label: "Last change", value: payee.replaced === null ? <DetailsEntered payee={payee} /> : undefined },
          { label: "Nickname", value: payee.nickname ?? undefined },
          { label: "Recipient since", value: <When at={payee.since} form="short" /> },
        ]}
      />
      <History payee={payee} />
    </Section>
  );
}

function DetailsEntered({ payee: { detailsSince, detailsChanged, detailsChangedBy } }: { readonly payee: Payee }) {
  if (detailsSince === null) return "Never";
  const recent = detailsChanged && Date.now() - new Date(detailsSince).getTime() < RECENT_MS;
  return (
    <Text component="span" inherit {...(recent ? { fw: 600, c: "var(--mantine-color-error)" } : {})}>
      {detailsChanged ? "Changed " : "Added "}
      <Age at={detailsSince} />
      {detailsChangedBy !== null && ` by ${detailsChangedBy}`}
    </Text>
  );
}

function History({ payee: { history } }: { readonly payee: Payee }) {
  const { payments, total, median, largest, latest } = history;
  return (
    <>
      <h3 className={classes["subtitle"]}>Payment history</h3>
      {payments === 0 ? (
        <Text size="sm">No sent or pending payments.</Text>
      ) : (
        <dl className={classes["figures"]}>
          <Figure label="Payments" value={payments.toLocaleString("en-US")} />
          <Figure label="Total" value={<Money amount={total} />} />
          {median !== null && <Figure label="Median" value={<Money amount={median} />} />}
          {largest !== null && <Figure label="Largest" value={<Money amount={largest} />} />}
        </dl>
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
    </>
  );
}

function Figure({ label, value }: { readonly label: string; readonly value: React.ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="figures">{value}</dd>
    </div>
  );
}
