import { Button, Group, Text } from "@mantine/core";
import { markBankNoticeDone } from "../../api/generated/sdk.gen.ts";
import type { BankNotice, BankNoticeKind, BankNoticeOutcome } from "../../api/generated/types.gen.ts";
import { useRight } from "../../app/session/session.ts";
import { StatusMark } from "../feedback/status-mark.tsx";
import { useAction } from "../forms/use-action.ts";
import { TextLink } from "../page/links.tsx";
import { formatDay, When } from "../page/when.tsx";
import classes from "./bank-notices.module.css";

const kindNames: Readonly<Record<BankNoticeKind, string>> = {
  changeOfDetails: "Corrected bank details",
  lateReturn: "Late return",
  dishonoredReturn: "Dishonored return",
  contestedReturn: "Contested return",
  reversalReturned: "Reversal returned",
  paidBackTwice: "May be back twice",
};
const outcomeTexts: Readonly<Record<BankNoticeOutcome, string>> = {
  applied: "The recipient's bank details were corrected.",
  proposed: "The correction waits for a second person, or was decided.",
  unchanged: "The recipient already had these details.",
  outdated: "The recipient is paid by other details now, so nothing was changed.",
  manual: "Nothing was changed.",
};

/** Notices of banks: what each says, what was done about it, and what to do by when. */
export function NoticeList({
  notices,
  label,
  today,
}: {
  readonly notices: readonly BankNotice[];
  readonly label: string;
  /** YYYY-MM-DD. */
  readonly today: string;
}) {
  return (
    <ul className={classes["notices"]} aria-label={label}>
      {notices.map((notice) => (
        <li key={notice.id} className={classes["notice"]}>
          <Notice notice={notice} today={today} />
        </li>
      ))}
    </ul>
  );
}

function Notice({ notice, today }: { readonly notice: BankNotice; readonly today: string }) {
  const { kind, code, meaning, correction, outcome, todo, actBy, recipientName, receivedAt } = notice;
  const isOverdue = todo !== null && actBy < today;
  return (
    <>
      <Group gap="sm" justify="space-between" align="baseline">
        <Text size="sm" fw={550}>
          {kindNames[kind]} ({code}):{" "}
          <TextLink to="/recipients/$recipientId" params={{ recipientId: notice.recipientId }} inherit>
            {recipientName ?? "a former recipient"}
          </TextLink>
        </Text>
        {todo === null ? (
          <StatusMark color="gray">Done</StatusMark>
        ) : (
          <StatusMark color={isOverdue ? "red" : "orange"}>
            {`${isOverdue ? "Was due" : "Due"} ${formatDay(actBy)}`}
          </StatusMark>
        )}
      </Group>
      <Text size="sm" c="dimmed">
        {meaning}
        {correction !== null && ` ${correction}.`} {outcome !== null && outcomeTexts[outcome]}
      </Text>
      {todo !== null && <Text size="sm">{todo}</Text>}
      <Group gap="xs" justify="space-between" mt={4}>
        <Group gap="md">
          <Text size="xs" c="dimmed" component="span">
            <When at={receivedAt} />
          </Text>
          <TextLink to="/transactions/$transactionId" params={{ transactionId: notice.transactionId }} size="xs">
            Payment
          </TextLink>
          <TextLink to="/bank-files/$fileId" params={{ fileId: notice.fileId }} size="xs">
            Bank file
          </TextLink>
        </Group>
        {todo !== null && <DoneButton notice={notice} />}
      </Group>
    </>
  );
}

function DoneButton({ notice: { id, code, recipientName } }: { readonly notice: BankNotice }) {
  const mayClose = useRight("manageOrganization");
  const { busy, run } = useAction(["bankFiles"]);
  if (!mayClose) return null;
  return (
    <Button
      size="compact-xs"
      variant="default"
      loading={busy}
      aria-label={`Mark as done: ${code} of ${recipientName ?? "a former recipient"}`}
      onClick={() =>
        void run(
          () => markBankNoticeDone({ path: { noticeId: id }, throwOnError: true }),
          "The notice was marked as done.",
        )
      }
    >
      Mark as done
    </Button>
  );
}
