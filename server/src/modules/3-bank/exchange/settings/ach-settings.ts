import { AcknowledgmentError, acknowledgmentTemplateFromData } from "bursar-bank-formats/acknowledgments";
import { type Static, Type } from "typebox";
import { object, Uuid } from "#kernel/http/schemas.ts";
import { descriptionProblem } from "#money/recipients";
import {
  AnswerMinutes,
  BankText,
  Choice,
  FileName,
  fileNameProblems,
  Limit,
  NewYorkTimes,
  OrNone,
  RoutingNumber,
  routingProblems,
  type SettingProblem,
} from "./fields.ts";

/** The network's limit per same-day entry since March 18, 2022 (Nacha, Same Day ACH Dollar Limit Increase). */
const SAME_DAY_DOLLARS_MAX = 1_000_000;

/** How a bank takes ACH files. Fields are named as in the Nacha Operating Rules, Appendix Three. */
export const AchSettingsSchema = object(
  {
    immediateDestination: RoutingNumber(
      "Immediate Destination: the routing number that the bank wants in file headers.",
    ),
    immediateDestinationName: BankText(23, "Immediate Destination Name: the bank's name in file headers."),
    immediateOrigin: Type.String({
      pattern: "^([A-Za-z0-9]{10}| [0-9]{9})$",
      description:
        "Immediate Origin, ten characters: the number that the bank assigned, 1 and the EIN, or a blank and a routing number.",
    }),
    immediateOriginName: BankText(23, "Immediate Origin Name: the company's name in file headers."),
    companyName: BankText(16, "Company Name: what recipients see in their statements."),
    companyIdentification: Type.String({
      pattern: "^[A-Za-z0-9 ]{10}$",
      description: "Company Identification, ten characters: as the bank assigned it, often 1 and the EIN.",
    }),
    companyEntryDescription: BankText(
      10,
      "Company Entry Description: what recipients see as the purpose, unless a recipient or a payment has its own.",
      "PAYMENT",
    ),
    companyDiscretionaryData: OrNone(
      BankText(
        20,
        "Company Discretionary Data: what the bank wants there, such as the account's number, unless a recipient or a payment has its own.",
      ),
    ),
    individualIdentificationNumber: OrNone(
      BankText(
        15,
        "Individual Identification Number, unless a recipient or a payment has its own; none: the end of the payment's ID.",
      ),
    ),
    odfiRoutingNumber: RoutingNumber("The routing number of the originating bank (ODFI)."),
    sameDayCutOffs: NewYorkTimes(
      "When files for same-day settlement are written: some minutes before the bank's cut-offs. None: the bank does not offer it.",
      { min: 0, max: 3, fallback: [] },
    ),
    nextDayCutOffs: NewYorkTimes(
      "When files for settlement on the next banking day are written: some minutes before the bank's cut-offs.",
      { min: 1, max: 6, fallback: ["18:30"] },
    ),
    sameDayLimit: Limit("The most that one same-day entry may amount to.", SAME_DAY_DOLLARS_MAX),
    balanced: Type.Boolean({
      description: "Whether the bank wants an offset entry that balances each file. Some banks reject it.",
      default: false,
    }),
    offsetAccountId: OrNone(Uuid("In balanced files, the account of the offset entry; none: the account that pays.")),
    serviceClasses: Choice(
      ["split", "mixed"],
      "`split`: credits in batches of service class 220, debits in 225, which all banks accept. `mixed`: both in 200.",
    ),
    lineEnding: Choice(["crlf", "lf", "none"], "What ends a record in the file."),
    fileIdModifier: Choice(
      ["lettersFirst", "digitsFirst"],
      "File ID Modifier of a day's files: A to Z and then 0 to 9, or the other way around.",
    ),
    prenotes: Type.Boolean({
      description: "Whether a zero-dollar prenote goes before the first payment to an account (three banking days).",
      default: false,
    }),
    microDeposits: Type.Boolean({
      description:
        "Whether users may have two deposits below $1.00 validate a recipient's account; the recipient enters their amounts.",
      default: false,
    }),
    international: Type.Boolean({ description: "Whether the bank accepts IAT entries.", default: false }),
    fileName: FileName("ach-{date}-{number}.txt"),
    answerMinutes: AnswerMinutes(240),
    acknowledgmentTemplates: Type.Optional(
      Type.Array(Type.Unsafe<object>({ type: "object" }), {
        maxItems: 5,
        description:
          "The bank's own forms of acknowledgments as text or CSV, if the built-in ones do not fit: @file with a template or a list of them.",
        default: [],
      }),
    ),
  },
  { title: "AchSettings" },
);
export type AchSettings = Static<typeof AchSettingsSchema>;

/** What the schema cannot express. */
export const achProblems = (settings: AchSettings): readonly SettingProblem[] => [
  ...routingProblems("immediateDestination", settings.immediateDestination),
  ...routingProblems("odfiRoutingNumber", settings.odfiRoutingNumber),
  ...descriptionProblems(settings.companyEntryDescription),
  ...fileNameProblems("fileName", settings.fileName),
  ...ascending("sameDayCutOffs", settings.sameDayCutOffs),
  ...ascending("nextDayCutOffs", settings.nextDayCutOffs),
  ...(settings.acknowledgmentTemplates ?? []).flatMap(templateProblems),
  ...(settings.offsetAccountId !== null && !settings.balanced
    ? [{ path: "offsetAccountId", message: "is used in balanced files only" }]
    : []),
];

function templateProblems(template: object, index: number): readonly SettingProblem[] {
  try {
    acknowledgmentTemplateFromData(template);
    return [];
  } catch (error) {
    if (!(error instanceof AcknowledgmentError)) throw error;
    const path = `acknowledgmentTemplates.${index}`;
    return error.problems.map(({ field, rule }) => ({ path: field === "" ? path : `${path}.${field}`, message: rule }));
  }
}

function descriptionProblems(description: string): readonly SettingProblem[] {
  const message = descriptionProblem(description);
  return message === undefined ? [] : [{ path: "companyEntryDescription", message }];
}

/** `HH:MM` texts sort like the times. */
const ascending = (path: string, times: readonly string[]): readonly SettingProblem[] =>
  times.every((time, index) => index === 0 || (times[index - 1] ?? "") < time)
    ? []
    : [{ path, message: "must be different times, from the earliest to the latest" }];
