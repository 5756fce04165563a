import { Alert, Box, Button, Stack, Text } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { hasFieldProblems, isApiError } from "#api/api-error.ts";
import { getOrganizationSettingsOptions } from "#api/generated/@tanstack/react-query.gen.ts";
import { changeOrganizationSettings } from "#api/generated/sdk.gen.ts";
import type { OrganizationSettings } from "#api/generated/types.gen.ts";
import { useRefresh } from "#api/refresh.ts";
import { useRight, useSession } from "#app/session/session.ts";
import { Loaded } from "#ui/feedback/loaded.tsx";
import { isWaiting, notifyOutcome } from "#ui/feedback/notify-outcome.ts";
import { Problem } from "#ui/feedback/problem.tsx";
import { SettingsButtons } from "#ui/forms/form-buttons.tsx";
import { submits } from "#ui/forms/submits.ts";
import { UnsavedChanges } from "#ui/forms/unsaved-changes.tsx";
import { WaitingChanges } from "../changes/waiting-changes.tsx";
import { RecordHistory } from "../record-history.tsx";
import { SettingsAreaPage } from "../settings-frame.tsx";
import { BrandSection } from "./brand-section.tsx";
import { ChatSettings } from "./chat-settings.tsx";
import { LegalSection } from "./legal-section.tsx";
import { ApprovalSettings, BankDetailSettings, PaymentSettings } from "./settings-sections.tsx";
import { SignInSettings } from "./sign-in-settings.tsx";

export function OrganizationPage() {
  const mayChange = useRight("manageOrganization");
  const { organization } = useSession();
  const settings = useQuery({ ...getOrganizationSettingsOptions(), refetchOnWindowFocus: false });
  return (
    <SettingsAreaPage
      title="Organization"
      lead="Who you are, and how payments are controlled. Changes are recorded in the audit log."
    >
      <Stack gap="md" maw={720} mb="md">
        <LegalSection mayChange={mayChange} />
        <BrandSection mayChange={mayChange} />
      </Stack>
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
      {mayChange && <ChatSettings />}
      <Box maw={720} mt="md">
        <RecordHistory type="organization" id={organization.id} title="Latest changes" />
      </Box>
    </SettingsAreaPage>
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
  const refresh = useRefresh();
  const [typed, setTyped] = useState(settings);
  const saving = useMutation({
    mutationFn: async () => (await changeOrganizationSettings({ body: typed, throwOnError: true })).data,
    onSuccess: async (data) => {
      notifyOutcome(data, "The settings were saved.");
      if (isWaiting(data)) setTyped(settings);
      await refresh("controls");
    },
  });
  const errors: Readonly<Record<string, string>> = isApiError(saving.error)
    ? Object.fromEntries(saving.error.fields.map(({ path, message }) => [path, message]))
    : {};
  const change = (changes: Partial<OrganizationSettings>) => {
    saving.reset();
    setTyped({ ...typed, ...changes });
  };
  const part = { typed, errors, disabled: !mayChange, onChange: change };
  const isChanged = JSON.stringify(typed) !== JSON.stringify(settings);
  return (
    <form onSubmit={submits(() => saving.mutate())}>
      <UnsavedChanges when={isChanged} />
      <Stack gap="md" maw={720}>
        <WaitingChanges kinds={["settings"]} />
        <SaveProblem error={saving.error} onReload={onReload} />
        <BankDetailSettings {...part} />
        <ApprovalSettings {...part} />
        <SignInSettings {...part} />
        <PaymentSettings {...part} />
        <SettingsButtons
          save="Save settings"
          busy={saving.isPending}
          mayChange={mayChange}
          isChanged={isChanged}
          onUndo={() => setTyped(settings)}
        />
      </Stack>
    </form>
  );
}

function SaveProblem({ error, onReload }: { readonly error: Error | null; readonly onReload: () => void }) {
  if (error === null || hasFieldProblems(error)) return null;
  if (!isApiError(error, "settingsChanged")) return <Problem error={error} />;
  return (
    <Alert color="yellow" role="alert" title="Someone else changed the settings">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">Your changes were not saved. Load the current settings and try again.</Text>
        <Button size="xs" variant="default" onClick={onReload}>
          Load current settings
        </Button>
      </Stack>
    </Alert>
  );
}
