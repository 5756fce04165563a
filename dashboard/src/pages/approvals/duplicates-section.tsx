import { StatusBadge } from "../../ui/feedback/status-badge.tsx";
import { TextLink } from "../../ui/page/links.tsx";
import { Section } from "../../ui/page/section.tsx";
import { When } from "../../ui/page/when.tsx";
import type { ReviewedRequest } from "./decisions.ts";
import classes from "./review.module.css";

/** Payments and requests with the same recipient and amount within a week. */
export function DuplicatesSection({ duplicates }: { readonly duplicates: ReviewedRequest["duplicates"] }) {
  if (duplicates.length === 0) return null;
  return (
    <Section title="Same recipient and amount within a week">
      <ul className={classes["plain"]} aria-label="Same recipient and amount within a week">
        {duplicates.map(({ id, kind, createdAt, status, accountName }) => (
          <li key={id}>
            {kind === "request" ? (
              <TextLink to="/approvals/$requestId" params={{ requestId: id }} inherit>
                Request
              </TextLink>
            ) : (
              <TextLink to="/transactions/$transactionId" params={{ transactionId: id }} inherit>
                Payment
              </TextLink>
            )}
            <When at={createdAt} />
            <span>from {accountName}</span>
            <StatusBadge status={status} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
