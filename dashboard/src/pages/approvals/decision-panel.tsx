import { Alert, Button, Stack, Text } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { useState } from "react";
import { notifyDone, notifyProblem } from "../../ui/feedback/notify.ts";
import { StatusBadge } from "../../ui/feedback/status-badge.tsx";
import type { RequestListState } from "../../ui/money-table/row-target.ts";
import { countText } from "../../ui/page/count-text.ts";
import { TextLink } from "../../ui/page/links.tsx";
import { ActionBar } from "../../ui/page/record-page.tsx";
import { Section } from "../../ui/page/section.tsx";
import { When } from "../../ui/page/when.tsx";
import { DecideDialog } from "./decide-dialog.tsx";
import type { ReviewedRequest, VerbOfDecision } from "./decisions.ts";
import type { SeenFiles } from "./files/use-seen-files.ts";
import { nextToApprove } from "./next/next-to-approve.ts";
import { AskDialog } from "./questions/ask-dialog.tsx";
import classes from "./review.module.css";
import type { Shown } from "./use-seen-review.ts";

type Verb = VerbOfDecision;

/** The list from which the request was opened, and what opens another one; undefined: there is no other. */
export interface NextRequest {
  readonly list: Partial<RequestListState>;
  readonly onNext: (requestId: string | undefined) => void;
}

/** The decision buttons or the reason they are missing, the remaining approvals, and the decisions so far. */
export function DecisionPanel({
  review,
  shown,
  files,
  title,
  next,
  onChanged,
}: {
  readonly review: ReviewedRequest;
  readonly shown: Shown;
  readonly files: SeenFiles;
  readonly title: string;
  readonly next: NextRequest;
  readonly onChanged: () => void;
}) {
  const [begun, setBegun] = useState<{ readonly verb: Verb; readonly thenNext: boolean }>();
  const [isAsking, setAsking] = useState(false);
  const { allowedActions, request } = review;
  const may = (action: Verb) =>
    allowedActions.includes(action) &&
    shown.differences === undefined &&
    (action !== "approve" || files.added.length === 0);
  const begin = (verb: Verb, thenNext = false) => {
    if (may(verb) && begun === undefined) setBegun({ verb, thenNext });
  };
  useHotkeys([
    ["a", () => begin("approve")],
    ["n", () => begin("approve", true)],
    ["r", () => begin("reject")],
    ["q", () => begun === undefined && allowedActions.includes("ask") && setAsking(true)],
  ]);
  return (
    <Section title="Decision">
      <Stack gap="sm">
        {shown.decidedMeanwhile && begun === undefined && (
          <Alert color="blue" role="status">
            Someone else decided on this request.
          </Alert>
        )}
        {allowedActions.length > 0 && (
          <DecisionButtons allowed={allowedActions} may={may} onBegin={begin} onAsk={() => setAsking(true)} />
        )}
        <Hints review={review} />
        <Progress review={review} />
      </Stack>
      {isAsking && <AskDialog title={title} review={review} onClose={() => setAsking(false)} />}
      {begun !== undefined && (
        <DecideDialog
          {...begun}
          title={title}
          review={review}
          version={shown.version}
          files={files}
          onClose={(statusAfter) => {
            setBegun(undefined);
            if (statusAfter !== undefined) shown.acknowledgeOwn(statusAfter);
            // Looked for first: the user waits for it.
            if (statusAfter !== undefined && begun.thenNext) void openNext(next, request.requestId);
            onChanged();
          }}
        />
      )}
    </Section>
  );
}

/** Why there is no button to approve, and what the button will ask for. */
function Hints({ review: { request, whyNotApprove, sentBack, stepUpNeeded } }: { readonly review: ReviewedRequest }) {
  // The page says at its top that it was sent back.
  const isExplained = request.status !== "pendingApproval" || sentBack !== null;
  return (
    <>
      {!isExplained && whyNotApprove !== null && (
        <Text size="sm" c="dimmed">
          {whyNotApprove.message}
        </Text>
      )}
      {stepUpNeeded && (
        <Text size="sm" c="dimmed">
          You will be asked to confirm your identity.
        </Text>
      )}
    </>
  );
}

