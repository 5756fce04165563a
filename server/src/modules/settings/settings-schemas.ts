import { Type } from "typebox";
import { Nullable, object, Usd } from "../../kernel/http/schemas.ts";

const YEAR_HOURS = 8760;
const version = Type.Integer({ description: "Rises with every change; a change names the version it was made from." });
const hours = (description: string) => Type.Integer({ minimum: 0, maximum: YEAR_HOURS, description });
const amount = (description: string) => ({ ...Usd(description), minimum: 0, maximum: 999_999_999.99 });

const settings = {
  duplicateGuardHours: hours("The same payment again is refused for so many hours; 0 = never."),
  approvalStepUpFrom: Nullable(amount("From this amount on whoever approves proves again who they are; null = never.")),
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
};
export const SettingsSchema = object(
  { version, ...settings },
  { $id: "OrganizationSettings", description: "What an organisation decides for itself." },
);
export const ChangeSchema = object({
  version,
  duplicateGuardHours: Type.Optional(settings.duplicateGuardHours),
  approvalStepUpFrom: Type.Optional(settings.approvalStepUpFrom),
  confirmBankDetailChanges: Type.Optional(settings.confirmBankDetailChanges),
  bankDetailsCoolingOffHours: Type.Optional(settings.bankDetailsCoolingOffHours),
  selfApproval: Type.Optional(settings.selfApproval),
  wireFees: Type.Optional(settings.wireFees),
});
