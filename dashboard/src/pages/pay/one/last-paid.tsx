import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRecipientOptions, listTransactionsOptions } from "#api/generated/@tanstack/react-query.gen.ts";
import { useRight } from "#app/session/session.ts";
import { formatMoney } from "#ui/money/money.tsx";
import { formatInstant } from "#ui/page/when.tsx";

/** When the recipient was last paid, and how much: a payment that was made already is noticed here. */
export function LastPaid({ recipientId }: { readonly recipientId: string }) {
  const mayRead = useRight("fetchTransactions");
  const { data: recipient } = useQuery({
    ...getRecipientOptions({ path: { recipientId } }),
    enabled: recipientId !== "",
  });
  const query = { counterpartyId: recipientId, status: ["sent" as const], order: "desc" as const, limit: 1 };
  const { data } = useQuery({ ...listTransactionsOptions({ query }), enabled: mayRead && recipientId !== "" });
  if (recipient === undefined) return null;
  const last = data?.transactions[0];
  return (
    <Text size="xs" c="dimmed" mt={-8}>
      {recipient.dateLastPaid === null
        ? "Never paid before"
        : last === undefined
          ? `Last paid ${formatInstant(recipient.dateLastPaid, "short")}`
          : `Last paid ${formatInstant(last.postedAt ?? last.createdAt, "short")}: ${formatMoney(-last.amount)}`}
    </Text>
  );
}
