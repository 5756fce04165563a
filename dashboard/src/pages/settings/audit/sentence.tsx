import { type LinkProps, linkOptions } from "@tanstack/react-router";
import type { AuditEntry } from "#api/generated/types.gen.ts";
import { TextLink } from "#ui/page/links.tsx";
import classes from "./audit-page.module.css";

/** What happened, with links to what it is about. */
export function Sentence({
  parts,
  here,
}: {
  readonly parts: AuditEntry["sentence"];
  /** The resource whose page this is. */
  readonly here?: string;
}) {
  return (
    <span className={classes["sentence"]}>
      {parts.map((part) => {
        const link = part.resourceId === here ? undefined : linkTo(part);
        const key = `${part.resourceType} ${part.resourceId}`;
        return link === undefined ? (
          part.text
        ) : (
          <TextLink key={key} underline="always" {...link} onClick={(event) => event.stopPropagation()}>
            {part.text}
          </TextLink>
        );
      })}
    </span>
  );
}

type Part = Pick<AuditEntry["sentence"][number], "resourceType" | "resourceId">;

/** The page of a resource, or the page of settings that lists it. */
function linkTo({ resourceType, resourceId }: Part): LinkProps | undefined {
  if (resourceType === null || resourceId === null) return undefined;
  switch (resourceType) {
    case "transaction":
      return linkOptions({ to: "/transactions/$transactionId", params: { transactionId: resourceId } });
    case "recipient":
      return linkOptions({ to: "/recipients/$recipientId", params: { recipientId: resourceId } });
    case "account":
      return linkOptions({ to: "/accounts/$accountId", params: { accountId: resourceId } });
    case "user":
      return linkOptions({ to: "/settings/people/$userId", params: { userId: resourceId } });
    case "token":
      return linkOptions({ to: "/settings/tokens/$tokenId", params: { tokenId: resourceId } });
    case "invoiceCustomer":
      return linkOptions({ to: "/invoices/customers/$customerId", params: { customerId: resourceId } });
    case "webhook":
      return linkOptions({ to: "/settings/webhooks/$webhookId", params: { webhookId: resourceId } });
    case "approvalRequest":
    case "request":
      return linkOptions({ to: "/approvals/$requestId", params: { requestId: resourceId } });
    case "approvalBatch":
      return linkOptions({ to: "/approvals/batches/$batchId", params: { batchId: resourceId } });
    case "invoice":
      return linkOptions({ to: "/invoices/$invoiceId", params: { invoiceId: resourceId } });
    case "bankFile":
      return linkOptions({ to: "/bank-files/$fileId", params: { fileId: resourceId } });
    case "recurringPayment":
      return linkOptions({
        to: "/scheduled/recurring/$recurringPaymentId",
        params: { recurringPaymentId: resourceId },
      });
    default:
      return pages[resourceType];
  }
}

const pages: Readonly<Record<string, LinkProps | undefined>> = {
  approvalRule: linkOptions({ to: "/settings/rules" }),
  bankConnection: linkOptions({ to: "/bank-files" }),
  bankMatch: linkOptions({ to: "/reconciliation" }),
  bankNotice: linkOptions({ to: "/bank-files/notices" }),
  category: linkOptions({ to: "/settings/categories", search: { category: undefined, rule: undefined } }),
  categoryRule: linkOptions({ to: "/settings/categories", search: { category: undefined, rule: undefined } }),
  invite: linkOptions({ to: "/recipients/invites" }),
  invitation: linkOptions({ to: "/settings/people" }),
  organization: linkOptions({ to: "/settings/organization" }),
  recipientInvite: linkOptions({ to: "/recipients/invites" }),
  statement: linkOptions({ to: "/statements" }),
  treasuryOrder: linkOptions({ to: "/treasury" }),
};
