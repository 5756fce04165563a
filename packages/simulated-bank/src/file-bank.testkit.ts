import { customerTransfers, networkTransfer, uetrOf, writeMessage } from "bursar-bank-formats/iso20022";
import { checkDigitOf, type EntryInput, nachaText } from "bursar-bank-formats/nacha";
import { manualClock, plusMs } from "bursar-banking/clock";
import { agreementOf } from "./agreement/bank-agreement.ts";
import type { AnswerFile } from "./answers/answer-file.ts";
import { type FileBank, openFileBank } from "./file-bank.ts";
import { type BankState, memoryState } from "./state/bank-state.ts";

export const ACCOUNT = "1000200030";
export const BANK = "121042882";

/** The agreement of the tests; balances and limits as a small company has them. */
export const agreementText = (changes: Readonly<Record<string, unknown>> = {}): string =>
  JSON.stringify({
    bankName: "FIRST BANK",
    routingNumber: BANK,
    bic: "FIRSUS33",
    accounts: [{ number: ACCOUNT, name: "Northwind Inc", openingBalance: "1000000.00" }],
    ach: [
      {
        companyName: "NORTHWIND INC",
        companyIdentification: "1231231230",
        immediateOrigin: "1231231230",
        immediateDestination: BANK,
        settlementAccount: ACCOUNT,
        balance: "forbidden",
        acceptsMixedBatches: false,
        classes: ["PPD", "CCD", "CTX"],
        entryLimit: "250000.00",
        fileLimit: "5000000.00",
        sameDayCutOffs: ["10:15", "14:30", "16:30"],
        effectiveDaysMax: 14,
      },
    ],
    transfers: { wireLimit: "500000.00", realTimeLimit: "100000.00" },
    checks: [
      {
        issueTemplate: "generic-csv",
        paidTemplate: "generic-paid-csv",
        paidAfterBankingDays: 5,
        printedBy: "bank",
      },
    ],
    ...changes,
  });

export const agreement = agreementOf(agreementText());

/** Friday, November 20, 2026, 14:05 in New York. */
export const FRIDAY = new Date("2026-11-20T19:05:00Z");

export interface TestBank {
  readonly bank: FileBank;
  /** The customer writes a file. */
  readonly post: (name: string, content: string) => Promise<boolean>;
  /** Time passes; what the bank answered in the meantime. */
  readonly until: (instant: string | Date) => Promise<readonly AnswerFile[]>;
  readonly now: () => Date;
}

export interface TestBankOptions {
  readonly state?: BankState;
  readonly at?: Date;
  readonly seed?: number;
  readonly agreement?: typeof agreement;
}

export async function openTestBank(options: TestBankOptions = {}): Promise<TestBank> {
  const clock = manualClock(options.at ?? FRIDAY);
  const state = options.state ?? memoryState();
  const { seed } = options;
  const bank = await openFileBank({ state, agreement: async () => options.agreement ?? agreement, clock, seed });
  return {
    bank,
    post: (name, content) => bank.receive({ name, content: Buffer.from(content) }),
    until: async (instant) => {
      const at = new Date(instant);
      clock.set(at);
      const { files, upTo } = await bank.answersDue(at);
      await bank.markDelivered(upTo);
      return files;
    },
    now: () => clock.now(),
  };
}

/** The answers whose names begin with a prefix. */
export const named = (answers: readonly AnswerFile[], prefix: string): readonly string[] =>
  answers.filter(({ name }) => name.startsWith(prefix)).map(({ content }) => content);

export const achEntry = (
  dfiAccountNumber: string,
  amountMinor: bigint,
  changes: Partial<EntryInput> = {},
): EntryInput => ({
  transactionCode: "22",
  receivingDfiIdentification: "02100002",
  checkDigit: checkDigitOf("02100002"),
  dfiAccountNumber,
  amountMinor,
  identificationNumber: `INV-${dfiAccountNumber.slice(-6)}`,
  receiverName: "Ada Lovelace",
  discretionaryData: undefined,
  ...changes,
});

