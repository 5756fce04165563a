import { type LinkProps, linkOptions } from "@tanstack/react-router";
import type { Notification } from "../../api/generated/types.gen.ts";

/** The page of what a notification is about. */
export function subjectLink({ subjectType, subjectId }: Notification): LinkProps {
  switch (subjectType) {
    case "approvalRequest":
      return linkOptions({ to: "/approvals/$requestId", params: { requestId: subjectId } });
    case "paymentBatch":
      return linkOptions({ to: "/approvals/batches/$batchId", params: { batchId: subjectId } });
    case "transaction":
      return linkOptions({ to: "/transactions/$transactionId", params: { transactionId: subjectId } });
    case "recipient":
      return linkOptions({ to: "/recipients/$recipientId", params: { recipientId: subjectId } });
    case "recurringPayment":
      return linkOptions({
        to: "/scheduled/recurring/$recurringPaymentId",
        params: { recurringPaymentId: subjectId },
      });
    case "webhook":
      return linkOptions({ to: "/settings/webhooks/$webhookId", params: { webhookId: subjectId } });
    case "bankFile":
      return linkOptions({ to: "/bank-files/$fileId", params: { fileId: subjectId } });
    default:
      return pages[subjectType];
  }
}

const pages = {
  controlChange: linkOptions({ to: "/settings/changes" }),
  bankFiles: linkOptions({ to: "/bank-files" }),
  bankNotices: linkOptions({ to: "/bank-files/notices" }),
  checkExceptions: linkOptions({ to: "/bank-files/check-exceptions" }),
  screening: linkOptions({ to: "/settings/screening" }),
  reconciliation: linkOptions({ to: "/reconciliation" }),
  statement: linkOptions({ to: "/statements" }),
} as const;
