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
    <Page title="Organization" lead="Settings for your organization. Changes are recorded in the audit log.">
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
          <Alert color="yellow" role="alert" title="Someone else changed the settings">
            <Stack gap="xs" align="flex-start">
              <Text size="sm">Your changes were not saved. Load the current settings and try again.</Text>
              <Button size="xs" variant="default" onClick={onReload}>
                Load current settings
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
            You do not have permission to change these settings.
          </Text>
        )}
      </Stack>
    </form>
  );
}

function BankDetailSettings({ typed, errors, disabled, onChange }: SettingsPart) {
  return (
    <Section title="Bank detail changes">
      <Stack gap="md">
        <Switch
          label="Require confirmation by a second person"
          description="Payments use the active details until the change is confirmed. The person who made it cannot confirm it."
          checked={typed.confirmBankDetailChanges}
          disabled={disabled}
          onChange={(event) => onChange({ confirmBankDetailChanges: event.currentTarget.checked })}
        />
        <WholeNumber
          label="Hold period in hours"
          description="Payments to changed details are on hold for this long. 0 means no hold."
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
    <Section title="Approvals">
      <Stack gap="md">
        <Switch
          label="Require approvers to confirm their identity"
          description="With a passkey, code, or password before they approve or transfer large amounts."
          checked={from !== null}
          disabled={disabled}
          onChange={(event) => onChange({ approvalStepUpFrom: event.currentTarget.checked ? 10_000 : null })}
        />
        {from !== null && (
          <Dollars
            label="Amount at or above"
            value={from}
            error={errors["approvalStepUpFrom"]}
            disabled={disabled}
            onChange={(amount) => onChange({ approvalStepUpFrom: amount })}
          />
        )}
        <Switch
          label="Requester may approve"
          description="Applies when no approval rule matches. One person can then make a payment alone."
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
          label="Duplicate check window in hours"
          description="The API rejects a payment that repeats another one within this time. 0 turns the check off."
          value={typed.duplicateGuardHours}
          error={errors["duplicateGuardHours"]}
          disabled={disabled}
          onChange={(hours) => onChange({ duplicateGuardHours: hours })}
        />
        <Dollars
          label="Fee when you pay all bank charges"
          description="Per international wire"
          value={wireFees.ours}
          error={errors["wireFees.ours"]}
          disabled={disabled}
          onChange={(ours) => onChange({ wireFees: { ...wireFees, ours } })}
        />
        <Dollars
          label="Fee when charges are shared"
          description="Per international wire"
          value={wireFees.shared}
          error={errors["wireFees.shared"]}
          disabled={disabled}
          onChange={(shared) => onChange({ wireFees: { ...wireFees, shared } })}
        />
      </Stack>
    </Section>
  );
}
