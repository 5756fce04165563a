import { Alert, Anchor, Button, Group, Stack, Text } from "@mantine/core";
import { IconEye, IconEyeOff } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { revealRecipient } from "../../api/generated/sdk.gen.ts";
import type { Recipient } from "../../api/generated/types.gen.ts";
import { Empty } from "../../ui/feedback/empty.tsx";
import { notifyProblem } from "../../ui/feedback/notify.ts";
import { allMethods, type PaymentMethod, shownMethods } from "../../ui/money/payment-methods.ts";
import { Facts } from "../../ui/page/facts.tsx";
import { Section } from "../../ui/page/section.tsx";
import { AccountValidation } from "./account-validation.tsx";
import classes from "./bank-details.module.css";
import { ChangeDetails } from "./change-details.tsx";
import { detailFactsOf } from "./details-text.tsx";
import { RemoveDetails } from "./remove-details.tsx";

const route = getRouteApi("/signedIn/recipients/$recipientId");

/** The active bank details, masked until revealed. */
export function BankDetails({ recipient, mayEdit }: { readonly recipient: Recipient; readonly mayEdit: boolean }) {
  const { change, onApplied } = useWantedChange();
  const [changing, setChanging] = useState(mayEdit ? change : undefined);
  const [removing, setRemoving] = useState<PaymentMethod>();
  const [revealed, setRevealed] = useState<Recipient>();
  const reveal = useMutation({
    mutationFn: () => revealRecipient({ path: { recipientId: recipient.id }, throwOnError: true }),
    onSuccess: ({ data }) => setRevealed(data),
    onError: notifyProblem,
  });
  const held = allMethods.filter((method) => recipient[shownMethods[method].member] !== null);
  const missing = allMethods.filter((method) => recipient[shownMethods[method].member] === null);
  const { awaitingConfirmation: waiting } = recipient;
  return (
    <Section
      title="Bank details"
      actions={
        held.length > 0 && (
          <RevealButton
            isRevealed={revealed !== undefined}
            busy={reveal.isPending}
            onClick={() => (revealed ? setRevealed(undefined) : reveal.mutate())}
          />
        )
      }
    >
      <Stack gap="md">
        {waiting.length > 0 && (
          <Alert color="yellow" p="xs">
            Changes to the {waiting.map((method) => shownMethods[method].name).join(", ")} details need confirmation by
            another person. Until then, payments use the details shown here.
          </Alert>
        )}
        {held.length === 0 && <Empty title="No bank details yet">Add bank details to pay this recipient.</Empty>}
        {held.map((method) => (
          <div key={method} className={classes["method"]}>
            <Group justify="space-between" gap="xs" mb={2}>
              <Text size="sm" fw={550}>
                {shownMethods[method].name}
              </Text>
              {mayEdit && (
                <MethodActions
                  method={method}
                  onChange={() => setChanging(method)}
                  onRemove={() => setRemoving(method)}
                />
              )}
            </Group>
            <Facts facts={detailFactsOf(revealed ?? recipient, method)} />
            {method === "ach" && <AccountValidation recipient={recipient} />}
          </div>
        ))}
        {mayEdit && missing.length > 0 && <AddMethods methods={missing} onAdd={setChanging} />}
      </Stack>
      {removing !== undefined && (
        <RemoveDetails recipient={recipient} method={removing} onClose={() => setRemoving(undefined)} />
      )}
      {changing !== undefined && (
        <ChangeDetails
          recipient={recipient}
          method={changing}
          onApplied={onApplied}
          onClose={() => {
            setChanging(undefined);
            setRevealed(undefined);
          }}
        />
      )}
    </Section>
  );
}

/** A link may name the details to change, and a failed payment to make again after that. */
function useWantedChange() {
  const { change, payAgain } = route.useSearch();
  const navigate = useNavigate();
  const onApplied = () => {
    if (payAgain !== undefined) void navigate({ to: "/pay", search: { again: payAgain } });
  };
  return { change, onApplied };
}

function RevealButton({
  isRevealed,
  busy,
  onClick,
}: {
  readonly isRevealed: boolean;
  readonly busy: boolean;
  readonly onClick: () => void;
}) {
  return (
    <Button
      variant="subtle"
      size="xs"
      loading={busy}
      leftSection={isRevealed ? <IconEyeOff size={14} aria-hidden /> : <IconEye size={14} aria-hidden />}
      onClick={onClick}
    >
      {isRevealed ? "Hide numbers" : "Reveal numbers"}
    </Button>
  );
}

function AddMethods({
  methods,
  onAdd,
}: {
  readonly methods: readonly PaymentMethod[];
  readonly onAdd: (method: PaymentMethod) => void;
}) {
  return (
    <Text size="sm" c="dimmed">
      Add{" "}
      {methods.map((method, index) => (
        <span key={method}>
          {index > 0 && ", "}
          <Anchor component="button" type="button" inherit onClick={() => onAdd(method)}>
            {shownMethods[method].name}
          </Anchor>
        </span>
      ))}
    </Text>
  );
}

function MethodActions({
  method,
  onChange,
  onRemove,
}: {
  readonly method: PaymentMethod;
  readonly onChange: () => void;
  readonly onRemove: () => void;
}) {
  const name = shownMethods[method].name;
  return (
    <Group gap={4}>
      <Button variant="subtle" size="compact-xs" aria-label={`Change ${name} details`} onClick={onChange}>
        Change
      </Button>
      <Button variant="subtle" size="compact-xs" color="gray" aria-label={`Remove ${name} details`} onClick={onRemove}>
        Remove
      </Button>
    </Group>
  );
}
