import { Text } from "@mantine/core";
import { IconCalendarDollar } from "@tabler/icons-react";
import type { Overview } from "#api/generated/types.gen.ts";
import { formatMoney, Money } from "#ui/money/money.tsx";
import { ButtonLink, TextLink } from "#ui/page/links.tsx";
import { formatBankDay } from "#ui/page/when.tsx";
import { counted, Item, ItemLine, ItemLines, MoreLines } from "./item.tsx";
import { RequestLine } from "./request-line.tsx";

type Scheduled = NonNullable<Overview["scheduled"]>;

/** The service counts up to so many. */
const COUNTED_MAX = 1000;

/** Whether an account has less than what is to be paid from it this week. */
export const isShort = ({ accounts }: Scheduled): boolean =>
  (accounts ?? []).some(({ availableAfter }) => availableAfter < 0);

/** What is paid this week, and what it leaves in each account. */
export function ScheduledItem({ scheduled }: { readonly scheduled: Scheduled }) {
  const { count, total, first, accounts } = scheduled;
  const short = isShort(scheduled);
  return (
    <Item
      icon={IconCalendarDollar}
      tone={short ? "bad" : "plain"}
      title={`${counted(count, "payment", count < COUNTED_MAX)} scheduled this week, ${formatMoney(total)}${short ? ": not enough money" : ""}`}
      action={
        <ButtonLink to="/scheduled" size="xs" variant="default">
          View
        </ButtonLink>
      }
    >
      <ItemLines>
        {first.map((request) => (
          <RequestLine key={request.requestId} request={request}>
            {formatBankDay(request.dueAt)}
          </RequestLine>
        ))}
        <MoreLines count={count - first.length} isExact={count < COUNTED_MAX}>
          {(text) => (
            <TextLink to="/scheduled" inherit>
              {text}
            </TextLink>
          )}
        </MoreLines>
        {(accounts ?? []).map(({ accountId, name, availableAfter }) => (
          <ItemLine
            key={accountId}
            name={
              <TextLink to="/accounts/$accountId" params={{ accountId }} inherit>
                {name}
              </TextLink>
            }
            amount={<After amount={availableAfter} />}
          >
            Available after scheduled
          </ItemLine>
        ))}
      </ItemLines>
    </Item>
  );
}

function After({ amount }: { readonly amount: number }) {
  if (amount >= 0) return <Money amount={amount} fw={550} />;
  return (
    <Text component="span" inherit className="figures" fw={600} c="var(--mantine-color-error)">
      {formatMoney(-amount)} short
    </Text>
  );
}
