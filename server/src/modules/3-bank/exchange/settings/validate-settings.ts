import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import addFormats from "ajv-formats";
import type { TSchema } from "typebox";
import { assert } from "#kernel/assert.ts";
import { type FieldProblem, invalidRequest } from "#kernel/http/http-refusals.ts";
import { valueProblem } from "#kernel/http/validation.ts";
import { minorFromDollars } from "#kernel/values/money.ts";
import type { BankRail, ConnectionKind } from "../bank-rail.ts";
import { type ChannelSettings, channelKinds } from "./channel-settings.ts";
import { type FirstDays, FirstDaysSchema } from "./first-days.ts";
import { type RailSettings, railKinds } from "./rail-settings.ts";
import { kindOfSettings, type SettingsKind } from "./settings-kind.ts";

/** Settings as they were entered: plain JSON. */
export interface GivenSettings {
  readonly rail: BankRail;
  readonly railSettings: unknown;
  readonly kind: ConnectionKind;
  readonly channel: unknown;
  readonly firstDays: unknown;
}

export type ValidSettings = RailSettings & ChannelSettings & { readonly firstDays: FirstDays | null };

/**
 * The settings with defaults for what is missing. Refuses with `invalidRequest`, which lists every problem; paths begin
 * with `railSettings`, `channel`, or `firstDays`.
 */
export function validSettings({ rail, railSettings, kind, channel, firstDays }: GivenSettings): ValidSettings {
  const read = {
    railSettings: check(railKinds[rail], railSettings),
    channel: check(channelKinds[kind], channel),
    firstDays: firstDays === null ? { value: null, problems: [] } : check(firstDaysKind, firstDays),
  };
  const problems = Object.entries(read).flatMap(([part, { problems: found }]) =>
    found.map(({ path, message }) => ({ path: path === "" ? part : `${part}.${path}`, message })),
  );
  if (problems.length > 0) throw invalidRequest(problems);
  assert(read.railSettings.value !== undefined, "checked settings of a rail have a value");
  assert(read.channel.value !== undefined, "checked settings of a channel have a value");
  // Each part has been checked against the schema of its rail or kind, which types cannot follow.
  return {
    rail,
    railSettings: read.railSettings.value,
    kind,
    channel: read.channel.value,
    firstDays: read.firstDays.value,
  } as ValidSettings;
}

const firstDaysKind = kindOfSettings(FirstDaysSchema);

const ajv = new Ajv({ allErrors: true, strict: false, useDefaults: true });
addFormats.default(ajv, ["uuid", "date"]);
const validators = new WeakMap<TSchema, ValidateFunction>();

function validatorOf(schema: TSchema): ValidateFunction {
  const existing = validators.get(schema);
  if (existing) return existing;
  const made = ajv.compile(schema);
  validators.set(schema, made);
  return made;
}

function check(
  { schema, problems }: SettingsKind,
  given: unknown,
): { readonly value: unknown; readonly problems: readonly FieldProblem[] } {
  // Defaults are written into a copy.
  const value: unknown = structuredClone(given);
  const fits = validatorOf(schema);
  if (!fits(value)) return { value, problems: (fits.errors ?? []).map(problemOf) };
  return { value, problems: [...centProblems(value), ...problems(value)] };
}

const problemOf = ({ instancePath, message, keyword, params }: ErrorObject): FieldProblem => {
  const path = instancePath.slice(1).replaceAll("/", ".");
  const within = (name: unknown) => (path === "" ? String(name) : `${path}.${String(name)}`);
  if ("missingProperty" in params) return { path: within(params["missingProperty"]), message: "is required" };
  if ("additionalProperty" in params)
    return { path: within(params["additionalProperty"]), message: "is not a setting of this kind of connection" };
  if ("allowedValues" in params && Array.isArray(params["allowedValues"]))
    return { path, message: `must be one of ${params["allowedValues"].join(", ")}` };
  return { path, message: valueProblem({ keyword, params }, message) ?? message ?? "is not accepted" };
};

/** The members of settings that are amounts, in dollars. */
const AMOUNTS = ["sameDayLimit", "limit", "perPayment", "perDay"];

/** Amounts are whole cents: a limit of half a cent would be rounded by each reader. */
const centProblems = (value: unknown): readonly FieldProblem[] =>
  Object.entries(typeof value === "object" && value !== null ? value : {}).flatMap(([path, member]) =>
    AMOUNTS.includes(path) && typeof member === "number" && minorFromDollars(member) === undefined
      ? [{ path, message: "must be an amount in dollars with at most two decimals" }]
      : [],
  );
