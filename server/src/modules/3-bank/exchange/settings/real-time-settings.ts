import { type Static, Type } from "typebox";
import { object } from "#kernel/http/schemas.ts";
import {
  BankText,
  Choice,
  FileName,
  fileNameProblems,
  Limit,
  RoutingNumber,
  routingProblems,
  type SettingProblem,
} from "./fields.ts";

/** Both networks' limit: RTP since February 9, 2025 (The Clearing House), FedNow since November 2025 (Federal Reserve). */
const NETWORK_DOLLARS_MAX = 10_000_000;

/** How a bank takes real-time payments. */
export const RealTimeSettingsSchema = object(
  {
    network: Choice(["RTP", "FedNow"], "The network that the bank uses."),
    message: Choice(["pacs.008", "pain.001"], "What the bank takes: one pacs.008 or one pain.001 for each payment."),
    debtorAgentRoutingNumber: RoutingNumber(
      "DbtrAgt/FinInstnId/ClrSysMmbId: the bank's routing number in the network.",
    ),
    debtorName: BankText(140, "Dbtr/Nm: the name of the account's owner."),
    limit: Limit("The most that the bank allows for one payment; at most the network's limit.", NETWORK_DOLLARS_MAX),
    queryAfterSeconds: Type.Integer({
      minimum: 20,
      maximum: 600,
      description:
        "After how many seconds without an answer the outcome counts as unknown and is queried with pacs.028. FedNow decides within 20 seconds. A payment is never sent again.",
      default: 30,
    }),
    fileName: FileName("pacs008-{date}-{number}.xml"),
  },
  { title: "RealTimeSettings" },
);
export type RealTimeSettings = Static<typeof RealTimeSettingsSchema>;

export const realTimeProblems = (settings: RealTimeSettings): readonly SettingProblem[] => [
  ...routingProblems("debtorAgentRoutingNumber", settings.debtorAgentRoutingNumber),
  ...fileNameProblems("fileName", settings.fileName),
];
