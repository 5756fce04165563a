import { IconAlertTriangle } from "@tabler/icons-react";
import type { Overview } from "#api/generated/types.gen.ts";
import { useRight } from "#app/session/session.ts";
import { StatusBadge } from "#ui/feedback/status-badge.tsx";
import { Amount } from "#ui/money-table/cells/amount.tsx";
import { ButtonLink, TextLink } from "#ui/page/links.tsx";
import { counted, Item, ItemLine, ItemLines, MoreLines } from "./item.tsx";

/** The service counts up to so many. */
const COUNTED_MAX = 1000;

/** Failed, blocked, and returned payments that nobody has handled. Their money did not leave. */
export function FailuresItem({
  failures: { count, total, latest },
}: {
  readonly failures: NonNullable<Overview["failures"]>;
}) {
  const mayHandle = useRight("updateTransactions");
  return (
    <Item
      icon={IconAlertTriangle}
      tone="bad"
      title={
        <>
          {counted(count, "failed payment", count < COUNTED_MAX)} {count === 1 ? "needs" : "need"} attention
          {/* One has its amount in its line. */}
          {count > 1 && (
            <>
              , <Amount amount={total} moved={false} />
            </>
          )}
        </>
      }
      action={
        <ButtonLink to="/transactions" search={{ handled: false }} size="xs" variant="default">
          {mayHandle ? "Resolve" : "View"}
        </ButtonLink>
      }
    >
      <ItemLines>
        {latest.map(({ transactionId, payeeName, amount, status, reason }) => (
          <ItemLine
            key={transactionId}
            name={
              <TextLink to="/transactions/$transactionId" params={{ transactionId }} title={payeeName} inherit>
                {payeeName}
              </TextLink>
            }
            amount={<Amount amount={amount} moved={false} />}
          >
            <StatusBadge status={status} /> <span title={reason}>{reason}</span>
          </ItemLine>
        ))}
        <MoreLines count={count - latest.length} isExact={count < COUNTED_MAX}>
          {(text) => (
            <TextLink to="/transactions" search={{ handled: false }} inherit>
              {text}
            </TextLink>
          )}
        </MoreLines>
      </ItemLines>
    </Item>
  );
}
