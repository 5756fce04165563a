import type { BankRail } from "../bank-rail.ts";
import { type AchSettings, AchSettingsSchema, achProblems } from "./ach-settings.ts";
import { type CheckSettings, CheckSettingsSchema, checkProblems } from "./check-settings.ts";
import { type RealTimeSettings, RealTimeSettingsSchema, realTimeProblems } from "./real-time-settings.ts";
import { kindOfSettings, type SettingsKind } from "./settings-kind.ts";
import {
  type InternationalWireSettings,
  InternationalWireSettingsSchema,
  internationalWireProblems,
  type WireSettings,
  WireSettingsSchema,
  wireProblems,
} from "./wire-settings.ts";

/** The settings of each rail. */
export interface SettingsByRail {
  readonly ach: AchSettings;
  readonly check: CheckSettings;
  readonly wire: WireSettings;
  readonly internationalWire: InternationalWireSettings;
  readonly realTime: RealTimeSettings;
}

/** A rail together with its settings: comparing `rail` tells which ones they are. */
export type RailSettings = {
  [Rail in BankRail]: { readonly rail: Rail; readonly railSettings: SettingsByRail[Rail] };
}[BankRail];

export const railKinds: Readonly<Record<BankRail, SettingsKind>> = {
  ach: kindOfSettings(AchSettingsSchema, achProblems),
  check: kindOfSettings(CheckSettingsSchema, checkProblems),
  wire: kindOfSettings(WireSettingsSchema, wireProblems),
  internationalWire: kindOfSettings(InternationalWireSettingsSchema, internationalWireProblems),
  realTime: kindOfSettings(RealTimeSettingsSchema, realTimeProblems),
};
