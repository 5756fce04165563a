import { Alert, Modal, NativeSelect, Stack, TagsInput, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { updateRecipient } from "../../api/generated/sdk.gen.ts";
import type { Recipient } from "../../api/generated/types.gen.ts";
import { useRefresh } from "../../api/refresh.ts";
import { notifyDone } from "../../ui/feedback/notify.ts";
import { Problem } from "../../ui/feedback/problem.tsx";
import { FormButtons } from "../../ui/forms/form-buttons.tsx";
import { showProblems } from "../../ui/forms/form-problems.ts";
import { ConfirmSpelling, useTypedName } from "./name-spelling.tsx";

export function EditRecipient({ recipient, onClose }: { readonly recipient: Recipient; readonly onClose: () => void }) {
  const form = useForm({
    initialValues: {
      name: recipient.name,
      nickname: recipient.nickname ?? "",
      emails: recipient.emails,
      kind: recipient.isBusiness === false ? "person" : "business",
    },
  });
  const name = useTypedName(form.values.name, recipient.payableBy);
  const isRenamed = form.values.name.trim() !== recipient.name;
  const [problem, setProblem] = useState<unknown>();
  const refresh = useRefresh();
  const saving = useMutation({
    mutationFn: ({ name, nickname, emails, kind }: typeof form.values) =>
      updateRecipient({
        path: { recipientId: recipient.id },
        body: { name, nickname: nickname || null, emails, isBusiness: kind === "business" },
        throwOnError: true,
      }),
    onSuccess: async ({ data }) => {
      notifyDone(
        data.proposedName === null
          ? "The recipient was changed."
          : "Saved. Another person must confirm the new name; payments use the old name until then.",
      );
      await refresh("recipients");
      onClose();
    },
    onError: (error) => setProblem(showProblems(error, form) === undefined ? undefined : error),
  });
  return (
    <Modal opened onClose={onClose} title={`Edit ${recipient.name}`}>
      <form onSubmit={form.onSubmit((values) => saving.mutate(values))}>
        <Stack gap="sm">
          {problem !== undefined && <Problem error={problem} />}
          <TextInput
            label="Name"
            required
            data-autofocus
            {...form.getInputProps("name")}
            error={name.problem === undefined ? form.errors["name"] : `This name ${name.problem}.`}
          />
          {isRenamed && <ConfirmSpelling name={name} />}
          {isRenamed && (
            <Alert color="yellow" title="A new name is treated like new bank details">
              Earlier approvals no longer count, and someone else must approve payments to this recipient. Depending on
              your settings, another person must confirm the name first, or payments are put on hold.
            </Alert>
          )}
          <TextInput label="Nickname (optional)" {...form.getInputProps("nickname")} />
          <TagsInput label="Email addresses" description="Press Enter after each" {...form.getInputProps("emails")} />
          <NativeSelect
            label="Type"
            data={[
              { value: "business", label: "Business" },
              { value: "person", label: "Person" },
            ]}
            {...form.getInputProps("kind")}
          />
          <FormButtons submit="Save" busy={saving.isPending || !name.isKnown} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}
