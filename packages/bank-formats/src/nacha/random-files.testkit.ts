import type { EntryInBatch } from "./answer/answered-entry.ts";
import { changeBatchHeader, changeNoticeOf, refusedChangeOf } from "./answer/changes.ts";
import { contestedReturnOf, dishonoredReturnOf, returnBatchHeader, returnOf } from "./answer/returns.ts";
import { type EntryClass, entryClasses } from "./codes/entry-classes.ts";
import { nachaReturnReasons } from "./codes/return-reasons.ts";
import { transactionCodeFor } from "./codes/transaction-codes.ts";
import { fileIdModifierAt } from "./identifiers/file-identity.ts";
import { checkDigitOf } from "./identifiers/routing-number.ts";
import { readNachaFile } from "./read/read-nacha.ts";
import type { AddendaInput, EntryInput } from "./records/model.ts";
import { batchHeader, fileHeader, iatAddenda, iatHeader } from "./samples.testkit.ts";
import { type BatchInput, type NachaFileInput, nachaText } from "./write/write-nacha.ts";

/** Numbers in [0, 1). */
type Random = () => number;

/** What the batches of a random file contain. */
export const randomFileKinds = [
  "forward",
  "prenotes",
  "zeroDollar",
  "returns",
  "dishonored",
  "contested",
  "changes",
  "refusedChanges",
] as const;
export type RandomFileKind = (typeof randomFileKinds)[number];

const PRINTABLE = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at)).join("");
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const DIGITS = "0123456789";

/** Random values of the kinds that fields have. */
function createDice(random: Random) {
  const int = (min: number, max: number): number => min + Math.floor(random() * (max - min + 1));
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[int(0, items.length - 1)];
    if (item === undefined) throw new Error("There is nothing to pick from");
    return item;
  };
  const characters = (alphabet: string, length: number): string =>
    Array.from({ length }, () => alphabet.charAt(int(0, alphabet.length - 1))).join("");
  const name = (max: number): string => `${pick([...LETTERS])}${characters(LETTERS, int(1, max - 1))}`;
  /** Any printable characters, as fields keep them: not beginning or ending with a blank. */
  const text = (max: number): string => {
    const found = characters(PRINTABLE, int(1, max)).trim();
    return found === "" ? "X" : found;
  };
  const eightDigits = (): string => `${pick(["0", "1", "2", "3"])}${characters(DIGITS, 7)}`;
  const chance = (probability: number): boolean => random() < probability;
  return { int, pick, characters, name, text, eightDigits, chance };
}
type Dice = ReturnType<typeof createDice>;

const terminal = ({ characters, name, pick }: Dice): AddendaInput => ({
  kind: "terminal",
  terminalIdentificationCode: characters(DIGITS, 6),
  transactionSerialNumber: characters(DIGITS, 6),
  transactionDate: pick(["0101", "0228", "1224"]),
  terminalLocation: name(27),
  terminalCity: name(15),
  terminalState: pick(["VA", "CA", "NY"]),
});

const randomIatAddenda = (dice: Dice): readonly AddendaInput[] => [
  ...iatAddenda(),
  ...Array.from(
    { length: dice.int(0, 2) },
    (): AddendaInput => ({
      kind: "iatRemittance",
      paymentRelatedInformation: dice.text(80),
    }),
  ),
  ...Array.from(
    { length: dice.int(0, 5) },
    (): AddendaInput => ({
      kind: "iatCorrespondent",
      correspondentBankName: dice.name(35),
      correspondentBankIdQualifier: dice.pick(["01", "02", "03"]),
      correspondentBankIdentification: dice.characters(DIGITS, 20),
      correspondentBankBranchCountryCode: dice.pick(["DE", "GB", "JP"]),
    }),
  ),
];

function randomAddenda(dice: Dice, { addenda }: EntryClass): readonly AddendaInput[] {
  if (addenda === undefined) return [];
  if (addenda.type === "iat") return randomIatAddenda(dice);
  if (addenda.type === "02") return [terminal(dice)];
  return Array.from({ length: dice.int(addenda.min, Math.min(addenda.max, 6)) }, () => ({
    kind: "paymentRelated",
    paymentRelatedInformation: dice.text(80),
  }));
}

