import { ActionIcon, Alert, Anchor, Button, Group, Stack, Text } from "@mantine/core";
import { IconEye, IconEyeOff, IconPencil, IconX } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { revealRecipient } from "../../api/generated/sdk.gen.ts";
import type { Recipient } from "../../api/generated/types.gen.ts";
import { Empty } from "../../ui/feedback/empty.tsx";
import { notifyProblem } from "../../ui/feedback/notify.ts";
import { factsOfTexts } from "../../ui/money/ach-facts.tsx";
import { allMethods, type PaymentMethod, shownMethods } from "../../ui/money/payment-methods.ts";
import { Facts } from "../../ui/page/facts.tsx";
import { Section } from "../../ui/page/section.tsx";
import { AccountValidation } from "./account-validation.tsx";
import classes from "./bank-details.module.css";
import { ChangeDetails } from "./change-details.tsx";
import { accountsOf, textsOfMethods } from "./details-text.ts";
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
  // Real-time payments use the ACH details of a recipient without details of their own.
  const through = recipient.payableBy.filter((method) => !held.includes(method));
  const missing = allMethods.filter((method) => !held.includes(method) && !through.includes(method));
  const add = mayEdit && missing.length > 0 && <AddMethods methods={missing} onAdd={setChanging} />;
  const { awaitingConfirmation: waiting } = recipient;
  return (
    <Section
      title="Bank details"
      actions={
        held.length > 0 && (
          <Group gap="xs">
            {add}
            <RevealButton
              isRevealed={revealed !== undefined}
              busy={reveal.isPending}
              onClick={() => (revealed ? setRevealed(undefined) : reveal.mutate())}
            />
          </Group>
        )
      }
    >
      <Stack gap="sm">
        {waiting.length > 0 && (
          <Alert color="yellow" p="xs">
            Changes to the {waiting.map((method) => shownMethods[method].name).join(", ")} details need confirmation by
            another person. Until then, payments use the details shown here.
          </Alert>
        )}
        {held.length === 0 && (
          <>
            <Empty title="No bank details yet">Add bank details to pay this recipient.</Empty>
            {add}
          </>
        )}
        {accountsOf(revealed ?? recipient, held).map((methods) => (
          <div key={methods.join()} className={classes["method"]}>
            <Group gap={6} mb={4}>
              {methods.map((method) => (
                <MethodTag
                  key={method}
                  method={method}
                  mayEdit={mayEdit}
                  onChange={() => setChanging(method)}
                  onRemove={() => setRemoving(method)}
                />
              ))}
              {methods.includes("ach") && through.map((method) => <MethodTag key={method} method={method} />)}
            </Group>
            <Facts facts={factsOfTexts(textsOfMethods(revealed ?? recipient, methods))} />
            {methods.includes("ach") && <AccountValidation recipient={recipient} />}
          </div>
        ))}
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

/** A method that pays to the account below. */
function MethodTag({
  method,
  mayEdit = false,
  onChange,
  onRemove,
}: {
  readonly method: PaymentMethod;
  /** Its details are its own. */
  readonly mayEdit?: boolean;
  readonly onChange?: () => void;
  readonly onRemove?: () => void;
}) {
  const { name } = shownMethods[method];
  return (
    <span className={classes["tag"]}>
      {name}
      {mayEdit && (
        <>
          <ActionIcon variant="subtle" color="gray" size="sm" aria-label={`Change ${name} details`} onClick={onChange}>
            <IconPencil size={14} aria-hidden />
          </ActionIcon>
          <ActionIcon variant="subtle" color="gray" size="sm" aria-label={`Remove ${name} details`} onClick={onRemove}>
            <IconX size={14} aria-hidden />
          </ActionIcon>
        </>
      )}
    </span>
  );
}
