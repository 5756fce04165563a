import type { Overview } from "#api/generated/types.gen.ts";
import { Empty } from "#ui/feedback/empty.tsx";
import { Section } from "#ui/page/section.tsx";
import { ApprovalsItem, OthersDecide } from "./approvals-item.tsx";
import classes from "./attention.module.css";
import { BankFilesItem, needsBankFiles } from "./bank-files-item.tsx";
import { ControlChangesItem, DetailChangesItem } from "./change-items.tsx";
import { ChangedRowsItem } from "./changed-rows-item.tsx";
import { FailingJobsItem } from "./failing-jobs-item.tsx";
import { FailuresItem } from "./failures-item.tsx";
import { PaymentFileItem } from "./payment-file-item.tsx";
import { QuestionsItem } from "./questions-item.tsx";
import { RevokedKeysItem } from "./revoked-keys-item.tsx";
import { isShort, ScheduledItem } from "./scheduled-item.tsx";
import { needsScreening, ScreeningItem } from "./screening-item.tsx";
import { WebhookItem } from "./webhook-item.tsx";

/** Everything that needs the user, most urgent first. Parts that the user's role may not see are null. */
export function NeedsAttention({
  overview: {
    waiting,
    questions,
    failures,
    detailChanges,
    scheduled,
    paymentFile,
    changedRows,
    revokedKeys,
    screening,
    bankFiles,
    webhooks,
    failingJobs,
  },
  controlChanges,
}: {
  readonly overview: Overview;
  /** Changes of controls that the user may confirm. */
  readonly controlChanges: number;
}) {
  const hasScheduled = scheduled !== null && scheduled.count > 0;
  // A payment without enough money fails on its day: until then, money can be moved.
  const isUrgent = hasScheduled && isShort(scheduled);
  const items = [
    revokedKeys !== null && <RevokedKeysItem key="keys" revokedKeys={revokedKeys} />,
    changedRows !== null && changedRows.count > 0 && <ChangedRowsItem key="rows" changedRows={changedRows} />,
    failingJobs !== null && failingJobs.length > 0 && <FailingJobsItem key="jobs" jobs={failingJobs} />,
    needsScreening(screening) && <ScreeningItem key="screening" screening={screening} />,
    needsBankFiles(bankFiles) && <BankFilesItem key="bank" bankFiles={bankFiles} />,
    isUrgent && <ScheduledItem key="scheduled" scheduled={scheduled} />,
    waiting !== null && waiting.mine.count > 0 && <ApprovalsItem key="approvals" waiting={waiting} />,
    questions !== null && questions.count > 0 && <QuestionsItem key="questions" questions={questions} />,
    failures !== null && failures.count > 0 && <FailuresItem key="failures" failures={failures} />,
    paymentFile !== null && <PaymentFileItem key="file" file={paymentFile} />,
    detailChanges !== null && detailChanges.count > 0 && <DetailChangesItem key="details" changes={detailChanges} />,
    controlChanges > 0 && <ControlChangesItem key="controls" count={controlChanges} />,
    hasScheduled && !isUrgent && <ScheduledItem key="scheduled" scheduled={scheduled} />,
    ...(webhooks ?? []).map((webhook) => <WebhookItem key={webhook.webhookId} webhook={webhook} />),
  ].filter((item) => item !== false);
  const seesNothing = [waiting, failures, detailChanges, scheduled, webhooks].every((part) => part === null);
  if (seesNothing && items.length === 0) return null;
  return (
    <Section title="Needs attention" flush>
      {items.length === 0 ? (
        <Empty title="You’re all caught up">
          Approvals, questions, failed payments, changes to confirm, and this week’s payments appear here.
        </Empty>
      ) : (
        <ul className={classes["items"]}>{items}</ul>
      )}
      {waiting !== null && waiting.mine.count === 0 && waiting.count > 0 && <OthersDecide count={waiting.count} />}
    </Section>
  );
}
