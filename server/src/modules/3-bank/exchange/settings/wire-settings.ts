import { bicProblem } from "bursar-banking/identifiers/bic";
import { type Static, Type } from "typebox";
import { object } from "#kernel/http/schemas.ts";
import {
  AnswerMinutes,
  BankText,
  Choice,
  FileName,
  fileNameProblems,
  NewYorkTime,
  OrNone,
  RoutingNumber,
  routingProblems,
  type SettingProblem,
} from "./fields.ts";

const CUT_OFF = "The bank's cut-off for wires: later payments leave on the next banking day.";

const common = {
  pain001Version: Choice(["09", "03"], "The version of pain.001.001 that the bank takes."),
  initiatingPartyName: BankText(140, "InitgPty/Nm: the company's name as the bank knows it."),
  initiatingPartyId: OrNone(
    BankText(35, "InitgPty/Id: the number that the bank assigned to the company for files, if any."),
  ),
  debtorName: BankText(
    140,
    "Dbtr/Nm: the name of the account's owner. The address is the organization's legal address.",
  ),
  chargeBearer: Choice(
    ["SHAR", "DEBT", "CRED"],
    "ChrgBr, unless a payment says otherwise: who pays the banks' fees. `DEBT`: the sender. `SHAR`: both. `CRED`: the recipient.",
  ),
  fileName: FileName("pain001-{date}-{number}.xml"),
  answerMinutes: AnswerMinutes(60),
};

/** How a bank takes domestic wires: pain.001, with the names of ISO 20022. */
export const WireSettingsSchema = object(
  {
    debtorAgentRoutingNumber: RoutingNumber(
      "DbtrAgt/FinInstnId/ClrSysMmbId: the bank's routing number for wires (USABA).",
    ),
    cutOff: NewYorkTime(CUT_OFF, "17:00"),
    ...common,
  },
  { title: "WireSettings" },
);
export type WireSettings = Static<typeof WireSettingsSchema>;

/** How a bank takes international wires: pain.001 to a bank that is a member of SWIFT. */
export const InternationalWireSettingsSchema = object(
  {
    debtorAgentBic: Type.String({
      maxLength: 11,
      description: "DbtrAgt/FinInstnId/BICFI: the bank's BIC (SWIFT code).",
    }),
    cutOff: NewYorkTime(CUT_OFF, "16:00"),
    ...common,
  },
  { title: "InternationalWireSettings" },
);
export type InternationalWireSettings = Static<typeof InternationalWireSettingsSchema>;

export const wireProblems = (settings: WireSettings): readonly SettingProblem[] => [
  ...routingProblems("debtorAgentRoutingNumber", settings.debtorAgentRoutingNumber),
  ...fileNameProblems("fileName", settings.fileName),
];

export function internationalWireProblems(settings: InternationalWireSettings): readonly SettingProblem[] {
  const message = bicProblem(settings.debtorAgentBic);
  return [
    ...(message === undefined ? [] : [{ path: "debtorAgentBic", message }]),
    ...fileNameProblems("fileName", settings.fileName),
  ];
}
