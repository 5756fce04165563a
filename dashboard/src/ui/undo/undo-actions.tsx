import { Button, Group, Text } from "@mantine/core";
import { modals } from "@mantine/modals";
import { approvePaymentUndo, declinePaymentUndo, withdrawPaymentUndo } from "../../api/generated/sdk.gen.ts";
import type { PaymentUndo, PaymentUndoAction } from "../../api/generated/types.gen.ts";
import { DANGER } from "../forms/danger-color.ts";
import { useAction } from "../forms/use-action.ts";
import { formatMoney } from "../money/money.tsx";
import { undoNames } from "./undo-words.ts";

const actions = {
  approve: { label: "Approve", done: "was approved", call: approvePaymentUndo },
  decline: { label: "Decline", done: "was declined", call: declinePaymentUndo },
  withdraw: { label: "Withdraw", done: "was withdrawn", call: withdrawPaymentUndo },
} as const satisfies Readonly<Record<PaymentUndoAction, object>>;

/** What the user may decide about a reversal or recall now, each after a confirmation. */
export function UndoActions({ undo }: { readonly undo: PaymentUndo }) {
  const { busy, run } = useAction(["approvals", "transactions"]);
  const noun = undoNames[undo.kind].toLowerCase();
  const decide = (action: PaymentUndoAction) => {
    const { label, done, call } = actions[action];
    modals.openConfirmModal({
      title: `${label} ${noun}`,
      children: (
        <Text size="sm">
          {label} the {noun} of {formatMoney(undo.amount)} paid to {undo.counterpartyName}?
        </Text>
      ),
      labels: { confirm: `${label} ${noun}`, cancel: "Cancel" },
      ...(action === "approve" ? {} : { confirmProps: { color: DANGER } }),
      onConfirm: () =>
        void run(() => call({ path: { undoId: undo.id }, body: {}, throwOnError: true }), `The ${noun} ${done}.`),
    });
  };
  if (undo.allowedActions.length === 0) return null;
  return (
    <Group gap="xs">
      {undo.allowedActions.map((action) => (
        <Button
          key={action}
          size="compact-sm"
          variant={action === "approve" ? "filled" : "default"}
          loading={busy}
          onClick={() => decide(action)}
        >
          {actions[action].label}
        </Button>
      ))}
    </Group>
  );
}
