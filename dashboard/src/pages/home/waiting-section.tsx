import { Link } from "@tanstack/react-router";
import type { Overview } from "../../api/generated/types.gen.ts";
import { Empty } from "../../ui/feedback/empty.tsx";
import { StatusBadge } from "../../ui/feedback/status-badge.tsx";
import { Money } from "../../ui/money/money.tsx";
import { Age } from "../../ui/page/age.tsx";
import { TextLink } from "../../ui/page/links.tsx";
import { Section } from "../../ui/page/section.tsx";
import classes from "./home.module.css";

type Waiting = NonNullable<Overview["waiting"]>;

/** Requests waiting for approval, oldest first. */
export function WaitingSection({ waiting: { count, mayDecideCount, first } }: { readonly waiting: Waiting }) {
  return (
    <Section
      title="Waiting for approval"
      flush
      actions={
        count > 0 && (
          <TextLink to="/approvals" size="sm">
            {mayDecideCount > 0 ? `${mayDecideCount} for you, ${count} total` : `${count} total`}
          </TextLink>
        )
      }
    >
      {count === 0 ? (
        <Empty title="No pending requests">Payments and transfers that need approval appear here.</Empty>
      ) : (
        <ul className={classes["list"]}>
          {first.map((row) => (
            <li key={row.requestId} className={classes["item"]}>
              <Link to="/approvals/$requestId" params={{ requestId: row.requestId }} className={classes["row"] ?? ""}>
                <span className={classes["name"]}>{row.payeeName}</span>
                <Money amount={row.amount} />
                <small>
                  {row.requester.name ?? row.requester.tokenName ?? "Unknown"} · <Age at={row.createdAt} />{" "}
                  {row.mayDecide && <StatusBadge status="pendingApproval" label="Needs your approval" />}
                </small>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
