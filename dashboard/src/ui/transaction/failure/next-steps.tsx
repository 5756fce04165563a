import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { getNextStepsOptions } from "#api/generated/@tanstack/react-query.gen.ts";
import { undoFailureHandled } from "#api/generated/sdk.gen.ts";
import type { FailureNextSteps, Transaction } from "#api/generated/types.gen.ts";
import { Loaded, SkeletonRows } from "../../feedback/loaded.tsx";
import { useAction } from "../../forms/use-action.ts";
import { ButtonLink, TextLink } from "../../page/links.tsx";
import { Section } from "../../page/section.tsx";
import { When } from "../../page/when.tsx";
import { isFailedPayment } from "./is-failed-payment.ts";
import { MarkHandledDialog } from "./mark-handled-dialog.tsx";

const REFRESH_MS = 10_000;

interface Failed {
  readonly transaction: Transaction;
}

/** In a panel: what can be done about a failed payment, or who has handled it. Nothing for other transactions. */
export function NextSteps({ transaction }: Failed) {
  if (!isFailedPayment(transaction)) return null;
  return (
    <section aria-label="Next steps">
      <Title order={3} mb="xs">
        Next steps
      </Title>
      <LoadedSteps transaction={transaction} />
    </section>
  );
}

/** The same as a section of a page. */
export function NextStepsSection({ transaction }: Failed) {
  if (!isFailedPayment(transaction)) return null;
  return (
    <Section title="Next steps">
      <LoadedSteps transaction={transaction} />
    </Section>
  );
}

/** The dialog stays open when someone else marks the payment meanwhile: nothing typed is lost. */
function LoadedSteps({ transaction }: Failed) {
  const path = { transactionId: transaction.id };
  const steps = useQuery({ ...getNextStepsOptions({ path }), refetchInterval: REFRESH_MS });
  const [marking, mark] = useDisclosure();
  return (
    <>
      <Loaded query={steps} skeleton={<SkeletonRows rows={2} height={32} />}>
        {({ failure }) =>
          failure === null ? null : failure.handled === null ? (
            <Steps transaction={transaction} failure={failure} onMark={mark.open} />
          ) : (
            <Handled
              transaction={transaction}
              handled={failure.handled}
              mayUndo={failure.steps.includes("undoHandled")}
            />
          )
        }
      </Loaded>
      {marking && <MarkHandledDialog transactionIds={[transaction.id]} onClose={mark.close} />}
    </>
  );
}

type Step = FailureNextSteps["steps"][number];

interface StepsProps extends Failed {
  readonly failure: FailureNextSteps;
  readonly onMark: () => void;
}

function Steps({ transaction, failure, onMark }: StepsProps) {
  const { why, steps, later } = failure;
  const first = firstStepOf(failure);
  const inOrder = steps.toSorted((a, b) => Number(b === first) - Number(a === first));
  return (
    <Stack gap="sm">
      <Text size="sm">{why}</Text>
      {later !== null && <Later later={later} />}
      <Group gap="xs">
        {inOrder.map((step) => (
          <StepButton
            key={step}
            step={step}
            isFirst={step === first}
            transaction={transaction}
            failure={failure}
            onMark={onMark}
          />
        ))}
      </Group>
    </Stack>
  );
}

/** What the reason suggests; after a payment of the same amount, nothing may be left to do. */
function firstStepOf({ suggested, later }: FailureNextSteps): Step | undefined {
  if (later !== null) return "markHandled";
  return suggested === "review" ? undefined : suggested;
}

function StepButton({
  step,
  isFirst,
  transaction: { id, counterpartyId },
  failure: { detailsMethod },
  onMark,
}: StepsProps & { readonly step: Step; readonly isFirst: boolean }): ReactNode {
  const variant = isFirst ? "filled" : "default";
  switch (step) {
    case "payAgain":
      return (
        <ButtonLink variant={variant} to="/pay" search={{ again: id }}>
          Pay again
        </ButtonLink>
      );
    case "correctDetails":
      return (
        <ButtonLink
          variant={variant}
          to="/recipients/$recipientId"
          params={{ recipientId: counterpartyId }}
          search={{ change: detailsMethod, payAgain: id }}
        >
          Correct bank details
        </ButtonLink>
      );
    case "askRecipient":
      return (
        <ButtonLink
          variant={variant}
          to="/recipients/invites/new"
          search={{ recipientId: counterpartyId, failedPayment: id }}
        >
          Ask recipient
        </ButtonLink>
      );
    case "markHandled":
      return (
        <Button variant={variant} onClick={onMark}>
          Mark as handled
        </Button>
      );
    default:
      return null;
  }
}

function Later({ later: { kind, id } }: { readonly later: NonNullable<FailureNextSteps["later"]> }) {
  return (
    <Text size="sm" fw={550}>
      {kind === "request" ? (
        <>
          A payment of the same amount to this recipient was requested after this one failed:{" "}
          <TextLink to="/approvals/$requestId" params={{ requestId: id }}>
            view request
          </TextLink>
          .
        </>
      ) : (
        <>
          A payment of the same amount to this recipient was made after this one failed:{" "}
          <TextLink to="/transactions/$transactionId" params={{ transactionId: id }}>
            view payment
          </TextLink>
          .
        </>
      )}
    </Text>
  );
}

function Handled({
  transaction: { id },
  handled: { handlingId, handledAt, handledBy, note },
  mayUndo,
}: Failed & { readonly handled: NonNullable<FailureNextSteps["handled"]>; readonly mayUndo: boolean }) {
  const { busy, run } = useAction(["transactions"]);
  const undo = () =>
    run(
      () => undoFailureHandled({ path: { transactionId: id }, body: { handlingId }, throwOnError: true }),
      "The payment needs attention again.",
    );
  return (
    <Stack gap="sm" align="flex-start">
      <Text size="sm">
        Handled by {handledBy.name ?? "a user"}, <When at={handledAt} />
      </Text>
      {note !== null && (
        <Text size="sm" style={{ overflowWrap: "anywhere", whiteSpace: "pre-wrap" }}>
          “{note}”
        </Text>
      )}
      {mayUndo && (
        <Button variant="default" size="xs" loading={busy} onClick={() => void undo()}>
          Mark as not handled
        </Button>
      )}
    </Stack>
  );
}