export interface AchFileFacts {
  readonly modifier?: string;
  readonly companyIdentification?: string;
  readonly created?: string;
  readonly effective?: string;
  readonly serviceClassCode?: "200" | "220" | "225";
  readonly at?: string;
}

/** A file of one batch of PPD entries. */
export const achFile = (entries: readonly EntryInput[], facts: AchFileFacts = {}): string =>
  nachaText({
    header: {
      immediateDestination: BANK,
      immediateOrigin: "1231231230",
      fileCreationTime: facts.at ?? "14:00",
      fileCreationDate: facts.created ?? "2026-11-20",
      fileIdModifier: facts.modifier ?? "A",
      immediateDestinationName: "FIRST BANK",
      immediateOriginName: "NORTHWIND INC",
    },
    batches: [
      {
        header: {
          serviceClassCode: facts.serviceClassCode ?? "220",
          companyName: "NORTHWIND INC",
          companyIdentification: facts.companyIdentification ?? "1231231230",
          standardEntryClassCode: "PPD",
          companyEntryDescription: "PAYMENT",
          effectiveEntryDate: facts.effective ?? "2026-11-23",
          originatorStatusCode: "1",
          odfiIdentification: BANK.slice(0, 8),
        },
        entries,
      },
    ],
  });

const party = { name: "Northwind Inc", address: { townName: "New York", country: "US" } };
const creditorAgent = { routingNumber: "021000021" };

export interface WireFacts {
  readonly creditorAccount: string;
  readonly amountMinor: bigint;
  readonly endToEndId: string;
}

/** A UUID for each text, always the same. */
export const uuidOf = (text: string): string =>
  `00000000-0000-4000-8000-${Buffer.from(text).toString("hex").padStart(12, "0").slice(-12)}`;

export const wireFile = (messageId: string, wires: readonly WireFacts[], executionDate = "2026-11-20"): string =>
  writeMessage(
    customerTransfers({
      messageId,
      createdAt: "2026-11-20T19:00:00Z",
      initiatingParty: party,
      batches: [
        {
          batchId: "B1",
          type: { method: "TRF", serviceLevel: "URGP" },
          executionDate,
          debtor: party,
          debtorAccount: { number: { other: ACCOUNT } },
          debtorAgent: { routingNumber: BANK },
          transfers: wires.map(({ creditorAccount, amountMinor, endToEndId }) => ({
            instructionId: `I${endToEndId}`,
            endToEndId,
            uetr: uetrOf(uuidOf(endToEndId)),
            amount: { Ccy: "USD", amountMinor },
            creditor: party,
            creditorAgent,
            creditorAccount: { number: { other: creditorAccount } },
          })),
        },
      ],
    }),
  );

/** What the bank needs of a PDF with checks: that it is whole, and which positive-pay file has them. */
export const printFile = (issued: string): string =>
  `%PDF-1.7\n...\n14 0 obj\n(Positive-pay file ${issued})\nendobj\n%%EOF\n`;

/** One real-time payment over FedNow. */
export const instantFile = ({ creditorAccount, amountMinor, endToEndId }: WireFacts, sequence: number): string =>
  writeMessage(
    networkTransfer("fednow", {
      messageId: `20261120${BANK}REF${sequence}`,
      createdAt: "2026-11-20T19:00:00Z",
      instructionId: `I${endToEndId}`,
      endToEndId,
      uetr: uetrOf(uuidOf(endToEndId)),
      amount: { Ccy: "USD", amountMinor },
      settlementDate: "2026-11-20",
      debtorKind: "business",
      debtor: party,
      debtorAccount: { number: { other: ACCOUNT } },
      debtorAgent: { routingNumber: BANK },
      creditorAgent,
      creditor: party,
      creditorAccount: { number: { other: creditorAccount } },
    }),
  );

export const later = (ms: number): Date => plusMs(FRIDAY, ms);
