import { Type } from "typebox";
import { Nullable, OneOf, object, Usd } from "#kernel/http/schemas.ts";
import { userRoles } from "#records/people";

const YEAR_HOURS = 8760;
const version = Type.Integer({
  description: "Increases with every change; a change names the version on which it is based.",
});
const hours = (description: string) => Type.Integer({ minimum: 0, maximum: YEAR_HOURS, description });
const amount = (description: string) => ({ ...Usd(description), minimum: 0, maximum: 999_999_999.99 });

const settings = {
  duplicateGuardHours: hours("An identical payment is rejected for this many hours; 0 = never."),
  approvalStepUpFrom: Nullable(
    amount(
      "At or above this amount, users must reauthenticate to approve a payment or transfer, or to make a transfer; null = never.",
    ),
  ),
  confirmBankDetailChanges: Type.Boolean({
    description: "Changed bank details wait until a second user confirms them.",
  }),
  bankDetailsCoolingOffHours: hours(
    "Payments to changed bank details are rejected for this many hours; 0 = not at all.",
  ),
  selfApproval: Type.Boolean({
    description: "Whether the requester may approve when no approval rule of the organization applies.",
  }),
  wireFees: object(
    {
      ours: amount("When the payer bears the banks' charges."),
      shared: amount("When payer and recipient share them."),
    },
    { title: "WireFees", description: "The fee for an international wire, charged as a separate transaction." },
  ),
  secondFactorRequiredFor: Type.Array(OneOf(userRoles, "A role.", "UserRole"), {
    maxItems: userRoles.length,
    uniqueItems: true,
    description: "Roles that need a second factor: an authenticator app or a passkey.",
  }),
  secondFactorGraceDays: Type.Integer({
    minimum: 0,
    maximum: 90,
    description:
      "For this many days after the requirement starts, or after their account was created, users are reminded to set one up. After that, they can do nothing else.",
  }),
  remittanceAdvice: Type.Boolean({
    description: "Recipients receive an email when a payment to them was sent: amount, method, and memo.",
  }),
  requireAccountValidation: Type.Boolean({
    description:
      "ACH payments to bank details that are entered while this is on wait until the details are validated, by a prenote or by micro-deposits.",
  }),
};
export const SettingsSchema = object(
  { version, ...settings },
  { title: "OrganizationSettings", description: "Settings that the organization controls." },
);
export const ChangeSchema = object(
  {
    version,
    duplicateGuardHours: Type.Optional(settings.duplicateGuardHours),
    approvalStepUpFrom: Type.Optional(settings.approvalStepUpFrom),
    confirmBankDetailChanges: Type.Optional(settings.confirmBankDetailChanges),
    bankDetailsCoolingOffHours: Type.Optional(settings.bankDetailsCoolingOffHours),
    selfApproval: Type.Optional(settings.selfApproval),
    wireFees: Type.Optional(settings.wireFees),
    secondFactorRequiredFor: Type.Optional(settings.secondFactorRequiredFor),
    secondFactorGraceDays: Type.Optional(settings.secondFactorGraceDays),
    remittanceAdvice: Type.Optional(settings.remittanceAdvice),
    requireAccountValidation: Type.Optional(settings.requireAccountValidation),
  },
  { title: "ChangeOrganizationSettingsRequest" },
);
