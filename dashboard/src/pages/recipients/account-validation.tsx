import { Button, Group, Modal, NativeSelect, Stack, Text, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { hasFieldProblems } from "../../api/api-error.ts";
import { getAccountValidationOptionsOptions } from "../../api/generated/@tanstack/react-query.gen.ts";
import { startAccountValidation } from "../../api/generated/sdk.gen.ts";
import type { AccountValidationOptions, Recipient } from "../../api/generated/types.gen.ts";
import { useRefresh } from "../../api/refresh.ts";
import { useRight } from "../../app/session/session.ts";
import { notifyDone } from "../../ui/feedback/notify.ts";
import { Problem } from "../../ui/feedback/problem.tsx";
import { StatusBadge } from "../../ui/feedback/status-badge.tsx";
import { FormButtons } from "../../ui/forms/form-buttons.tsx";
import { submits } from "../../ui/forms/submits.ts";
import { useAccountNames } from "../../ui/money/account-names.ts";
import { When } from "../../ui/page/when.tsx";

const labels = { pending: "Being validated", validated: "Validated", failed: "Validation failed" } as const;
const badges = { pending: "pending", validated: "completed", failed: "failed" } as const;

/** Whether the ACH details lead to an account of the recipient, and a way to find out. */
export function AccountValidation({ recipient }: { readonly recipient: Recipient }) {
  const mayStart = useRight("approvePayments");
  const { accountValidation: validation, id: recipientId } = recipient;
  const isOpen = validation === null || validation.state === "failed";
  const options = useQuery({
    ...getAccountValidationOptionsOptions({ path: { recipientId } }),
    enabled: mayStart && isOpen,
  }).data;
  const [starting, dialog] = useDisclosure();
  const isOffered = isOpen && options !== undefined && options.accountIds.length > 0;
  if (validation === null && !isOffered) return null;
  return (
    <Stack gap={4} mt="xs">
      <Group gap="xs" justify="space-between">
        {validation === null ? (
          <Text size="sm" c="dimmed">
            Not validated
          </Text>
        ) : (
          <Group gap="xs">
            <StatusBadge status={badges[validation.state]} label={labels[validation.state]} />
            <Text size="sm" c="dimmed">
              {validation.method === "prenote" ? "Prenote" : "Micro-deposits"},{" "}
              <When at={validation.endedAt ?? validation.startedAt} />
            </Text>
          </Group>
        )}
        {isOffered && !options.isOwnChange && (
          <Button variant="default" size="compact-sm" onClick={dialog.open}>
            Validate account
          </Button>
        )}
      </Group>
      <Hint recipient={recipient} isOwnChange={isOffered && options.isOwnChange} />
      {starting && isOffered && <StartValidation recipient={recipient} options={options} onClose={dialog.close} />}
    </Stack>
  );
}

function Hint({ recipient, isOwnChange }: { readonly recipient: Recipient; readonly isOwnChange: boolean }) {
  const { accountValidation: validation } = recipient;
  const text =
    validation?.state === "pending" && validation.method === "microDeposits"
      ? "The recipient received a link by email, to enter the amounts of two deposits."
      : validation?.state === "pending"
        ? "A zero-dollar entry is at the recipient’s bank, which has three banking days to object."
        : (validation?.reason ??
          (isOwnChange ? "You last changed these details, so another person has to validate them." : undefined));
  if (text === undefined) return null;
  return (
    <Text size="sm" c="dimmed">
      {text}
    </Text>
  );
}

function StartValidation({
  recipient,
  options,
  onClose,
}: {
  readonly recipient: Recipient;
  readonly options: AccountValidationOptions;
  readonly onClose: () => void;
}) {
  const { nameOf } = useAccountNames();
  const [accountId, setAccountId] = useState(options.accountIds[0] ?? "");
  const [email, setEmail] = useState(options.email ?? "");
  const refresh = useRefresh();
  const starting = useMutation({
    mutationFn: () =>
      startAccountValidation({
        path: { recipientId: recipient.id },
        body: { accountId, email: email.trim() === "" ? null : email.trim() },
        throwOnError: true,
      }),
    onSuccess: async () => {
      notifyDone("Two deposits are being sent. The recipient has a link to confirm them.");
      await refresh("recipients", "transactions");
      onClose();
    },
  });
  return (
    <Modal opened onClose={onClose} title={`Validate the account of ${recipient.name}`}>
      <form onSubmit={submits(() => starting.mutate())}>
        <Stack gap="md">
          <Text size="sm">
            Two deposits below $1.00 go to the recipient’s account and stay there. The recipient enters both amounts on
            a page of their own, which shows that the account is theirs.
          </Text>
          {starting.error !== null && !hasFieldProblems(starting.error) && <Problem error={starting.error} />}
          <NativeSelect
            label="From account"
            value={accountId}
            onChange={(event) => setAccountId(event.currentTarget.value)}
            data={options.accountIds.map((id) => ({ value: id, label: nameOf(id) || id }))}
          />
          <TextInput
            label="Recipient’s email"
            description="The link goes here. Make sure that it is the recipient’s own address."
            type="email"
            autoComplete="off"
            required
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
            error={hasFieldProblems(starting.error) ? "Enter a valid email address." : undefined}
          />
          <FormButtons submit="Send deposits" busy={starting.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}
