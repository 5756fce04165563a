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
import { formatMoney } from "#ui/money/money.tsx";
import { methodsInWords } from "#ui/money/payment-methods.ts";
import { Facts } from "#ui/page/facts.tsx";
import { ButtonLink, TextLink } from "#ui/page/links.tsx";
import { Page } from "#ui/page/page.tsx";
import { RecordPage } from "#ui/page/record-page.tsx";
import { Section } from "#ui/page/section.tsx";
import { formatDay } from "#ui/page/when.tsx";
import { OccurrencesSection } from "./occurrences-section.tsx";
import { endPhrase, recurringStateNames, scheduleWords } from "./schedule-words.ts";
import { StopDialog } from "./stop-dialog.tsx";
import { UpcomingSection } from "./upcoming-section.tsx";
import { useOccurrenceActions } from "./use-occurrence-actions.ts";

const route = getRouteApi("/signedIn/scheduled/recurring/$recurringPaymentId");

/** A recurring payment: its terms, what comes next, and what happened to each payment. */
export function RecurringPage() {
  const { recurringPaymentId } = route.useParams();
  const recurring = useQuery(getRecurringPaymentOptions({ path: { recurringPaymentId } }));
  const found = recurring.data;
  if (found === undefined)
    return (
      <Page title="Recurring payment">
        <Loaded query={recurring}>{() => null}</Loaded>
      </Page>
    );
  return (
    <RecordPage
      title={`Recurring payment to ${found.recipientName}`}
      heading={
        <>
          Recurring payment to{" "}
          <TextLink to="/recipients/$recipientId" params={{ recipientId: found.recipientId }} inherit c="inherit">
            {found.recipientName}
          </TextLink>
        </>
      }
      status={<StatusBadge {...recurringStateNames[found.state]} />}
      lead={sentenceOf(found)}
      actions={found.state === "active" && <Actions recurring={found} />}
      notices={<ProblemAlert recurring={found} />}
      decision={<UpcomingSection recurring={found} />}
    >
      <Section title="Details">
        <Terms recurring={found} />
      </Section>
      <OccurrencesSection recurring={found} />
    </RecordPage>
  );
}

/** "$1,250.00 by ACH from Operating Checking, every month on the 15th, until it is stopped." */
function sentenceOf(recurring: RecurringPaymentDetails): string {
  const { amount, paymentMethod, accountName } = recurring;
  const schedule = scheduleWords(recurring);
  const words = `${schedule.charAt(0).toLowerCase()}${schedule.slice(1)}`;
  const when = words.startsWith("last") ? `on the ${words}` : words;
  return `${formatMoney(amount)} by ${methodsInWords([paymentMethod])} from ${accountName}, ${when}, ${endPhrase(recurring)}.`;
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
  const { frequency, roll } = recurring;
  return (
    <Facts
      facts={[
        { label: "Memo", value: text(recurring.externalMemo) },
        { label: "Note", value: text(recurring.note) },
        { label: "Purpose", value: text(recurring.purpose) },
        {
          label: "Weekends and holidays",
          value: frequency === "lastBusinessDay" ? undefined : `Paid on the business day ${roll}`,
        },
        {
          label: "Last edited by",
          value: recurring.requesterName ?? "Unknown",
        },
      ]}
    />
  );
}
