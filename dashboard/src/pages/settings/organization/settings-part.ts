import type { GetOrganizationSettingsResponse as OrganizationSettings } from "../../../api/generated/types.gen.ts";

/** The props of each section of the form. */
export interface SettingsPart {
  readonly typed: OrganizationSettings;
  readonly errors: Readonly<Record<string, string>>;
  readonly disabled: boolean;
  readonly onChange: (changes: Partial<OrganizationSettings>) => void;
}
