import { type Static, Type } from "typebox";
import { type Api, callerOf } from "../../kernel/http/api.ts";
import { type FieldProblem, invalidRequest } from "../../kernel/http/http-refusals.ts";
import { Nullable, OneOf, object, Usd } from "../../kernel/http/schemas.ts";
import { dollarsFromMinor, minorFromDollars } from "../../kernel/money.ts";
import { actorOf } from "../audit/index.ts";
import { changeSettings, type OrganizationSettings, readSettings, type VersionedSettings } from "../identity/index.ts";
import { type PeopleService, personOf, requireStepUp, userRoles } from "../people/index.ts";

const YEAR_HOURS = 8760;
const version = Type.Integer({ description: "Rises with every change; a change names the version it was made from." });
const hours = (description: string) => Type.Integer({ minimum: 0, maximum: YEAR_HOURS, description });
const amount = (description: string) => ({ ...Usd(description), minimum: 0, maximum: 999_999_999.99 });

const settings = {
  duplicateGuardHours: hours("The same payment again is refused for so many hours; 0 = never."),
  approvalStepUpFrom: Nullable(
    amount(
      "From this amount on, people prove again who they are before they approve a payment or transfer, or make a transfer at once; null = never.",
    ),
  ),
  confirmBankDetailChanges: Type.Boolean({
    description: "Changed bank details wait until a second person confirms them.",
  }),
  bankDetailsCoolingOffHours: hours("Changed bank details are not paid to for so many hours; 0 = at once."),
  selfApproval: Type.Boolean({
    description: "Whether the person who asks may approve where no approval rule of the organisation applies.",
  }),
  wireFees: object(
    {
      ours: amount("When the payer bears the banks' charges."),
      shared: amount("When payer and payee share them."),
    },
    { description: "What an international wire costs the organisation, as a transaction of its own." },
  ),
  secondFactorRequiredFor: Type.Array(OneOf(userRoles, "A role."), {
    maxItems: userRoles.length,
    uniqueItems: true,
    description: "Roles that need a second factor: an authenticator app or a passkey.",
  }),
  secondFactorGraceDays: Type.Integer({
    minimum: 0,
    maximum: 90,
    description:
      "For this many days after the requirement starts, or after their account was created, people are reminded to set one up. After that they can do nothing else.",
  }),
};
const SettingsSchema = object(
  { version, ...settings },
  { $id: "OrganizationSettings", description: "What an organisation decides for itself." },
);
const ChangeSchema = object({
  version,
  duplicateGuardHours: Type.Optional(settings.duplicateGuardHours),
  approvalStepUpFrom: Type.Optional(settings.approvalStepUpFrom),
  confirmBankDetailChanges: Type.Optional(settings.confirmBankDetailChanges),
  bankDetailsCoolingOffHours: Type.Optional(settings.bankDetailsCoolingOffHours),
  selfApproval: Type.Optional(settings.selfApproval),
  wireFees: Type.Optional(settings.wireFees),
  secondFactorRequiredFor: Type.Optional(settings.secondFactorRequiredFor),
  secondFactorGraceDays: Type.Optional(settings.secondFactorGraceDays),
});

const tags = ["Organization"];

/** Settings: read by anybody signed in, changed by people with the permission `manageOrganization`. */
export function settingsRoutes(app: Api, service: PeopleService): void {
  app.get(
    "/organization/settings",
    {
      config: { scope: "person" },
      schema: {
        operationId: "getOrganizationSettings",
        summary: "Get the organisation's settings",
        description: "What the organisation decided for itself.",
        tags,
        response: { 200: SettingsSchema },
      },
    },
    async (request) => render(await readSettings(service.database, callerOf(request).organizationId)),
  );
  app.post(
    "/organization/settings",
    {
      config: { scope: "person", permission: "manageOrganization", refusals: ["stepUpNeeded", "settingsChanged"] },
      schema: {
        operationId: "changeOrganizationSettings",
        summary: "Change the organisation's settings",
        description:
          "Members left out stay as they are. Refused when somebody changed the settings since they were read. The person proves again who they are (POST /session/step-up). Requests whose approval rests on a changed setting are approved anew.",
        tags,
        body: {
          ...ChangeSchema,
          examples: [{ version: 1, confirmBankDetailChanges: true, bankDetailsCoolingOffHours: 48 }],
        },
        response: { 200: SettingsSchema },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      requireStepUp(caller);
      const { organizationId } = personOf(caller);
      const { version: from } = request.body;
      const changes = changesOf(request.body);
      return render(
        await service.database.transaction((tx) =>
          changeSettings(service, tx, {
            organizationId,
            actor: actorOf(caller),
            version: from,
            changes,
            at: service.machineClock.now(),
          }),
        ),
      );
    },
  );
}

const render = (of: VersionedSettings): Static<typeof SettingsSchema> => ({
  version: of.version,
  duplicateGuardHours: of.duplicateGuardHours,
  approvalStepUpFrom: of.approvalStepUpFromMinor === null ? null : dollarsFromMinor(of.approvalStepUpFromMinor),
  confirmBankDetailChanges: of.confirmBankDetailChanges,
  bankDetailsCoolingOffHours: of.bankDetailsCoolingOffHours,
  selfApproval: of.selfApproval,
  wireFees: { ours: dollarsFromMinor(of.wireFeeOursMinor), shared: dollarsFromMinor(of.wireFeeSharedMinor) },
  secondFactorRequiredFor: userRoles.filter((role) => of.secondFactorRequiredFor.includes(role)),
  secondFactorGraceDays: of.secondFactorGraceDays,
});

/** The body in the service's own words; refuses amounts with more than two decimals. */
function changesOf({
  version: _,
  approvalStepUpFrom,
  wireFees,
  ...plain
}: Static<typeof ChangeSchema>): Partial<OrganizationSettings> {
  const problems: FieldProblem[] = [];
  const minor = (path: string, given: number): bigint => {
    // Zero is a fee and a limit, and no payment's amount.
    const cents = given === 0 ? 0n : minorFromDollars(given);
    if (cents === undefined) problems.push({ path, message: "must be dollars with at most two decimals" });
    return cents ?? 0n;
  };
  const changes = {
    ...plain,
    ...(approvalStepUpFrom === undefined
      ? {}
      : {
          approvalStepUpFromMinor: approvalStepUpFrom === null ? null : minor("approvalStepUpFrom", approvalStepUpFrom),
        }),
    ...(wireFees === undefined
      ? {}
      : {
          wireFeeOursMinor: minor("wireFees.ours", wireFees.ours),
          wireFeeSharedMinor: minor("wireFees.shared", wireFees.shared),
        }),
  };
  if (problems.length > 0) throw invalidRequest(problems);
  return changes;
}
