import { Alert, Button, Stack } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { getRecurringPaymentOptions } from "#api/generated/@tanstack/react-query.gen.ts";
import type { RecurringPaymentDetails } from "#api/generated/types.gen.ts";
import { useRight } from "#app/session/session.ts";
import { Loaded } from "#ui/feedback/loaded.tsx";
import { StatusBadge } from "#ui/feedback/status-badge.tsx";
import { Money } from "#ui/money/money.tsx";
import { shownMethods } from "#ui/money/payment-methods.ts";
import { Facts } from "#ui/page/facts.tsx";
import { ButtonLink, TextLink } from "#ui/page/links.tsx";
import { Page } from "#ui/page/page.tsx";
import { Section } from "#ui/page/section.tsx";
import { formatDay } from "#ui/page/when.tsx";
import { OccurrencesSection } from "./occurrences-section.tsx";
import { endWords, recurringStateNames, scheduleWords } from "./schedule-words.ts";
import { StopDialog } from "./stop-dialog.tsx";
import { UpcomingSection } from "./upcoming-section.tsx";
import { useOccurrenceActions } from "./use-occurrence-actions.ts";

const route = getRouteApi("/signedIn/scheduled/recurring/$recurringPaymentId");

/** A recurring payment: its terms, what comes next, and what happened to each payment. */
export function RecurringPage() {
  const { recurringPaymentId } = route.useParams();
  const recurring = useQuery(getRecurringPaymentOptions({ path: { recurringPaymentId } }));
  const title =
    recurring.data === undefined ? "Recurring payment" : `Recurring payment to ${recurring.data.recipientName}`;
  return (
    <Page
      title={title}
      lead={
        <TextLink to="/scheduled" search={{ view: "recurring" }}>
          All recurring payments
        </TextLink>
      }
      actions={recurring.data?.state === "active" && <Actions recurring={recurring.data} />}
    >
      <Loaded query={recurring}>
        {(found) => (
          <Stack gap="md">
            <ProblemAlert recurring={found} />
            <Section title="Terms">
              <Terms recurring={found} />
            </Section>
            <UpcomingSection recurring={found} />
            <OccurrencesSection recurring={found} />
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

function Actions({ recurring }: { readonly recurring: RecurringPaymentDetails }) {
  const mayChange = useRight("requestSendMoney");
  const [stopping, setStopping] = useState(false);
  if (!mayChange) return null;
  return (
    <>
      <ButtonLink
        variant="default"
        to="/scheduled/recurring/$recurringPaymentId/edit"
        params={{ recurringPaymentId: recurring.id }}
      >
        Edit
      </ButtonLink>
      <Button variant="default" onClick={() => setStopping(true)}>
        Stop
      </Button>
      {stopping && <StopDialog recurring={recurring} onClose={() => setStopping(false)} />}
    </>
  );
}

/** Why the latest payment was not requested or made, and the next step. */
function ProblemAlert({ recurring: { id, state, problem } }: { readonly recurring: RecurringPaymentDetails }) {
  const mayChange = useRight("requestSendMoney");
  const { busy, act } = useOccurrenceActions();
  if (problem === null) return null;
  const { day, requestId } = problem;
  return (
    <Alert
      color="red"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title={`The payment of ${formatDay(day)} was not ${requestId === null ? "requested" : "made"}`}
    >
      <Stack gap="xs" align="flex-start">
        {problem.problem}
        {requestId === null ? (
          mayChange &&
          state !== "stopped" && (
            <Button
              size="xs"
              variant="default"
              loading={busy}
              onClick={() => void act("retry", [{ recurringPaymentId: id, day, payOn: day }])}
            >
              Request it now
            </Button>
          )
        ) : (
          <TextLink to="/approvals/$requestId" params={{ requestId }}>
            View request
          </TextLink>
        )}
      </Stack>
    </Alert>
  );
}

function Terms({ recurring }: { readonly recurring: RecurringPaymentDetails }) {
  const text = (value: string | null) => (value === null || value === "" ? undefined : value);
  const { frequency, roll, next } = recurring;
  return (
    <Facts
      facts={[
        { label: "Status", value: <StatusBadge {...recurringStateNames[recurring.state]} /> },
        { label: "Amount", value: <Money amount={recurring.amount} fw={600} /> },
        {
          label: "Recipient",
          value: (
            <TextLink to="/recipients/$recipientId" params={{ recipientId: recurring.recipientId }}>
              {recurring.recipientName}
            </TextLink>
          ),
        },
        { label: "Method", value: shownMethods[recurring.paymentMethod].name },
        { label: "From", value: recurring.accountName },
        { label: "Memo", value: text(recurring.externalMemo) },
        { label: "Note", value: text(recurring.note) },
        { label: "Purpose", value: text(recurring.purpose) },
        { label: "Repeats", value: scheduleWords(recurring) },
        {
          label: "Weekends and holidays",
          value: frequency === "lastBusinessDay" ? undefined : `Paid on the business day ${roll}`,
        },
        { label: "Ends", value: endWords(recurring) },
        { label: "Next payment", value: next === null ? undefined : formatDay(next.payOn) },
        {
          label: "Last edited by",
          value: recurring.requesterName ?? "Unknown",
        },
      ]}
    />
  );
}