async function openNext({ list, onNext }: NextRequest, requestId: string): Promise<void> {
  try {
    const following = await nextToApprove(list, requestId);
    if (following === undefined) notifyDone("No more requests in this list need your approval.");
    onNext(following);
  } catch (error) {
    notifyProblem(error);
  }
}

/** The transaction, the rule that applies, what it still requires, and the decisions so far. */
function Progress({ review: { request, rule, steps, reviews, sentBack } }: { readonly review: ReviewedRequest }) {
  return (
    <>
      {request.transactionId !== null && (
        <TextLink to="/transactions/$transactionId" params={{ transactionId: request.transactionId }} size="sm">
          View transaction
        </TextLink>
      )}
      {rule !== null && <Rule rule={rule} />}
      {steps.length > 0 && <Steps steps={steps} isSentBack={sentBack !== null} />}
      {reviews.length > 0 && <Reviews reviews={reviews} />}
    </>
  );
}

function DecisionButtons({
  allowed,
  may,
  onBegin,
  onAsk,
}: {
  readonly allowed: ReviewedRequest["allowedActions"];
  readonly may: (verb: Verb) => boolean;
  readonly onBegin: (verb: Verb, thenNext?: boolean) => void;
  readonly onAsk: () => void;
}) {
  return (
    <ActionBar inTwoColumns>
      {allowed.includes("approve") && (
        <>
          <Button px="sm" disabled={!may("approve")} onClick={() => onBegin("approve")}>
            Approve
          </Button>
          <Button px="sm" variant="light" disabled={!may("approve")} onClick={() => onBegin("approve", true)}>
            Approve and next
          </Button>
        </>
      )}
      {allowed.includes("reject") && (
        <Button px="sm" variant="default" disabled={!may("reject")} onClick={() => onBegin("reject")}>
          Reject
        </Button>
      )}
      {allowed.includes("ask") && (
        <Button px="sm" variant="default" onClick={onAsk}>
          Ask a question
        </Button>
      )}
      {allowed.includes("withdraw") && (
        <Button variant="subtle" color="gray" disabled={!may("withdraw")} onClick={() => onBegin("withdraw")}>
          Withdraw
        </Button>
      )}
    </ActionBar>
  );
}

const Rule = ({ rule: { name, description } }: { readonly rule: NonNullable<ReviewedRequest["rule"]> }) => (
  <Text size="sm" c="dimmed">
    <Text component="span" inherit fw={600} c="var(--mantine-color-text)">
      {name}.
    </Text>{" "}
    {description}
  </Text>
);

const listed = (people: readonly { readonly name: string }[]): string => people.map(({ name }) => name).join(", ");

function Steps({ steps, isSentBack }: { readonly steps: ReviewedRequest["steps"]; readonly isSentBack: boolean }) {
  const now = isSentBack ? "Can approve after the answer" : "Can approve now";
  return (
    <ol className={classes["steps"]} aria-label="Steps">
      {steps.map((step, index) => {
        const missing = step.approvals - step.approvedBy.length;
        return (
          // Steps have no names: only their position identifies them.
          // biome-ignore lint/suspicious/noArrayIndexKey: the order of steps is what they are
          <li key={index} className={classes["step"]}>
            <Text size="sm" fw={step.isOpen ? 600 : 400}>
              {steps.length > 1 ? `Step ${index + 1}: ` : ""}
              {step.approvedBy.length} of {countText(step.approvals, "approval")}
            </Text>
            {step.approvedBy.length > 0 && <Text size="sm">Approved by {listed(step.approvedBy)}</Text>}
            {missing > 0 && (
              <Text size="sm" c="dimmed">
                {step.mayApprove.length === 0
                  ? "No one can give the remaining approvals."
                  : `${step.isOpen ? now : "Can approve next"}: ${listed(step.mayApprove)}`}
              </Text>
            )}
          </li>
        );
      })}
    </ol>
  );
}

function Reviews({ reviews }: { readonly reviews: ReviewedRequest["reviews"] }) {
  return (
    <ul className={classes["plain"]} aria-label="Decisions">
      {reviews.map(({ userId, name, decision, reason, at }) => (
        <li key={userId}>
          <StatusBadge status={decision} />
          <span>{name}</span>
          <Text component="span" inherit c="dimmed">
            <When at={at} />
          </Text>
          {reason !== null && <span>“{reason}”</span>}
        </li>
      ))}
    </ul>
  );
}
