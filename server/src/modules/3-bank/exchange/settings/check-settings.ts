import { type CheckFileTemplate, checkFileTemplates, checkStocks } from "bursar-bank-formats/checks";
import { type Static, Type } from "typebox";
import { present } from "#kernel/assert.ts";
import { object } from "#kernel/http/schemas.ts";
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

const idsFor = (purpose: CheckFileTemplate["purpose"]): readonly [string, ...string[]] => {
  const [first, ...others] = checkFileTemplates.filter((template) => template.purpose === purpose).map(({ id }) => id);
  return [present(first, "the library has templates"), ...others];
};
const stockIds = (): readonly [string, ...string[]] => {
  const [first, ...others] = checkStocks.map(({ id }) => id);
  return [present(first, "the library has stocks"), ...others];
};

/** How checks are printed, and how the bank learns which ones were issued. */
export const CheckSettingsSchema = object(
  {
    printedBy: Choice(
      ["us", "bank"],
      "`us`: Bursar draws a PDF for your own stock and MICR printer. `bank`: the bank prints and mails the checks.",
    ),
    mailedWhen: Choice(
      ["accepted", "reported"],
      "When checks that the bank prints are in the mail. `accepted`: once it has the PDF. `reported`: when it reports each check in a pain.002.",
    ),
    stock: Choice(stockIds(), "The check stock: where on the page the check is."),
    bankName: BankText(60, "The bank's name, as printed on the check."),
    bankAddress: OrNone(BankText(80, "The bank's town and state, as printed on the check.")),
    fractionalRoutingNumber: OrNone(
      Type.String({
        pattern: "^[0-9]{1,2}-[0-9]{1,5}/[0-9]{3,4}(\\([0-9]{1,2}\\))?$",
        description: "The bank's routing number as a fraction, as on its own checks, such as 12-3456/7890.",
      }),
    ),
    firstCheckNumber: Type.Integer({
      minimum: 1,
      maximum: 999_999_999,
      description: "The number of the first check. Later ones follow without gaps.",
      default: 1001,
    }),
    positivePayTemplate: Choice(idsFor("issue"), "The layout of the bank's positive-pay files.", "generic-csv"),
    paidTemplate: Choice(
      idsFor("paid"),
      "The layout of the bank's files of paid checks and exceptions.",
      "generic-paid-csv",
    ),
    positivePayBankId: OrNone(BankText(20, "The bank number in its positive-pay files, if its layout has one.")),
    positivePayCutOff: NewYorkTime("When the positive-pay file of a day's checks is sent.", "20:00"),
    exceptionsDueAt: NewYorkTime("By when on the next banking day the bank wants decisions about exceptions.", "13:00"),
    fileName: FileName("checks-{date}-{number}.txt"),
    answerMinutes: AnswerMinutes(0),
  },
  { title: "CheckSettings" },
);
export type CheckSettings = Static<typeof CheckSettingsSchema>;

export const checkProblems = (settings: CheckSettings): readonly SettingProblem[] => [
  ...fileNameProblems("fileName", settings.fileName),
  ...bankIdProblems(settings),
];

/** Some layouts have a place for the number that the bank gave to its customer. */
function bankIdProblems({ positivePayTemplate, positivePayBankId }: CheckSettings): readonly SettingProblem[] {
  const template = checkFileTemplates.find(({ id }) => id === positivePayTemplate);
  const fields = [...(template?.header ?? []), ...(template?.detail ?? []), ...(template?.trailer ?? [])];
  const field = fields.find(({ kind }) => kind === "setting");
  if (field === undefined) return [];
  const length = positivePayBankId?.length ?? 0;
  return length > 0 && length <= field.width
    ? []
    : [{ path: "positivePayBankId", message: `must have 1 to ${field.width} characters for ${positivePayTemplate}` }];
}
