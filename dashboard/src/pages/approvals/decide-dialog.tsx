import { Alert, Button, Group, Modal, Stack, Text, Textarea } from "@mantine/core";
import { useState } from "react";
import { isApiError, messageOf } from "../../api/api-error.ts";
import { notifyDone, notifyProblem } from "../../ui/feedback/notify.ts";
import { DANGER } from "../../ui/forms/danger-color.ts";
import { afterApproval, type Decision, decide, type Review, whatLastApprovalDoes } from "./decisions.ts";
import { Warnings } from "./warnings.tsx";

type Verb = Review["allowedActions"][number];

const names = {
  approve: { button: "Approve", done: "Approved" },
  reject: { button: "Reject", done: "Rejected" },
  withdraw: { button: "Withdraw", done: "Withdrawn" },
} as const;

/**
 * Confirms a decision on the version that the user has seen. If the request changed, the dialog closes and the page
 * shows the changes.
 */
export function DecideDialog({
  verb,
  title,
  review,
  version,
  onClose,
}: {
  readonly verb: Verb;
  readonly title: string;
  readonly review: Review;
  readonly version: number;
  readonly onClose: (decided: boolean) => void;
}) {
  const [reason, setReason] = useState("");
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const submit = async () => {
    setBusy(true);
    setProblem(undefined);
    const { requestId } = review.request;
    const decision: Decision = verb === "approve" ? { verb } : { verb, reason: reason.trim() };
    try {
      const after = await decide({ requestId, kind: review.kind, version }, decision);
      notifyDone(verb === "approve" ? afterApproval(after, review) : names[verb].done);
      onClose(true);
    } catch (error) {
      if (isApiError(error, "requestChanged") || isApiError(error, "requestAlreadyDecided")) {
        notifyProblem(error);
        onClose(false);
        return;
      }
      setProblem(messageOf(error));
      setBusy(false);
    }
  };
  return (
    <Modal
      opened
      onClose={() => !busy && onClose(false)}
      title={`${names[verb].button} this ${review.kind}`}
      closeButtonProps={{ "aria-label": "Close" }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Stack gap="sm">
          <Text size="sm">
            {title}, from {review.accountName}.
          </Text>
          {verb === "approve" && (
            <>
              <Warnings review={review} />
              <Text size="sm" c="dimmed">
                {whatFollows(review)}
              </Text>
            </>
          )}
          {problem !== undefined && (
            <Alert color="red" role="alert">
              {problem}
            </Alert>
          )}
          {verb !== "approve" && (
            <Textarea
              label={verb === "reject" ? "Reason" : "Reason (optional)"}
              description={verb === "reject" ? "The requester can see it." : undefined}
              required={verb === "reject"}
              maxLength={500}
              autosize
              minRows={2}
              data-autofocus
              value={reason}
              onChange={({ currentTarget }) => setReason(currentTarget.value)}
            />
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={() => onClose(false)} disabled={busy}>
              Cancel
            </Button>
            <Button
              type="submit"
              loading={busy}
              {...(verb === "approve" ? { "data-autofocus": true } : { color: DANGER })}
            >
              {names[verb].button}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

function whatFollows(review: Review): string {
  const missing = review.steps.reduce((sum, step) => sum + step.approvals - step.approvedBy.length, 0);
  if (missing > 1) return `${missing - 1} more ${missing === 2 ? "approval is" : "approvals are"} needed after yours.`;
  return `This is the last approval needed: ${whatLastApprovalDoes(review)}.`;
}
