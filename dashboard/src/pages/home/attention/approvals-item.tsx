import { Text } from "@mantine/core";
import { IconChecklist } from "@tabler/icons-react";
import type { Overview } from "#api/generated/types.gen.ts";
import { formatMoney, Money } from "#ui/money/money.tsx";
import { Age } from "#ui/page/age.tsx";
import { ButtonLink, TextLink } from "#ui/page/links.tsx";
import { counted, Item, ItemLine, ItemLines, MoreLines } from "./item.tsx";
import { RequestLine } from "./request-line.tsx";

type Waiting = NonNullable<Overview["waiting"]>;

/** Requests that the user may approve, oldest first. */
export function ApprovalsItem({ waiting: { mine, first } }: { readonly waiting: Waiting }) {
  const verb = mine.items === 1 && mine.isExact ? "needs" : "need";
  // A batch is one item, as in the menu and in the queue.
  const what =
    mine.batches.length === 0
      ? counted(mine.items, "request", mine.isExact)
      : `${counted(mine.items, "item", mine.isExact)} (${counted(mine.count, "payment", mine.isExact)})`;
  return (
    <Item
      icon={IconChecklist}
      tone="warning"
      title={`${what} ${verb} your approval, ${mine.isExact ? "" : "more than "}${formatMoney(mine.total)}`}
      action={
        <ButtonLink to="/approvals" search={{ mine: true }} size="xs">
          Review
        </ButtonLink>
      }
    >
      <Requests first={first} mine={mine} />
    </Item>
  );
}

/** Requests that only others may decide: nothing for the user to do. */
export function OthersDecide({ count }: { readonly count: number }) {
  return (
    <Text size="sm" c="dimmed" px="md" pb="sm" ta="center">
      {counted(count, "request")} {count === 1 ? "is" : "are"} pending approval from others.{" "}
      <TextLink to="/approvals" inherit underline="always">
        View
      </TextLink>
    </Text>
  );
}

const Requests = ({ first, mine }: Pick<Waiting, "first" | "mine">) => (
  <ItemLines>
    {mine.batches.map(({ batchId, name, count, total }) => (
      <ItemLine
        key={batchId}
        name={
          <TextLink to="/approvals/batches/$batchId" params={{ batchId }} title={name} inherit>
            {name}
          </TextLink>
        }
        amount={<Money amount={total} />}
      >
        Batch of {counted(count, "payment")}
      </ItemLine>
    ))}
    {first.map((request) => (
      <RequestLine key={request.requestId} request={request}>
        {request.requester.name ?? request.requester.tokenName ?? "Unknown"} · <Age at={request.createdAt} />
      </RequestLine>
    ))}
    <MoreLines count={mine.items - mine.batches.length - first.length} isExact={mine.isExact}>
      {(text) => (
        <TextLink to="/approvals" search={{ mine: true }} inherit>
          {text}
        </TextLink>
      )}
    </MoreLines>
  </ItemLines>
);
