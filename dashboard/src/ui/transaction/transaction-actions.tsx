import { Button, Menu, Text } from "@mantine/core";
import { modals } from "@mantine/modals";
import { IconChevronDown, IconFlask } from "@tabler/icons-react";
import { cancelTransaction } from "../../api/generated/sdk.gen.ts";
import type { TransactionTimeline } from "../../api/generated/types.gen.ts";
import { DANGER } from "../forms/danger-color.ts";
import { useAction } from "../forms/use-action.ts";
import { bankOutcomes } from "../money/bank-outcomes.ts";
import type { PaymentMethod } from "../money/payment-methods.ts";
import { useOutcome } from "./use-outcome.tsx";

type Action = TransactionTimeline["allowedActions"][number];

/** The actions that the API allows now. */
export function TransactionActions({
  transactionId,
  allowed,
  method = null,
}: {
  readonly transactionId: string;
  readonly allowed: readonly Action[];
  /** Of a payment: the simulated bank has reasons for it. */
  readonly method?: PaymentMethod | null;
}) {
  const { run } = useAction(["transactions"]);
  const { busy, choose, dialog } = useOutcome(transactionId, method);
  const path = { transactionId };
  const confirmCancel = () =>
    modals.openConfirmModal({
      title: "Cancel payment",
      children: (
        <Text size="sm">
          The payment will not be sent, and the amount becomes available again. This cannot be undone.
        </Text>
      ),
      labels: { confirm: "Cancel payment", cancel: "Cancel" },
      confirmProps: { color: DANGER },
      onConfirm: () => void run(() => cancelTransaction({ path, throwOnError: true }), "The payment was canceled."),
    });
  const sayings = bankOutcomes.filter(({ action }) => allowed.includes(action));
  return (
    <>
      {dialog}
      {sayings.length > 0 && (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button
              variant="default"
              loading={busy}
              leftSection={<IconFlask size={16} aria-hidden />}
              rightSection={<IconChevronDown size={14} aria-hidden />}
            >
              Simulate bank
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {sayings.map((outcome) => (
              <Menu.Item key={outcome.action} onClick={() => choose(outcome)}>
                {outcome.label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {allowed.includes("cancel") && (
        <Button variant="default" onClick={confirmCancel}>
          Cancel payment
        </Button>
      )}
    </>
  );
}
