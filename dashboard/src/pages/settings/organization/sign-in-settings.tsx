import { Checkbox, Group, Stack } from "@mantine/core";
import type { User } from "#api/generated/types.gen.ts";
import { Section } from "#ui/page/section.tsx";
import { roleNames } from "../people/role-names.ts";
import { WholeNumber } from "./number-inputs.tsx";
import type { SettingsPart } from "./settings-sections.tsx";

const roles = Object.keys(roleNames) as User["role"][];

export function SignInSettings({ typed, errors, disabled, onChange }: SettingsPart) {
  return (
    <Section title="Sign-in">
      <Stack gap="md">
        <Checkbox.Group
          label="Roles that require a second factor"
          description="An authenticator app or a passkey. After the grace period, users without one must set one up before they continue."
          value={typed.secondFactorRequiredFor}
          // In API order, so that unchecking and checking again is not a change.
          onChange={(chosen) => onChange({ secondFactorRequiredFor: roles.filter((role) => chosen.includes(role)) })}
        >
          <Group gap="md" mt="xs">
            {roles.map((role) => (
              <Checkbox key={role} value={role} label={roleNames[role]} disabled={disabled} />
            ))}
          </Group>
        </Checkbox.Group>
        {typed.secondFactorRequiredFor.length > 0 && (
          <WholeNumber
            label="Grace period in days"
            description="Starts when the requirement is added or the user joins."
            value={typed.secondFactorGraceDays}
            error={errors["secondFactorGraceDays"]}
            disabled={disabled}
            onChange={(days) => onChange({ secondFactorGraceDays: days })}
          />
        )}
      </Stack>
    </Section>
  );
}
