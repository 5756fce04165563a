import { Button, Group, Stack, Switch, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { getInvoiceSettingsOptions } from "../../api/generated/@tanstack/react-query.gen.ts";
import { changeInvoiceSettings } from "../../api/generated/sdk.gen.ts";
import type { InvoiceSettings } from "../../api/generated/types.gen.ts";
import { useRefresh } from "../../api/refresh.ts";
import { Loaded } from "../../ui/feedback/loaded.tsx";
import { notifyDone } from "../../ui/feedback/notify.ts";
import { FormProblem } from "../../ui/forms/form-problem.tsx";
import { useSubmit } from "../../ui/forms/use-submit.ts";
import { Section } from "../../ui/page/section.tsx";
import { InvoicingPage } from "./invoicing-page.tsx";
import { ReminderDays } from "./reminder-days.tsx";

export function InvoiceSettingsPage() {
  const settings = useQuery(getInvoiceSettingsOptions());
  return (
    <InvoicingPage
      query={settings}
      title="Invoice settings"
      lead="When customers are reminded, and how payments are matched."
    >
      <Section maw={640}>
        <Loaded query={settings}>{(data) => <Form key={data.version} settings={data} />}</Loaded>
      </Section>
    </InvoicingPage>
  );
}

function Form({ settings }: { readonly settings: InvoiceSettings }) {
  const [remindersOn, setRemindersOn] = useState(settings.remindersOn);
  const [automaticMatching, setAutomaticMatching] = useState(settings.automaticMatching);
  const [days, setDays] = useState<readonly number[]>(settings.reminderDays);
  const { busy, problem, submit } = useSubmit();
  const refresh = useRefresh();
  const isLocked = !settings.canChange;
  return (
    <form
      onSubmit={async (event) => {
        event.preventDefault();
        const body = { version: settings.version, remindersOn, reminderDays: [...days], automaticMatching };
        if (await submit(() => changeInvoiceSettings({ body, throwOnError: true })))
          notifyDone("The settings were saved.");
        await refresh("invoices");
      }}
    >
      <Stack gap="md">
        <FormProblem problem={problem} />
        <Switch
          label="Email reminders"
          description="For unpaid invoices that were emailed, at 9 AM Eastern Time"
          checked={remindersOn}
          disabled={isLocked}
          onChange={(event) => setRemindersOn(event.currentTarget.checked)}
        />
        <ReminderDays days={days} disabled={isLocked || !remindersOn} onChange={setDays} />
        <Switch
          label="Match payments automatically"
          description="Only if there is one possible invoice: by the number in the memo, or by payer and amount"
          checked={automaticMatching}
          disabled={isLocked}
          onChange={(event) => setAutomaticMatching(event.currentTarget.checked)}
        />
        {isLocked ? (
          <Text size="sm" c="dimmed">
            You do not have permission to change these settings.
          </Text>
        ) : (
          <Group justify="flex-end">
            <Button type="submit" loading={busy}>
              Save settings
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  );
}
