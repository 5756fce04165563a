import { Alert, Progress, Stack, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { formatMoney } from "#ui/money/money.tsx";
import { methodName } from "#ui/money/payment-methods.ts";
import { Figure, Figures } from "#ui/page/figures.tsx";
import { TextLink } from "#ui/page/links.tsx";
import classes from "./batch.module.css";
import { paymentsText, verbWords } from "./batch-words.ts";
import type { ApprovalBatch } from "./use-batch.ts";

/** What the batch contains, what its decision needs, and what happened to the last one. */
export function BatchStanding({ batch }: { readonly batch: ApprovalBatch }) {
  const { state, evaluation } = batch;
  return (
    <Stack gap="sm">
      <Totals batch={batch} />
      {state === "open" && <Incomplete batch={batch} />}
      {evaluation !== null && evaluation.flagged > 0 && (
        <Alert color="yellow" p="xs" icon={<IconAlertTriangle size={18} aria-hidden />}>
          {paymentsText(evaluation.flagged)} {evaluation.flagged === 1 ? "is" : "are"} flagged.{" "}
          <TextLink
            to="/approvals/batches/$batchId"
            params={{ batchId: batch.batchId }}
            search={{ flagged: true }}
            inherit
            underline="always"
          >
            Review {evaluation.flagged === 1 ? "it" : "them"} first
          </TextLink>
        </Alert>
      )}
      {evaluation?.shortfalls.map(({ accountId, accountName, total, available }) => (
        <Alert key={accountId} color="red" icon={<IconAlertTriangle size={18} aria-hidden />}>
          The payments from {accountName} add up to {formatMoney(total)}, but only {formatMoney(available)} is
          available. Add money, or remove payments.
        </Alert>
      ))}
      {state === "submitted" && evaluation !== null && evaluation.approvable.count > 0 && (
        <NotApprovable evaluation={evaluation} />
      )}
      <Decision batch={batch} />
    </Stack>
  );
}

/** "Operating", or with more than one, "Operating $4,210.50, Payroll $900.00" */
const shares = (parts: readonly { readonly name: string; readonly total: number }[]): string =>
  parts.map(({ name, total }) => (parts.length === 1 ? name : `${name} ${formatMoney(total)}`)).join(", ");

function Totals({ batch }: { readonly batch: ApprovalBatch }) {
  const { waiting, approved, rejected, withdrawn, announced, arrived, removed, state, evaluation } = batch;
  const sums = [
    { name: "Waiting", sum: waiting },
    { name: "Approved", sum: approved },
    { name: "Rejected", sum: rejected },
    { name: "Withdrawn", sum: withdrawn },
  ].filter(({ name, sum }) => sum.count > 0 || (name === "Waiting" && arrived.count === 0));
  return (
    <Figures label="Totals of the batch" isSmall>
      {sums.map(({ name, sum }) => (
        <Figure key={name} label={name}>
          {paymentsText(sum.count)}, {formatMoney(sum.total)}
        </Figure>
      ))}
      {state === "open" && (
        <Figure label="Expected">
          {paymentsText(announced.count)}, {formatMoney(announced.total)}
        </Figure>
      )}
      {evaluation !== null && waiting.count > 0 && (
        <>
          <Figure label="From">
            {shares(evaluation.accounts.map(({ accountName: name, total }) => ({ name, total })))}
          </Figure>
          <Figure label="Method">
            {shares(evaluation.methods.map(({ paymentMethod, total }) => ({ name: methodName(paymentMethod), total })))}
          </Figure>
        </>
      )}
      {removed > 0 && <Figure label="Removed">{paymentsText(removed)}</Figure>}
    </Figures>
  );
}

const Incomplete = ({
  batch: { arrived, announced, createdBy, allowedActions },
}: {
  readonly batch: ApprovalBatch;
}) => (
  <Alert color="blue" title={`${arrived.count} of ${paymentsText(announced.count)} requested`}>
    {allowedActions.includes("submit") ? (
      <>
        Continue with the other rows in{" "}
        <TextLink to="/pay/many" inherit underline="always">
          Pay from a file
        </TextLink>
        , or submit the batch without them.
      </>
    ) : (
      <>{createdBy.name} has not submitted this batch yet. You can approve it as a whole once it is submitted.</>
    )}
  </Alert>
);

/** Why the approver's decision leaves some out. */
function NotApprovable({ evaluation }: { readonly evaluation: NonNullable<ApprovalBatch["evaluation"]> }) {
  if (evaluation.notApprovable.length === 0) return null;
  return (
    <Alert color="gray" title="Not included in your approval">
      <ul className={classes["plain"]}>
        {evaluation.notApprovable.map(({ code, message, count }) => (
          <li key={code}>
            {paymentsText(count)}: {message}
          </li>
        ))}
      </ul>
    </Alert>
  );
}

/** How far the latest decision is, or how it ended. */
function Decision({ batch: { decision } }: { readonly batch: ApprovalBatch }) {
  if (decision === null) return null;
  const { verb, count, decided, refused, refusals, state, userName } = decision;
  const words = verbWords[verb];
  if (state === "running") {
    const settled = decided + refused;
    return (
      <div role="status">
        <Text size="sm" fw={600} mb={4} className="figures">
          {words.doing} {settled} of {paymentsText(count)}
        </Text>
        <Progress.Root size="md">
          <Progress.Section value={(100 * settled) / count} aria-label={`${settled} of ${count} payments`} />
        </Progress.Root>
        <Text size="xs" c="dimmed" mt={4}>
          This continues if you leave the page.
        </Text>
      </div>
    );
  }
  const done = `${userName} ${words.done} ${paymentsText(decided)}`;
  if (refused === 0) return <Alert color="evergreen" role="status" title={`${done}.`} />;
  return (
    <Alert color="red" role="status" title={`${done}. ${paymentsText(refused)} could not be ${words.done}:`}>
      <ul className={classes["plain"]}>
        {refusals.map(({ requestId, payeeName, amount, message }) => (
          <li key={requestId}>
            <TextLink to="/approvals/$requestId" params={{ requestId }} inherit>
              {payeeName}, {formatMoney(amount)}
            </TextLink>
            : {message}
          </li>
        ))}
      </ul>
      {refusals.length < refused && <Text size="sm">And {refused - refusals.length} more.</Text>}
    </Alert>
  );
}
