import { Alert, Button, List, Text } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { useRight } from "../../app/session/session.ts";
import { StatusBadge } from "../../ui/feedback/status-badge.tsx";
import { formatMoney } from "../../ui/money/money.tsx";
import { mayMove } from "../../ui/money-table/activity/has-moved.ts";
import { Amount } from "../../ui/money-table/cells/amount.tsx";
import { TextLink } from "../../ui/page/links.tsx";
import type { ReviewedRequest } from "./decisions.ts";
import type { Shown } from "./use-seen-review.ts";

/** The requester, the token if one was used, and the program if an agent made the request. */
export function askerOf({ requester: { name, tokenName }, via }: Pick<ReviewedRequest, "requester" | "via">): string {
  const agent = via === null ? "" : via === "agent" ? ", by an AI agent" : `, by an AI agent (via ${via})`;
  if (name === null) return tokenName === null ? `an unknown token${agent}` : `the token “${tokenName}”${agent}`;
  return tokenName === null ? name : `${name} with the token “${tokenName}”${agent}`;
}

export function RequestStatusBadge({ review: { request, sentBack } }: { readonly review: ReviewedRequest }) {
  if (sentBack !== null) return <StatusBadge status="sentBack" />;
  if (request.status === "cancelled") return <StatusBadge status="cancelled" label="Withdrawn" />;
  if (request.status === "approved" && request.transactionId === null)
    return <StatusBadge status="approved" label="Approved, not yet paid" />;
  return <StatusBadge status={request.status} />;
}

/** Shows what changed while the page was open, until the user acknowledges it. */
export function WhatChanged({ shown: { differences, acknowledge } }: { readonly shown: Shown }) {
  if (differences === undefined) return null;
  return (
    <Alert
      color="orange"
      role="alert"
      icon={<IconRefresh size={18} aria-hidden />}
      title="This request changed since you opened it"
    >
      <Text size="sm">Earlier approvals no longer count. Changes:</Text>
      <List size="sm" my={6}>
        {differences.map(({ label, before, now }) => (
          <List.Item key={label}>
            {label}: <s>{before}</s> <strong>{now}</strong>
          </List.Item>
        ))}
        {differences.length === 0 && <List.Item>The approval rule was edited.</List.Item>}
      </List>
      <Button size="xs" variant="default" onClick={acknowledge}>
        Mark changes as reviewed
      </Button>
    </Alert>
  );
}

/** The title with a link to the recipient, and an amount that shows whether it can still move. */
export function ReviewHeading({ review }: { readonly review: ReviewedRequest }) {
  const seesRecipients = useRight("fetchRecipients");
  const { request, kind, payee, paymentStatus, destinationAccountName } = review;
  return (
    <>
      {kind === "payment" ? "Payment" : "Transfer"} of <Amount amount={request.amount} moved={mayMove(paymentStatus)} />{" "}
      to{" "}
      {payee !== null && seesRecipients ? (
        <TextLink to="/recipients/$recipientId" params={{ recipientId: payee.recipientId }} inherit c="inherit">
          {payee.name}
        </TextLink>
      ) : (
        (payee?.name ?? destinationAccountName)
      )}
    </>
  );
}

/** "Payment of $4,210.50 to Mina Okafor Design" */
export function titleOf({ request, kind, payee, destinationAccountName }: ReviewedRequest): string {
  const to = payee?.name ?? destinationAccountName ?? "";
  return `${kind === "payment" ? "Payment" : "Transfer"} of ${formatMoney(request.amount)} to ${to}`;
}
