import { Text } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRecipientFiguresOptions } from "../../api/generated/@tanstack/react-query.gen.ts";
import type { Recipient, RecipientFigures } from "../../api/generated/types.gen.ts";
import { useRight } from "../../app/session/session.ts";
import { formatMoney } from "../../ui/money/money.tsx";

/** What was paid to some recipients, for users who may see payments. */
export function usePaid(rows: readonly Recipient[]) {
  const enabled = useRight("fetchTransactions") && rows.length > 0;
  const query = { recipientId: rows.map(({ id }) => id) };
  const { data } = useQuery({ ...getRecipientFiguresOptions({ query }), enabled, placeholderData: keepPreviousData });
  return (id: string) => data?.recipients.find(({ recipientId }) => recipientId === id);
}

export function Paid({ figures }: { readonly figures: RecipientFigures | undefined }) {
  // The line is there before the answer, which would move what is below.
  if (figures === undefined) return "\u00a0";
  if (figures.payments === 0)
    return (
      <Text span inherit c="dimmed">
        {formatMoney(0)}
      </Text>
    );
  const total = formatMoney(figures.paid);
  return (
    <span className="figures" {...(figures.isExact ? {} : { title: "The last 500 payments" })}>
      {figures.isExact ? total : `Over ${total}`}
    </span>
  );
}
