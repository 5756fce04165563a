import { ActionIcon, Button, Group, Select, Stack, Text, TextInput } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import type { RoleMapping } from "#api/generated/types.gen.ts";
import { roleNames } from "../people/role-names.ts";

const roles = Object.entries(roleNames).map(([value, label]) => ({ value, label, disabled: value === "custom" }));

/** In order: the first value that fits gives the role. Mappings to custom roles are made over the API and kept here. */
export function MappingFields({
  mappings,
  onChange,
}: {
  readonly mappings: readonly RoleMapping[];
  readonly onChange: (mappings: RoleMapping[]) => void;
}) {
  const changeAt = (at: number, changes: Partial<RoleMapping>) =>
    onChange(mappings.map((mapping, index) => (index === at ? { ...mapping, ...changes } : mapping)));
  return (
    <Stack gap="xs">
      <Text size="sm" fw={500}>
        Mappings
      </Text>
      <Text size="sm" c="dimmed">
        The first that fits gives the role. * fits everyone. Who has no fitting value has no role and cannot sign in.
      </Text>
      {mappings.map(({ value, role }, at) => (
        // Mappings have no identity but their place.
        // biome-ignore lint/suspicious/noArrayIndexKey: the place is what the user edits
        <Group key={at} gap="xs" wrap="nowrap" align="flex-end">
          <TextInput
            flex={1}
            label="Value"
            required
            value={value}
            onChange={(event) => changeAt(at, { value: event.currentTarget.value })}
          />
          <Select
            flex={1}
            label="Role"
            data={roles}
            allowDeselect={false}
            value={role}
            onChange={(chosen) => changeAt(at, { role: chosen as RoleMapping["role"], customPermissions: [] })}
          />
          <ActionIcon
            variant="default"
            size="lg"
            mb={1}
            aria-label={`Remove the mapping ${at + 1}`}
            onClick={() => onChange(mappings.filter((_, index) => index !== at))}
          >
            <IconTrash size={16} stroke={1.6} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      <Group>
        <Button
          size="xs"
          variant="default"
          onClick={() => onChange([...mappings, { value: "", role: "viewer", customPermissions: [] }])}
        >
          Add mapping
        </Button>
      </Group>
    </Stack>
  );
}
