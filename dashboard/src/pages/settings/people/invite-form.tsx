import { Button, Group, Modal, SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { inviteUser } from "../../../api/generated/sdk.gen.ts";
import { FormProblem } from "../../../app/form-problem.tsx";
import { useSubmit } from "../../../app/use-submit.ts";
import { type ChosenRole, RoleFields } from "./role-fields.tsx";
import { SentLink } from "./sent-link.tsx";

interface Values extends ChosenRole {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}

const nobody: Values = { email: "", firstName: "", lastName: "", role: "approver", customPermissions: [] };

/** Invites somebody by mail; then shows the link of the mail, this once. */
export function InviteForm({ onClose }: { readonly onClose: () => void }) {
  const [sent, setSent] = useState<{ readonly email: string; readonly link: string }>();
  const queryClient = useQueryClient();
  const form = useForm<Values>({ initialValues: nobody });
  const { busy, problem, submit } = useSubmit(form);
  const invite = async ({ customPermissions, ...values }: Values) => {
    const { data } = await inviteUser({
      body: { ...values, customPermissions: [...customPermissions] },
      throwOnError: true,
    });
    setSent({ email: values.email, link: data.link });
    await queryClient.invalidateQueries();
  };
  if (sent !== undefined) return <SentLink {...sent} onClose={onClose} />;
  const { role, customPermissions } = form.values;
  return (
    <Modal opened onClose={onClose} title="Invite somebody" size="lg">
      <form onSubmit={form.onSubmit((values) => void submit(() => invite(values)))}>
        <Stack gap="sm">
          <FormProblem problem={problem} />
          <Text size="sm" c="dimmed">
            They get an e-mail with a link to choose a password. It works once, for seven days.
          </Text>
          <TextInput
            label="E-mail address"
            type="email"
            autoComplete="off"
            required
            data-autofocus
            {...form.getInputProps("email")}
          />
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
            <TextInput label="First name" autoComplete="off" required {...form.getInputProps("firstName")} />
            <TextInput label="Last name" autoComplete="off" required {...form.getInputProps("lastName")} />
          </SimpleGrid>
          <RoleFields
            value={{ role, customPermissions }}
            error={text(form.errors["customPermissions"] ?? form.errors["role"])}
            onChange={(chosen) => form.setValues(chosen)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={busy}>
              Send the invitation
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

const text = (error: unknown): string | undefined => (typeof error === "string" ? error : undefined);
