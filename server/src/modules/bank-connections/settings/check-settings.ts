import { type Static, Type } from "typebox";
import { object } from "../../../kernel/http/schemas.ts";
import {
  AnswerMinutes,
  BankText,
  Choice,
  FileName,
  fileNameProblems,
  NewYorkTime,
  OrNone,
  type SettingProblem,
} from "./fields.ts";

/** How checks are printed, and how the bank learns which ones were issued. */
export const CheckSettingsSchema = object(
  {
    printedBy: Choice(
      ["us", "bank"],
      "`us`: Bursar draws a PDF for your own stock and MICR printer. `bank`: the bank prints and mails the checks.",
    ),
    stock: Type.String({
      pattern: "^[a-z][A-Za-z0-9-]{0,39}$",
      description: "The check stock: where on the page the check is.",
      default: "top",
    }),
    bankName: BankText(60, "The bank's name, as printed on the check."),
    bankAddress: OrNone(BankText(80, "The bank's town and state, as printed on the check.")),
    firstCheckNumber: Type.Integer({
      minimum: 1,
      maximum: 999_999_999,
      description: "The number of the first check. Later ones follow without gaps.",
      default: 1001,
    }),
    positivePayTemplate: Type.String({
      pattern: "^[a-z][a-z0-9-]{0,39}$",
      description: "The layout of the bank's positive-pay files.",
      default: "generic-csv",
    }),
    positivePayBankId: OrNone(BankText(20, "The bank number in its positive-pay files, if its layout has one.")),
    positivePayCutOff: NewYorkTime("When the positive-pay file of a day's checks is sent.", "20:00"),
    fileName: FileName("checks-{date}-{number}.txt"),
    answerMinutes: AnswerMinutes(0),
  },
  { title: "CheckSettings" },
);
export type CheckSettings = Static<typeof CheckSettingsSchema>;

export const checkProblems = (settings: CheckSettings): readonly SettingProblem[] =>
  fileNameProblems("fileName", settings.fileName);
