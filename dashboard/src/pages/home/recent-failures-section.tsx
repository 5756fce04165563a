import { Link } from "@tanstack/react-router";
import type { Overview } from "../../api/generated/types.gen.ts";
import { Empty } from "../../ui/feedback/empty.tsx";
import { StatusBadge } from "../../ui/feedback/status-badge.tsx";
import { Money } from "../../ui/money/money.tsx";
import { Age } from "../../ui/page/age.tsx";
import { Section } from "../../ui/page/section.tsx";
import classes from "./home.module.css";

/** Failed payments of the last 30 days and failing webhooks. Parts that the role may not see are null. */
export function RecentFailuresSection({ failures, webhooks }: Pick<Overview, "failures" | "webhooks">) {
  if (failures === null && webhooks === null) return null;
  const none = (failures ?? []).length + (webhooks ?? []).length === 0;
  return (
    <Section title="Recent failures" flush>
      {none ? (
        <Empty title="No failures in the last 30 days" />
      ) : (
        <ul className={classes["list"]}>
          {(webhooks ?? []).map((webhook) => (
            <li key={webhook.webhookId} className={classes["item"]}>
              <Link
                to="/settings/webhooks/$webhookId"
                params={{ webhookId: webhook.webhookId }}
                className={classes["row"] ?? ""}
              >
                <span className={classes["name"]}>{webhook.url}</span>
                <StatusBadge status={webhook.status} {...(webhook.status === "failing" ? { label: "Failing" } : {})} />
                <small>
                  Webhook, {webhook.consecutiveFailures} consecutive failures
                  {webhook.failingSince !== null && (
                    <>
                      , failing since <Age at={webhook.failingSince} />
                    </>
                  )}
                </small>
              </Link>
            </li>
          ))}
          {(failures ?? []).map((failure) => (
            <li key={failure.transactionId} className={classes["item"]}>
              <Link
                to="/transactions/$transactionId"
                params={{ transactionId: failure.transactionId }}
                className={classes["row"] ?? ""}
              >
                <span className={classes["name"]}>{failure.payeeName}</span>
                <Money amount={failure.amount} />
                <small>
                  <StatusBadge status={failure.status} /> <Age at={failure.failedAt} /> · {failure.reason}
                </small>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