/** Fields in which a class expects something of its own. */
const item = (dice: Dice) => ({ receiverName: `CTRL01${dice.characters(DIGITS, 16)}` });

const special: Readonly<Record<string, (dice: Dice) => Partial<EntryInput>>> = {
  POS: () => ({ discretionaryData: "01" }),
  SHR: (dice) => ({
    identificationNumber: `0228${dice.characters(DIGITS, 11)}`,
    receiverName: dice.characters(DIGITS, 22),
    discretionaryData: "01",
  }),
  TRC: item,
  XCK: item,
  ENR: () => ({
    addenda: [
      { kind: "paymentRelated", paymentRelatedInformation: "22*12200004*3*123987654321*777777777*DOE*JOHN*1\\" },
    ],
  }),
  DNE: () => ({
    addenda: [
      {
        kind: "paymentRelated",
        paymentRelatedInformation: "    DATE OF DEATH*010218*CUSTOMERSSN*#########*AMOUNT*$$$$.cc\\",
      },
    ],
  }),
};

function randomEntry(
  dice: Dice,
  { entryClass, kind, direction }: { entryClass: EntryClass; kind: RandomFileKind; direction: "credit" | "debit" },
): EntryInput {
  const isAcknowledgment = entryClass.code === "ACK" || entryClass.code === "ATX";
  const isZero = isAcknowledgment || (kind === "zeroDollar" && entryClass.allowsZeroDollar);
  const use = isZero ? "zeroDollar" : kind === "prenotes" || entryClass.isNonMonetary ? "prenote" : "live";
  const accounts = [
    "checking",
    "savings",
    ...(isAcknowledgment || entryClass.isNonMonetary ? [] : (["generalLedger"] as const)),
  ] as const;
  const transactionCode = transactionCodeFor({ account: dice.pick(accounts), direction, use });
  if (transactionCode === undefined) throw new Error("Each of these accounts has all transaction codes");
  const receivingDfiIdentification = dice.eightDigits();
  const amountMax = entryClass.amountMaxMinor ?? (dice.chance(0.1) ? 99_999_999n : 999_999n);
  const shared = {
    transactionCode,
    receivingDfiIdentification,
    checkDigit: checkDigitOf(receivingDfiIdentification),
    amountMinor: use === "live" ? BigInt(dice.int(1, Number(amountMax))) : 0n,
    addenda: randomAddenda(dice, entryClass),
  };
  if (entryClass.shape === "iat") return { ...shared, dfiAccountNumber: dice.characters(DIGITS, dice.int(4, 35)) };
  const isNameFirst = entryClass.shape === "nameFirst";
  return {
    ...shared,
    dfiAccountNumber: dice.characters(DIGITS, dice.int(4, 17)),
    identificationNumber: dice.name(isNameFirst ? 22 : 15),
    receiverName: dice.name(entryClass.shape === "corporate" ? 16 : isNameFirst ? 15 : 22),
    ...(dice.chance(0.3) ? { discretionaryData: dice.name(2) } : {}),
    ...special[entryClass.code]?.(dice),
  };
}

function randomBatch(dice: Dice, kind: RandomFileKind, entryClass: EntryClass): BatchInput {
  const direction = dice.pick(entryClass.directions);
  const isMixed = entryClass.directions.length > 1 && dice.chance(0.2);
  const serviceClassCode = isMixed ? "200" : direction === "credit" ? "220" : "225";
  const odfiIdentification = dice.eightDigits();
  const entries = Array.from({ length: dice.int(1, 8) }, () =>
    randomEntry(dice, { entryClass, kind, direction: isMixed ? dice.pick(entryClass.directions) : direction }),
  );
  if (entryClass.shape === "iat") return { header: iatHeader({ serviceClassCode, odfiIdentification }), entries };
  const header = batchHeader({
    serviceClassCode,
    odfiIdentification,
    standardEntryClassCode: entryClass.code,
    companyName: dice.name(16),
    companyEntryDescription: entryClass.description ?? dice.name(10),
    companyIdentification: dice.name(10),
    originatorStatusCode: entryClass.code === "DNE" ? "2" : "1",
    ...(dice.chance(0.3) ? { companyDiscretionaryData: dice.text(20) } : {}),
    ...(dice.chance(0.3) ? { companyDescriptiveDate: "SD1300" } : {}),
  });
  return { header, entries };
}

