import { Button, Group, MultiSelect, Radio, Stack, Switch, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { hasFieldProblems, isApiError } from "#api/api-error.ts";
import { changeScreening, getScreeningSecret } from "#api/generated/sdk.gen.ts";
import type { ChangeScreenerRequest, Screening } from "#api/generated/types.gen.ts";
import { useRefresh } from "#api/refresh.ts";
import { useRight } from "#app/session/session.ts";
import { isWaiting, notifyOutcome } from "#ui/feedback/notify-outcome.ts";
import { Problem } from "#ui/feedback/problem.tsx";
import { countries } from "#ui/forms/countries.ts";
import { SettingsButtons } from "#ui/forms/form-buttons.tsx";
import { submits } from "#ui/forms/submits.ts";
import { UnsavedChanges } from "#ui/forms/unsaved-changes.tsx";
import { useAction } from "#ui/forms/use-action.ts";
import { Section } from "#ui/page/section.tsx";
import { WholeNumber } from "../organization/number-inputs.tsx";

const settingsOf = ({ kind, url, threshold, countries: named, failAfterHours }: Screening): ChangeScreenerRequest => ({
  kind,
  url,
  threshold,
  countries: named,
  failAfterHours,
});

/** What screens: every change takes two people. */
export function ScreenerForm({ screening }: { readonly screening: Screening }) {
  const mayChange = useRight("manageOrganization");
  const refresh = useRefresh();
  const saved = settingsOf(screening);
  const [typed, setTyped] = useState(saved);
  const saving = useMutation({
    mutationFn: async () => (await changeScreening({ body: typed, throwOnError: true })).data,
    onSuccess: async (data) => {
      notifyOutcome(data, "Screening was changed.");
      if (isWaiting(data)) setTyped(saved);
      await refresh("controls");
    },
  });
  const errors: Readonly<Record<string, string>> = isApiError(saving.error)
    ? Object.fromEntries(saving.error.fields.map(({ path, message }) => [path, message]))
    : {};
  const change = (changes: Partial<ChangeScreenerRequest>) => {
    saving.reset();
    setTyped({ ...typed, ...changes });
  };
  const isChanged = JSON.stringify(typed) !== JSON.stringify(saved);
  const isOn = typed.kind !== "none";
  return (
    <form onSubmit={submits(() => saving.mutate())}>
      <UnsavedChanges when={isChanged} />
      <Section title="Screener">
        <Stack gap="md">
          <Radio.Group
            label="Screen recipients and payments with"
            value={typed.kind}
            onChange={(kind) => change({ kind: kind as ChangeScreenerRequest["kind"] })}
          >
            <Stack gap="xs" mt="xs">
              <Radio value="none" label="Nothing: screening is off" disabled={!mayChange} />
              <Radio
                value="list"
                label="The loaded list"
                description="OFAC’s list of Specially Designated Nationals, from files that the operator loads."
                disabled={!mayChange}
              />
              <Radio
                value="url"
                label="A screening service"
                description="Your own or a provider’s, at a URL. Questions are signed."
                disabled={!mayChange}
              />
              <Radio
                value="command"
                label="The operator’s program"
                description={
                  screening.commandAvailable
                    ? "Runs on the server."
                    : "The operator has not configured one on the server."
                }
                disabled={!mayChange || !screening.commandAvailable}
              />
            </Stack>
          </Radio.Group>
          {typed.kind === "url" && (
            <TextInput
              label="URL"
              type="url"
              required
              value={typed.url ?? ""}
              error={errors["url"]}
              disabled={!mayChange}
              onChange={(event) => change({ url: event.currentTarget.value })}
            />
          )}
          {screening.kind === "url" && mayChange && <SigningSecret />}
          {typed.kind === "list" && (
            <WholeNumber
              label="Similarity in percent"
              description="How similar a name must be to one on the list, from 70 to 100. A lower number finds more, and more that are not the same."
              value={typed.threshold}
              error={errors["threshold"]}
              disabled={!mayChange}
              onChange={(threshold) => change({ threshold })}
            />
          )}
          {isOn && (
            <>
              <MultiSelect
                label="Countries"
                description="An address or a bank in one of these countries is a match."
                data={countries}
                value={typed.countries}
                disabled={!mayChange}
                searchable
                onChange={(chosen) => change({ countries: chosen })}
              />
              <Switch
                label="Block payments if screening does not answer"
                description="Otherwise they wait until it answers. They never leave unscreened."
                checked={typed.failAfterHours !== null}
                disabled={!mayChange}
                onChange={(event) => change({ failAfterHours: event.currentTarget.checked ? 72 : null })}
              />
              {typed.failAfterHours !== null && (
                <WholeNumber
                  label="Hours until they are blocked"
                  value={typed.failAfterHours}
                  error={errors["failAfterHours"]}
                  disabled={!mayChange}
                  onChange={(failAfterHours) => change({ failAfterHours })}
                />
              )}
            </>
          )}
          {saving.error !== null && !hasFieldProblems(saving.error) && <Problem error={saving.error} />}
          <SettingsButtons
            save="Save screener"
            busy={saving.isPending}
            mayChange={mayChange}
            isChanged={isChanged}
            onUndo={() => setTyped(saved)}
          />
        </Stack>
      </Section>
    </form>
  );
}

/** Shown when it is wanted: a service needs it once. */
function SigningSecret() {
  const [secret, setSecret] = useState<string>();
  const { busy, run } = useAction([]);
  const show = async () => {
    const answer = await run(() => getScreeningSecret({ throwOnError: true }));
    setSecret(answer?.data.secret);
  };
  return secret === undefined ? (
    <Group>
      <Button size="xs" variant="default" loading={busy} onClick={() => void show()}>
        Show signing secret
      </Button>
    </Group>
  ) : (
    <TextInput label="Signing secret" readOnly value={secret} />
  );
}
