import type { Static, TSchema } from "typebox";
import type { SettingProblem } from "./fields.ts";

/** Settings of one kind: their schema, with defaults, and the rules that a schema cannot express. */
export interface SettingsKind {
  readonly schema: TSchema;
  /** Called for settings that fit the schema. */
  readonly problems: (settings: unknown) => readonly SettingProblem[];
}

export const kindOfSettings = <Schema extends TSchema>(
  schema: Schema,
  problems: (settings: Static<Schema>) => readonly SettingProblem[] = () => [],
): SettingsKind => ({
  schema,
  // The caller has checked that the settings fit the schema.
  problems: (settings) => problems(settings as Static<Schema>),
});