function forwardFile(dice: Dice, kind: RandomFileKind): NachaFileInput {
  const isPossible = ({ code, allowsZeroDollar, isNonMonetary }: EntryClass): boolean => {
    if (code === "COR") return false;
    if (kind === "zeroDollar") return allowsZeroDollar;
    return kind === "forward" || (!isNonMonetary && code !== "MTE");
  };
  const classes = entryClasses.filter(isPossible);
  const fileIdModifier = fileIdModifierAt(dice.int(0, 35)) ?? "A";
  return {
    header: { ...fileHeader, fileIdModifier, immediateOriginName: dice.name(23) },
    batches: Array.from({ length: dice.int(1, 4) }, () => randomBatch(dice, kind, dice.pick(classes))),
  };
}

/** Answers each entry of a file; the entries of each batch that have the same receiving bank share a batch. */
function answerFile(
  dice: Dice,
  forward: NachaFileInput,
  {
    answer,
    headerOf = returnBatchHeader,
  }: {
    readonly answer: (original: EntryInBatch) => EntryInput;
    readonly headerOf?: typeof returnBatchHeader;
  },
): NachaFileInput {
  const { batches } = readNachaFile(nachaText(forward));
  return {
    header: { ...fileHeader, fileCreationDate: "2026-11-24", immediateOriginName: dice.name(23) },
    batches: batches.flatMap(({ header, entries }) =>
      entries.map((entry) => ({
        header: headerOf(header, entry.receivingDfiIdentification),
        entries: [answer({ header, entry })],
      })),
    ),
  };
}

const returnCodes = nachaReturnReasons.map(({ code }) => code).filter((code) => !/^R[67]/.test(code));

const isAnswerable = ({ batches }: NachaFileInput): boolean =>
  [...batches].every(
    ({ header }) => !["ACK", "ATX", "DNE", "ENR", "TRX", "MTE"].includes(header.standardEntryClassCode),
  );

/** A file of the kind that obeys every rule, different for each state of the random source. */
export function randomFile(random: Random, kind: RandomFileKind): NachaFileInput {
  const dice = createDice(random);
  if (kind === "forward" || kind === "prenotes" || kind === "zeroDollar") return forwardFile(dice, kind);
  let forward = forwardFile(dice, "forward");
  const withoutIat = kind === "dishonored" || kind === "contested";
  const hasIat = () => [...forward.batches].some(({ header }) => header.standardEntryClassCode === "IAT");
  while (!isAnswerable(forward) || (withoutIat && hasIat())) forward = forwardFile(dice, "forward");
  if (kind === "changes" || kind === "refusedChanges") {
    const changes = answerFile(dice, forward, {
      answer: (original) => {
        const change = changeNoticeOf(original, {
          changeCode: "C01",
          corrections: { dfiAccountNumber: dice.characters(DIGITS, 9) },
        });
        // The class COR has 15 positions for what CIE gives 22.
        return { ...change, identificationNumber: change.identificationNumber?.slice(0, 15).trimEnd() };
      },
      headerOf: changeBatchHeader,
    });
    if (kind === "changes") return changes;
    return answerFile(dice, changes, {
      answer: (each) => refusedChangeOf(each, { refusedChangeCode: dice.pick(["C61", "C65", "C68"]) }),
    });
  }
  const returns = answerFile(dice, forward, {
    answer: (original) => returnOf(original, { returnReasonCode: dice.pick(returnCodes) }),
  });
  if (kind === "returns") return returns;
  const dishonored = answerFile(dice, returns, {
    answer: (each) =>
      dishonoredReturnOf(each, {
        returnReasonCode: dice.pick(["R61", "R67", "R68", "R69", "R70"]),
        returnSettlementDate: "328",
      }),
  });
  if (kind === "dishonored") return dishonored;
  return answerFile(dice, dishonored, {
    answer: (each) =>
      contestedReturnOf(each, {
        returnReasonCode: dice.pick(["R71", "R73", "R76"]),
        dishonoredReturnSettlementDate: "330",
        originalSettlementDate: "327",
      }),
  });
}
