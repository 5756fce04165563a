import {
  Button,
  Checkbox,
  Fieldset,
  Group,
  Modal,
  Radio,
  SimpleGrid,
  Stack,
  TagsInput,
  Text,
  TextInput,
} from "@mantine/core";
import { type UseFormReturnType, useForm } from "@mantine/form";
import { useState } from "react";
import { createToken } from "#api/generated/sdk.gen.ts";
import type { ApiToken, ApiTokenList, CreatedApiToken } from "#api/generated/types.gen.ts";
import { useRefresh } from "#api/refresh.ts";
import { FormProblem } from "#ui/forms/form-problem.tsx";
import { useSubmit } from "#ui/forms/use-submit.ts";
import { endOfDayAtBank } from "#ui/page/instant-at-bank.ts";
import { byResource, rightLabel } from "../access-words.ts";
import { SecretDialog } from "../secret-dialog.tsx";
import { type LimitDraft, LimitFields, limitsOfDraft, noLimits } from "./limit-fields.tsx";
import classes from "./new-token.module.css";

type OfferedScope = ApiTokenList["scopes"][number];

interface Fields extends LimitDraft {
  name: string;
  kind: ApiToken["kind"];
  scopes: OfferedScope["name"][];
  allowlist: string[];
  /** YYYY-MM-DD; empty means never. */
  expiresOn: string;
}

type Form = UseFormReturnType<Fields>;

