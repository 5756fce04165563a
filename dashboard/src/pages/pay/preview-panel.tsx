import { Alert, List, Stack, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, type UseQueryResult, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { isApiError } from "../../api/api-error.ts";
import { previewSendMoneyRequest } from "../../api/generated/sdk.gen.ts";
import type { PreviewSendMoneyRequestData, SendMoneyPreview } from "../../api/generated/types.gen.ts";
import { Problem } from "../../ui/feedback/problem.tsx";
import { Money } from "../../ui/money/money.tsx";
import { Facts } from "../../ui/page/facts.tsx";
import { Section } from "../../ui/page/section.tsx";
import { formatBankDay, WhenAtBank } from "../../ui/page/when.tsx";
import classes from "./preview-panel.module.css";

type Instruction = NonNullable<PreviewSendMoneyRequestData["body"]>;
interface Previewed extends Pick<UseQueryResult<SendMoneyPreview, Error>, "error"> {
  readonly data: SendMoneyPreview | undefined;
  /** Whether it matches what is typed now. */
  readonly isCurrent: boolean;
}

/** Previews the payment while the user types. Creates nothing. */
export function usePreview(accountId: string, instruction: Instruction | undefined): Previewed {
  const [settled] = useDebouncedValue(JSON.stringify({ accountId, instruction }), 300);
  const isTyped = settled === JSON.stringify({ accountId, instruction });
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ["preview", settled],
    enabled: instruction !== undefined && isTyped,
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      if (instruction === undefined) throw new Error("the draft is incomplete");
      const { data } = await previewSendMoneyRequest({
        path: { accountId },
        body: instruction,
        signal,
        throwOnError: true,
      });
      return data;
    },
  });
  return { data, error, isCurrent: isTyped && !isPlaceholderData };
}

/** Shown next to the form: approvers, dates, costs, and warnings. */
export function PreviewPanel({
  preview,
  instruction,
  withDates = true,
}: {
  readonly preview: Previewed;
  readonly instruction: Instruction | undefined;
  /** Whether the instruction says on which day it is paid. */
  readonly withDates?: boolean;
}) {
  const { data, error, isCurrent } = preview;
  return (
    <Section title="Preview" className={classes["panel"] ?? ""}>
      <div aria-live="polite">
        {instruction === undefined ? (
          <Text size="sm" c="dimmed">
            Choose a recipient and enter an amount to see who approves, when the money arrives, and what it costs.
          </Text>
        ) : error !== null ? (
          isApiError(error) && error.fields.length > 0 ? (
            <Text size="sm" c="dimmed">
              Fix the highlighted fields.
            </Text>
          ) : (
            <Problem error={error} />
          )
        ) : data === undefined ? (
          <Text size="sm" c="dimmed">
            Loading…
          </Text>
        ) : (
          <Stack gap="sm" aria-busy={!isCurrent}>
            <Outlook data={data} amount={instruction.amount} isCurrent={isCurrent} withDates={withDates} />
          </Stack>
        )}
      </div>
    </Section>
  );
}

/** Figures are blank until they match what is typed: next to another amount they would be wrong. */
function Outlook({
  data,
  amount,
  isCurrent,
  withDates,
}: {
  readonly data: SendMoneyPreview;
  readonly amount: number;
  readonly isCurrent: boolean;
  readonly withDates: boolean;
}) {
  const current = (value: ReactNode) => (isCurrent ? value : "…");
  const { warnings, rule, steps, leavesAt, estimatedDeliveryDate, fee, availableBalance, balanceAfter } = data;
  // Without a bank, any date would be a promise that nobody keeps.
  const waitsForBank = warnings.some(({ code }) => code === "noLiveBankConnection");
  return (
    <>
      {isCurrent && warnings.length > 0 && (
        <Alert color="yellow" title="Review first" p="sm">
          <List size="sm" spacing={4}>
            {warnings.map(({ code, message }) => (
              <List.Item key={code}>{message}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      <Facts
        facts={[
          { label: "Approval", value: current(rule.description) },
          {
            label: "Who can approve",
            value: current(
              steps.map((step) => step.approvers.map(({ name }) => name).join(", ") || "No one yet").join("; then "),
            ),
          },
          {
            label: "Leaves",
            value: withDates
              ? current(waitsForBank ? "Once a bank connection is live" : <WhenAtBank at={leavesAt} />)
              : undefined,
          },
          {
            label: "Arrives",
            value: withDates && !waitsForBank ? current(formatBankDay(estimatedDeliveryDate)) : undefined,
          },
          { label: "Amount", value: <Money amount={amount} /> },
          { label: "Fee", value: current(fee === 0 ? "None" : <Money amount={fee} />) },
          { label: "Available now", value: current(<Money amount={availableBalance} />) },
          {
            label: "Balance after",
            value: current(balanceAfter === null ? "Not enough" : <Money amount={balanceAfter} fw={550} />),
          },
        ]}
      />
    </>
  );
}
