import { Text } from "@mantine/core";
import { useState } from "react";
import { isApiError, messageOf } from "../../api/api-error.ts";
import { notifyDone, notifyProblem } from "../../ui/feedback/notify.ts";
import { DANGER } from "../../ui/forms/danger-color.ts";
import { FormDialog } from "../../ui/forms/form-dialog.tsx";
import { FormProblem } from "../../ui/forms/form-problem.tsx";
import {
  afterApproval,
  type Decision,
  decide,
  type ReviewedRequest,
  type VerbOfDecision,
  whatLastApprovalDoes,
} from "./decisions.ts";
import { FilesNotice } from "./files/files-notice.tsx";
import type { SeenFiles } from "./files/use-seen-files.ts";
import { FlagLine } from "./flags/flag-line.tsx";
import { ReasonField } from "./reason-field.tsx";
import { Warnings } from "./warnings.tsx";

const names = {
  approve: { button: "Approve", done: "Approved" },
  reject: { button: "Reject", done: "Rejected" },
  withdraw: { button: "Withdraw", done: "Withdrawn" },
} as const;

/** The request's status after the decision; undefined if there was none. */
type OnClose = (statusAfter: string | undefined) => void;

/**
 * Confirms a decision on the version that the user has seen. If the request changed, the dialog closes and the page
 * shows the changes.
 */
export function DecideDialog({
  verb,
  thenNext,
  title,
  review,
  version,
  files,
  onClose,
}: {
  readonly verb: VerbOfDecision;
  /** The next request will be opened. */
  readonly thenNext: boolean;
  readonly title: string;
  readonly review: ReviewedRequest;
  readonly version: number;
  readonly files: SeenFiles;
  readonly onClose: OnClose;
}) {
  const [reason, setReason] = useState("");
  const { busy, problem, submit } = useDecision({ review, version, onClose });
  return (
    <FormDialog
      title={`${names[verb].button} this ${review.kind}`}
      submit={thenNext ? "Approve and open next" : names[verb].button}
      busy={busy}
      disabled={verb === "approve" && files.added.length > 0}
      color={verb === "approve" ? undefined : DANGER}
      autoFocus={verb === "approve"}
      onSubmit={() =>
        submit(verb === "approve" ? { verb, seenAttachmentIds: files.seenIds } : { verb, reason: reason.trim() })
      }
      onClose={() => onClose(undefined)}
    >
      <Text size="sm">
        {title}, from {review.accountName}.
      </Text>
      {verb === "approve" && (
        <>
          <FilesNotice files={files} />
          <FlagLine flags={review.flags} />
          <Warnings review={review} />
          <Text size="sm" c="dimmed">
            {whatFollows(review)}
          </Text>
        </>
      )}
      <FormProblem problem={problem} />
      {verb !== "approve" && <ReasonField required={verb === "reject"} value={reason} onChange={setReason} />}
    </FormDialog>
  );
}

function useDecision({ review, version, onClose }: { review: ReviewedRequest; version: number; onClose: OnClose }) {
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const submit = async (decision: Decision) => {
    setBusy(true);
    setProblem(undefined);
    const { requestId } = review.request;
    const { verb } = decision;
    try {
      const after = await decide({ requestId, kind: review.kind, version }, decision);
      notifyDone(verb === "approve" ? afterApproval(after, review) : names[verb].done);
      onClose(after.status);
    } catch (error) {
      if (isApiError(error, "requestChanged") || isApiError(error, "requestAlreadyDecided")) {
        notifyProblem(error);
        onClose(undefined);
        return;
      }
      setProblem(messageOf(error));
      setBusy(false);
    }
  };
  return { busy, problem, submit };
}

function whatFollows(review: ReviewedRequest): string {
  const missing = review.steps.reduce((sum, step) => sum + step.approvals - step.approvedBy.length, 0);
  if (missing > 1) return `${missing - 1} more ${missing === 2 ? "approval is" : "approvals are"} needed after yours.`;
  return `This is the last approval needed: ${whatLastApprovalDoes(review)}.`;
}
