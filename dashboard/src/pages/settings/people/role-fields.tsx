import { Checkbox, Fieldset, Radio, Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRolesOptions } from "#api/generated/@tanstack/react-query.gen.ts";
import type { RoleCatalog, User } from "#api/generated/types.gen.ts";
import { hasRight, type Right, useSession } from "#app/session/session.ts";
import { Loaded } from "#ui/feedback/loaded.tsx";
import { rightLabel } from "../access-words.ts";

export interface ChosenRole {
  readonly role: User["role"];
  readonly customPermissions: readonly string[];
}

/** The role, and for custom roles the permissions. */
export function RoleFields({
  value,
  error,
  onChange,
}: {
  readonly value: ChosenRole;
  readonly error?: string | undefined;
  readonly onChange: (value: ChosenRole) => void;
}) {
  const roles = useQuery({ ...getRolesOptions(), staleTime: Number.POSITIVE_INFINITY });
  return (
    <Loaded query={roles} skeleton={<Skeleton height={260} />}>
      {(catalogue) => (
        <Stack gap="sm">
          <Radio.Group
            label="Role"
            value={value.role}
            onChange={(name) => {
              const role = catalogue.roles.find((role) => role.name === name)?.name ?? value.role;
              onChange({ role, customPermissions: role === "custom" ? value.customPermissions : [] });
            }}
          >
            <Stack gap={8} mt={6}>
              {catalogue.roles.map(({ name, displayName, meaning }) => (
                <Radio key={name} value={name} label={displayName} description={meaning} />
              ))}
            </Stack>
          </Radio.Group>
          {value.role === "custom" && (
            <RightFields
              rights={catalogue.rights}
              chosen={value.customPermissions}
              onChange={(customPermissions) => onChange({ role: "custom", customPermissions })}
            />
          )}
          {error !== undefined && (
            <Text size="sm" c="var(--mantine-color-error)" role="alert">
              {value.customPermissions.length === 0 ? "Select at least one permission." : `Permissions ${error}`}
            </Text>
          )}
        </Stack>
      )}
    </Loaded>
  );
}

const groups = [
  { kind: "permission", title: "Approve and manage" },
  { kind: "write", title: "Change" },
  { kind: "read", title: "Read" },
] as const;

/** A permission that the user lacks cannot be given: the API would reject it. */
function RightFields({
  rights,
  chosen,
  onChange,
}: {
  readonly rights: RoleCatalog["rights"];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: string[]) => void;
}) {
  const session = useSession();
  return (
    <Checkbox.Group value={[...chosen]} onChange={onChange}>
      <Stack gap="sm">
        {groups.map(({ kind, title }) => (
          <Fieldset key={kind} legend={title}>
            <Stack gap={8}>
              {rights
                .filter((right) => right.kind === kind)
                .map(({ name, displayName, meaning }) => (
                  <Checkbox
                    key={name}
                    value={name}
                    label={rightLabel({ name, displayName })}
                    description={meaning}
                    // The names are those of the session's scopes and permissions.
                    disabled={!hasRight(session, name as Right)}
                  />
                ))}
            </Stack>
          </Fieldset>
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
