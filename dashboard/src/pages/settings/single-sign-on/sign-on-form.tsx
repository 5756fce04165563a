import { MultiSelect, PasswordInput, Radio, Stack, Switch, TagsInput, Text, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { hasFieldProblems, isApiError } from "#api/api-error.ts";
import { changeSingleSignOn } from "#api/generated/sdk.gen.ts";
import type { ChangeSingleSignOnRequest, SingleSignOn, User } from "#api/generated/types.gen.ts";
import { useRefresh } from "#api/refresh.ts";
import { fullNameOf } from "#app/session/session.ts";
import { isWaiting, notifyOutcome } from "#ui/feedback/notify-outcome.ts";
import { Problem } from "#ui/feedback/problem.tsx";
import { SettingsButtons } from "#ui/forms/form-buttons.tsx";
import { submits } from "#ui/forms/submits.ts";
import { UnsavedChanges } from "#ui/forms/unsaved-changes.tsx";
import { Section } from "#ui/page/section.tsx";
import { MappingFields } from "./mapping-fields.tsx";

type Typed = Required<Omit<ChangeSingleSignOnRequest, "clientSecret">> & { readonly clientSecret: string };
type Part = {
  readonly typed: Typed;
  readonly errors: Readonly<Record<string, string>>;
  readonly change: (changes: Partial<Typed>) => void;
};

const typedOf = (settings: SingleSignOn): Typed => ({
  enabled: settings.enabled,
  name: settings.name,
  issuer: settings.issuer,
  clientId: settings.clientId,
  clientSecret: "",
  emailDomains: settings.emailDomains,
  createsUsers: settings.createsUsers,
  roleSource: settings.roleSource,
  roleClaim: settings.roleClaim,
  roleMappings: settings.roleMappings,
  enforced: settings.enforced,
  breakGlassUsers: settings.breakGlassUsers,
});

/** An empty secret keeps the stored one. */
const bodyOf = ({ clientSecret, ...typed }: Typed): ChangeSingleSignOnRequest => ({
  ...typed,
  ...(clientSecret === "" ? {} : { clientSecret }),
});

export function SignOnForm({ settings, users }: { readonly settings: SingleSignOn; readonly users: readonly User[] }) {
  const refresh = useRefresh();
  const saved = typedOf(settings);
  const [typed, setTyped] = useState(saved);
  const saving = useMutation({
    mutationFn: async () => (await changeSingleSignOn({ body: bodyOf(typed), throwOnError: true })).data,
    onSuccess: async (data) => {
      notifyOutcome(data, "Single sign-on was changed.");
      if (isWaiting(data)) setTyped(saved);
      await refresh("controls");
    },
  });
  const errors: Part["errors"] = isApiError(saving.error)
    ? Object.fromEntries(saving.error.fields.map(({ path, message }) => [path, message]))
    : {};
  const change = (changes: Partial<Typed>) => {
    saving.reset();
    setTyped({ ...typed, ...changes });
  };
  const isChanged = JSON.stringify(typed) !== JSON.stringify(saved);
  const part = { typed, errors, change };
  return (
    <form onSubmit={submits(() => saving.mutate())}>
      <UnsavedChanges when={isChanged} />
      <Stack gap="md">
        <Provider {...part} hasClientSecret={settings.hasClientSecret} />
        <Roles {...part} />
        <Requirement {...part} users={users} />
        {saving.error !== null && !hasFieldProblems(saving.error) && <Problem error={saving.error} />}
        <SettingsButtons
          save="Save single sign-on"
          busy={saving.isPending}
          mayChange
          isChanged={isChanged}
          onUndo={() => setTyped(saved)}
        />
      </Stack>
    </form>
  );
}

const Provider = ({ typed, errors, change, hasClientSecret }: Part & { readonly hasClientSecret: boolean }) => (
  <Section title="Provider">
    <Stack gap="md">
      <Switch
        label="Users can sign in with the provider"
        checked={typed.enabled}
        onChange={(event) => change({ enabled: event.currentTarget.checked })}
      />
      <TextInput
        label="Name"
        description="Shown to administrators, such as Okta."
        required={typed.enabled}
        error={errors["name"]}
        value={typed.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <TextInput
        label="Issuer"
        description="Such as https://example.okta.com. The provider’s page about OpenID Connect has it."
        type="url"
        required={typed.enabled}
        error={errors["issuer"]}
        value={typed.issuer}
        onChange={(event) => change({ issuer: event.currentTarget.value })}
      />
      <TextInput
        label="Client ID"
        required={typed.enabled}
        autoComplete="off"
        error={errors["clientId"]}
        value={typed.clientId}
        onChange={(event) => change({ clientId: event.currentTarget.value })}
      />
      <PasswordInput
        label="Client secret"
        description={hasClientSecret ? "One is stored. Enter another to replace it." : "From the provider."}
        autoComplete="off"
        error={errors["clientSecret"]}
        value={typed.clientSecret}
        onChange={(event) => change({ clientSecret: event.currentTarget.value })}
      />
      <TagsInput
        label="Email domains"
        description="Your company’s domains, such as example.com. Press Enter after each."
        required={typed.enabled}
        error={errors["emailDomains"]}
        value={typed.emailDomains}
        onChange={(emailDomains) => change({ emailDomains })}
      />
    </Stack>
  </Section>
);

const Roles = ({ typed, errors, change }: Part) => (
  <Section title="Roles">
    <Stack gap="md">
      <Radio.Group
        label="Who decides a user’s role"
        value={typed.roleSource}
        onChange={(roleSource) =>
          change({
            roleSource: roleSource as Typed["roleSource"],
            ...(roleSource === "claim" ? {} : { createsUsers: false }),
          })
        }
      >
        <Stack gap="xs" mt="xs">
          <Radio value="bursar" label="Administrators in Bursar" description="Users are invited as before." />
          <Radio value="claim" label="A claim of the provider" description="At each sign-in." />
          <Radio value="groups" label="Groups of the provider" description="As it sends them over SCIM." />
        </Stack>
      </Radio.Group>
      {typed.roleSource === "claim" && (
        <>
          <TextInput
            label="Claim"
            description="Such as groups, roles, or realm_access.roles."
            required
            error={errors["roleClaim"]}
            value={typed.roleClaim ?? ""}
            onChange={(event) => change({ roleClaim: event.currentTarget.value })}
          />
          <Switch
            label="Create users at their first sign-in"
            description="Otherwise, only users and invited people can sign in."
            checked={typed.createsUsers}
            onChange={(event) => change({ createsUsers: event.currentTarget.checked })}
          />
        </>
      )}
      {typed.roleSource !== "bursar" && (
        <MappingFields mappings={typed.roleMappings} onChange={(roleMappings) => change({ roleMappings })} />
      )}
    </Stack>
  </Section>
);

function Requirement({ typed, change, users }: Part & { readonly users: readonly User[] }) {
  const administrators = users.filter(({ role, status }) => role === "administrator" && status === "active");
  return (
    <Section title="Requirement">
      <Stack gap="md">
        <MultiSelect
          label="Break-glass administrators"
          description="They sign in with password and second factor when the provider does not work, and never with the provider."
          data={administrators.map((user) => ({ value: user.userId, label: fullNameOf(user) }))}
          value={typed.breakGlassUsers}
          searchable
          onChange={(breakGlassUsers) => change({ breakGlassUsers })}
        />
        <Switch
          label="Require the provider"
          description="Everyone else can then sign in with it only, not with a password or a passkey."
          checked={typed.enforced}
          onChange={(event) => change({ enforced: event.currentTarget.checked })}
        />
        {typed.enforced && (
          <Text size="sm" c="dimmed">
            Sessions that did not begin at the provider end when this takes effect.
          </Text>
        )}
      </Stack>
    </Section>
  );
}