/** Creates a token and shows it once. */
export function NewTokenDialog({
  scopes,
  onClose,
}: {
  readonly scopes: readonly OfferedScope[];
  readonly onClose: () => void;
}) {
  const refresh = useRefresh();
  const [made, setMade] = useState<CreatedApiToken>();
  const form = useForm<Fields>({ initialValues: nothingYet });
  const { busy, problem, submit } = useSubmit(form, (path) => (path === "expiresAt" ? "expiresOn" : path));
  const send = async (fields: Fields) => {
    const { data } = await createToken({ body: bodyOf(fields), throwOnError: true });
    setMade(data);
    await refresh("tokens", "controls");
  };
  if (made?.token !== undefined)
    return (
      <SecretDialog
        title={
          made.apiToken.state === "waiting"
            ? `${made.apiToken.name} needs confirmation`
            : `${made.apiToken.name} is ready`
        }
        label="API token"
        secret={made.token}
        hint={
          made.apiToken.state === "waiting"
            ? "It becomes active after a second person confirms it. Copy the whole token, including the prefix. Then test it:"
            : "Copy the whole token, including the prefix. Test it:"
        }
        example={`curl -H "Authorization: Bearer ${made.token}" ${window.location.origin}/api/v1/token`}
        onClose={onClose}
      />
    );
  return (
    <Modal opened onClose={onClose} title="Create API token" size="xl">
      <form onSubmit={form.onSubmit((fields) => void submit(() => send(fields)))}>
        <Stack gap="md">
          <FormProblem problem={problem} />
          <Rights form={form} scopes={scopes} />
          <Bounds form={form} />
          <Group justify="flex-end" className={classes["footer"] ?? ""}>
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={busy}>
              Create token
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

const nothingYet: Fields = {
  name: "",
  kind: "custom",
  scopes: [],
  allowlist: [],
  expiresOn: "",
  limitPerPayment: noLimits.limitPerPayment,
  limitPerDay: noLimits.limitPerDay,
  limitPerMonth: noLimits.limitPerMonth,
  paymentsPerDay: noLimits.paymentsPerDay,
  accountIds: noLimits.accountIds,
  recipientIds: noLimits.recipientIds,
};

const bodyOf = (fields: Fields) => ({
  name: fields.name,
  kind: fields.kind,
  ...(fields.kind === "custom" ? { scopes: fields.scopes } : {}),
  allowlist: fields.allowlist,
  expiresAt: fields.expiresOn === "" ? null : endOfDayAtBank(fields.expiresOn).toISOString(),
  ...limitsOfDraft(fields),
});

/** Its name, and what it may do. */
function Rights({ form, scopes }: { readonly form: Form; readonly scopes: readonly OfferedScope[] }) {
  return (
    <>
      <TextInput
        label="Name"
        description="For example, the application that uses it."
        required
        data-autofocus
        {...form.getInputProps("name")}
      />
      <Radio.Group label="Access" {...form.getInputProps("kind")}>
        <Stack gap={6} mt={6}>
          <Radio value="custom" label="Only what you select" />
          <Radio value="readOnly" label="Read everything" />
          <Radio value="readWrite" label="Read and write everything" />
          <Radio
            value="agent"
            label="Agent"
            description="For an AI assistant (bursar mcp). It reads and requests payments. It cannot send or approve them, or change bank details."
          />
          <Radio
            value="provisioning"
            label="Provisioning"
            description="For your identity provider, which sends users and groups (SCIM). It has no other access."
          />
        </Stack>
      </Radio.Group>
      {form.values.kind === "custom" && (
        <ScopeChoice
          scopes={scopes}
          chosen={form.values.scopes}
          error={form.errors["scopes"]}
          onChange={(chosen) => form.setFieldValue("scopes", chosen)}
        />
      )}
    </>
  );
}

/** Its allowlist, expiry, and limits. */
function Bounds({ form }: { readonly form: Form }) {
  return (
    <>
      {form.values.kind !== "agent" && (
        <TagsInput
          label="IP allowlist for direct sends (optional)"
          description="IPv4 or IPv6 addresses and CIDR blocks. Required only to send payments without approval. Press Enter after each."
          placeholder="203.0.113.7"
          error={allowlistError(form.errors)}
          value={form.values.allowlist}
          onChange={(allowlist) => form.setFieldValue("allowlist", allowlist)}
        />
      )}
      <TextInput
        type="date"
        label="Expiration date (optional)"
        description="The last day on which it works, New York time"
        {...form.getInputProps("expiresOn")}
      />
      {form.values.kind !== "provisioning" && <LimitFields form={form} />}
    </>
  );
}

/** The API reports a list entry by its index. */
const allowlistError = (errors: Readonly<Record<string, React.ReactNode>>): React.ReactNode =>
  Object.entries(errors).find(([path]) => path.startsWith("allowlist"))?.[1];

/** Nothing, if the label says it all. */
const more = (label: string, meaning: string): string => (meaning.replace(/\.$/, "") === label ? "" : meaning);

function ScopeChoice({
  scopes,
  chosen,
  error,
  onChange,
}: {
  readonly scopes: readonly OfferedScope[];
  readonly chosen: readonly OfferedScope["name"][];
  readonly error: React.ReactNode;
  readonly onChange: (chosen: OfferedScope["name"][]) => void;
}) {
  return (
    <Fieldset legend="What it may do">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        {[...byResource(scopes)].map(([resource, offered]) => (
          <Checkbox.Group
            key={resource}
            label={resource}
            value={[...chosen]}
            // Each group reports its own boxes and must keep those of the others.
            onChange={(names) => onChange(scopes.flatMap(({ name }) => (names.includes(name) ? [name] : [])))}
          >
            <Stack gap={8} mt={6}>
              {offered.map(({ name, displayName, meaning, mayGive }) => (
                <Checkbox
                  key={name}
                  value={name}
                  disabled={!mayGive}
                  label={rightLabel({ name, displayName })}
                  description={
                    mayGive ? more(rightLabel({ name, displayName }), meaning) : "You do not have this permission."
                  }
                />
              ))}
            </Stack>
          </Checkbox.Group>
        ))}
      </SimpleGrid>
      {error !== undefined && error !== null && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert" mt="sm">
          {chosen.length === 0 ? "Select at least one." : error}
        </Text>
      )}
      {chosen.length === 0 && !error && (
        <Text size="xs" c="dimmed" mt="sm">
          Select at least one.
        </Text>
      )}
    </Fieldset>
  );
}
