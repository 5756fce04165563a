import { Stack, Switch } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getEmailChoicesOptions } from "../../api/generated/@tanstack/react-query.gen.ts";
import { chooseEmails } from "../../api/generated/sdk.gen.ts";
import type { EmailChoices } from "../../api/generated/types.gen.ts";
import { Loaded } from "../../ui/feedback/loaded.tsx";
import { useAction } from "../../ui/forms/use-action.ts";
import { Section } from "../../ui/page/section.tsx";

const choices = [
  {
    name: "statementReady",
    label: "Statements are ready",
    description: "Once a month, with the closing balance of each account.",
  },
  {
    name: "paymentFailed",
    label: "A payment failed or was returned",
    description: "Every payment for administrators, otherwise the payments that you requested.",
  },
] as const;

/** Which emails the user receives; each switch is saved at once. */
export function EmailSection() {
  const chosen = useQuery(getEmailChoicesOptions());
  const { busy, run } = useAction();
  const save = (body: EmailChoices) =>
    void run(() => chooseEmails({ body, throwOnError: true }), "Your choice was saved.");
  return (
    <Section title="Emails">
      <Loaded query={chosen}>
        {(current) => (
          <Stack gap="md">
            {choices.map(({ name, label, description }) => (
              <Switch
                key={name}
                label={label}
                description={description}
                checked={current[name]}
                disabled={busy}
                onChange={(event) => save({ ...current, [name]: event.currentTarget.checked })}
              />
            ))}
          </Stack>
        )}
      </Loaded>
    </Section>
  );
}
