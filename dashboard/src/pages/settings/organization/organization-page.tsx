import { Alert, Button, Group, Stack, Switch, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { isApiError } from "../../../api/api-error.ts";
import { getOrganizationSettingsOptions } from "../../../api/generated/@tanstack/react-query.gen.ts";
import { changeOrganizationSettings } from "../../../api/generated/sdk.gen.ts";
import type { GetOrganizationSettingsResponse as OrganizationSettings } from "../../../api/generated/types.gen.ts";
import { useRight } from "../../../app/session/session.ts";
import { Loaded } from "../../../ui/feedback/loaded.tsx";
import { Problem } from "../../../ui/feedback/problem.tsx";
import { UnsavedChanges } from "../../../ui/forms/unsaved-changes.tsx";
import { Page } from "../../../ui/page/page.tsx";
import { Section } from "../../../ui/page/section.tsx";
import { isWaiting, notifyOutcome } from "../changes/notify-outcome.ts";
import { Unprotected } from "../changes/unprotected.tsx";
import { WaitingChanges } from "../changes/waiting-changes.tsx";
import { Dollars, WholeNumber } from "./number-inputs.tsx";
import type { SettingsPart } from "./settings-part.ts";
import { SignInSettings } from "./sign-in-settings.tsx";

export function OrganizationPage() {
  const settings = useQuery({ ...getOrganizationSettingsOptions(), refetchOnWindowFocus: false });
  return (
    <Page title="Organisation" lead="What your organisation decides for itself. Every change is in the audit log.">
      <Loaded query={settings}>
        {(data) => (
          <SettingsForm
            // A newer version remounts the form, so that edits of the old version are not merged into it.
            key={data.version}
            settings={data}
            onReload={() => void settings.refetch()}
          />
        )}
      </Loaded>
    </Page>
  );
}

function SettingsForm({
  settings,
  onReload,
}: {
  readonly settings: OrganizationSettings;
  readonly onReload: () => void;
}) {
  const mayChange = useRight("manageOrganization");
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState(settings);
  const saving = useMutation({
    mutationFn: async () => (await changeOrganizationSettings({ body: typed, throwOnError: true })).data,
    onSuccess: async (data) => {
      notifyOutcome(data, "The settings were saved.");
      if (isWaiting(data)) setTyped(settings);
      await queryClient.invalidateQueries();
    },
  });
  const errors: Readonly<Record<string, string>> = isApiError(saving.error)
    ? Object.fromEntries(saving.error.fields.map(({ path, message }) => [path, message]))
    : {};
  const change = (changes: Partial<OrganizationSettings>) => {
    saving.reset();
    setTyped({ ...typed, ...changes });
  };
  const isChanged = JSON.stringify(typed) !== JSON.stringify(settings);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        saving.mutate();
      }}
    >
      <UnsavedChanges when={isChanged} />
      <Stack gap="md" maw={720}>
        {mayChange && <Unprotected names={["settings"]} />}
        <WaitingChanges kinds={["settings"]} />
        {isApiError(saving.error, "settingsChanged") ? (
          <Alert color="yellow" role="alert" title="Somebody else changed the settings">
            <Stack gap="xs" align="flex-start">
              <Text size="sm">Nothing of yours was saved. Look at what is in force now, and change that.</Text>
              <Button size="xs" variant="default" onClick={onReload}>
                Show the settings in force
              </Button>
            </Stack>
          </Alert>
        ) : (
          saving.error !== null && Object.keys(errors).length === 0 && <Problem error={saving.error} />
        )}
        <BankDetailSettings typed={typed} errors={errors} disabled={!mayChange} onChange={change} />
        <ApprovalSettings typed={typed} errors={errors} disabled={!mayChange} onChange={change} />
        <SignInSettings typed={typed} errors={errors} disabled={!mayChange} onChange={change} />
        <PaymentSettings typed={typed} errors={errors} disabled={!mayChange} onChange={change} />
        {mayChange ? (
          <Group justify="flex-end">
            <Button variant="default" disabled={!isChanged} onClick={() => setTyped(settings)}>
              Undo changes
            </Button>
            <Button type="submit" loading={saving.isPending} disabled={!isChanged}>
              Save settings
            </Button>
          </Group>
        ) : (
          <Text size="sm" c="dimmed">
            Only people who manage the organization change these.
          </Text>
        )}
      </Stack>
    </form>
  );
}

function BankDetailSettings({ typed, errors, disabled, onChange }: SettingsPart) {
  return (
    <Section title="Changed bank details">
      <Stack gap="md">
        <Switch
          label="A second person confirms them"
          description="Until then payments go to the details in force. Who made the change cannot confirm it."
          checked={typed.confirmBankDetailChanges}
          disabled={disabled}
          onChange={(event) => onChange({ confirmBankDetailChanges: event.currentTarget.checked })}
        />
        <WholeNumber
          label="Hours before they are paid to"
          description="0 pays to them at once. Counted from when they come into force."
          value={typed.bankDetailsCoolingOffHours}
          error={errors["bankDetailsCoolingOffHours"]}
          disabled={disabled}
          onChange={(hours) => onChange({ bankDetailsCoolingOffHours: hours })}
        />
      </Stack>
    </Section>
  );
}

function ApprovalSettings({ typed, errors, disabled, onChange }: SettingsPart) {
  const { approvalStepUpFrom: from } = typed;
  return (
    <Section title="Approving">
      <Stack gap="md">
        <Switch
          label="Approvers prove again who they are"
          description="With a passkey, a code, or the password, before they approve or transfer a larger amount."
          checked={from !== null}
          disabled={disabled}
          onChange={(event) => onChange({ approvalStepUpFrom: event.currentTarget.checked ? 10_000 : null })}
        />
        {from !== null && (
          <Dollars
            label="From this amount on"
            value={from}
            error={errors["approvalStepUpFrom"]}
            disabled={disabled}
            onChange={(amount) => onChange({ approvalStepUpFrom: amount })}
          />
        )}
        <Switch
          label="Whoever asks may approve"
          description="Where no approval rule of yours applies. One person can then pay alone."
          checked={typed.selfApproval}
          disabled={disabled}
          onChange={(event) => onChange({ selfApproval: event.currentTarget.checked })}
        />
      </Stack>
    </Section>
  );
}

function PaymentSettings({ typed, errors, disabled, onChange }: SettingsPart) {
  const { wireFees } = typed;
  return (
    <Section title="Payments">
      <Stack gap="md">
        <WholeNumber
          label="Hours of the duplicate guard"
          description="The same payment sent again by API within these hours is refused. 0 refuses none."
          value={typed.duplicateGuardHours}
          error={errors["duplicateGuardHours"]}
          disabled={disabled}
          onChange={(hours) => onChange({ duplicateGuardHours: hours })}
        />
        <Dollars
          label="Fee when you bear the banks’ charges"
          description="Of each international wire"
          value={wireFees.ours}
          error={errors["wireFees.ours"]}
          disabled={disabled}
          onChange={(ours) => onChange({ wireFees: { ...wireFees, ours } })}
        />
        <Dollars
          label="Fee when charges are shared"
          description="Of each international wire"
          value={wireFees.shared}
          error={errors["wireFees.shared"]}
          disabled={disabled}
          onChange={(shared) => onChange({ wireFees: { ...wireFees, shared } })}
        />
      </Stack>
    </Section>
  );
}
