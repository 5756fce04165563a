import type { ToleranceUse } from "../../text/tolerance-uses.ts";
import { type FileChunks, turns } from "../documents/read-stream.ts";
import {
  type AccountEntry,
  type AccountTransaction,
  defined,
  type EntryCharge,
  imadAndOmadIn,
} from "../readings/account-entries.ts";
import {
  type EntryTotals,
  noEntries,
  type ReportedStatement,
  statementProblems,
  withBooking,
} from "../readings/statement-rules.ts";
import type { CurrencyAmount } from "../schema/element-types.ts";
import { decimalProblem } from "../schema/lexical.ts";
import { Iso20022Error, type MessageProblem, PROBLEMS_MAX } from "../schema/problems.ts";
import { type IsoTolerance, newIsoTolerances, type ReceivedOptions } from "./iso-tolerances.ts";
import { type NodeValues, nodeValues } from "./node-values.ts";
import { readNodes, type XmlNode } from "./read-nodes.ts";

/**
 * camt.052, camt.053, and camt.054 of all versions since 02, as banks send them. Only what is interpreted here is read and
 * checked; entries that are wrong on their own are items, and so are the statements of accounts that cannot be identified.
 */

/** A part of the file, in its order. */
export type AccountReportPart =
  | {
      readonly kind: "entry";
      /** Which report of the file it is in, counted from 0. */
      readonly reportIndex: number;
      readonly line: number;
      readonly entry: AccountEntry;
    }
  | {
      readonly kind: "problemEntry";
      readonly reportIndex: number;
      readonly line: number;
      /** At least one, each with its place. */
      readonly problems: readonly MessageProblem[];
      /** As far as it can be read. */
      readonly facts: EntryFacts;
    }
  | {
      /** The last part: only now is the file known to be complete. */
      readonly kind: "end";
      readonly file: AccountReportFile;
    };

export interface EntryFacts {
  readonly amount?: CurrencyAmount;
  readonly direction?: "credit" | "debit";
  readonly status?: string;
  readonly bookedOn?: string;
  readonly bankReference?: string;
}

export interface AccountReportFile {
  /** `camt.053.001.04`; empty if its namespace does not say. */
  readonly name: string;
  readonly kind: "statement" | "report" | "notification";
  readonly messageId: string;
  readonly createdAt?: string;
  readonly page?: ReportPage;
  readonly reports: readonly AccountReport[];
  readonly tolerated: readonly ToleranceUse<IsoTolerance>[];
}

export interface ReportPage {
  readonly number: number;
  readonly isLast: boolean;
}

/** What a bank says about one account: a `Stmt`, `Rpt`, or `Ntfctn` without its entries. */
export interface AccountReport {
  readonly line: number;
  readonly id?: string;
  readonly createdAt?: string;
  readonly page?: ReportPage;
  /** The days that it is about. */
  readonly from?: string;
  readonly to?: string;
  readonly account: {
    /** The IBAN, or the bank's own number; empty if it has neither, which is a problem. */
    readonly number: string;
    readonly currency?: string;
    readonly routingNumber?: string;
  };
  readonly balances: readonly ReportBalance[];
  /** Of its entries, problem entries included as far as they have an amount. */
  readonly totals: EntryTotals;
  readonly summary?: NonNullable<ReportedStatement["TxsSummry"]>;
  /**
   * What is wrong with it, apart from its entries: it must not be taken for a whole statement, and its account may be
   * unknown.
   */
  readonly problems: readonly MessageProblem[];
}

export interface ReportBalance {
  /** `OPBD`, `CLBD`, `ITBD`, `PRCD`, or the bank's own. */
  readonly code: string;
  /** `INTM` of an interim balance. */
  readonly subType?: string;
  readonly amount: CurrencyAmount;
  readonly direction: "credit" | "debit";
  readonly on?: string;
}

const MESSAGES: Readonly<Record<string, { readonly report: string; readonly kind: AccountReportFile["kind"] }>> = {
  BkToCstmrStmt: { report: "Stmt", kind: "statement" },
  BkToCstmrAcctRpt: { report: "Rpt", kind: "report" },
  BkToCstmrDbtCdtNtfctn: { report: "Ntfctn", kind: "notification" },
};

/** The elements that are interpreted, in all versions. */
const KNOWN: ReadonlySet<string> = new Set(
  `GrpHdr MsgId CreDtTm MsgPgntn StmtPgntn RptPgntn NtfctnPgntn PgNb LastPgInd Stmt Rpt Ntfctn Id FrToDt FrDtTm ToDtTm FrDt ToDt
  Acct IBAN Othr Ccy Svcr FinInstnId ClrSysMmbId ClrSysId Cd MmbId Bal Tp CdOrPrtry Prtry SubTp Amt CdtDbtInd Dt DtTm
  TxsSummry TtlNtries TtlCdtNtries TtlDbtNtries NbOfNtries Sum Ntry RvslInd Sts BookgDt ValDt AcctSvcrRef BkTxCd Domn
  Fmly SubFmlyCd Chrgs Rcrd ChrgInclInd TtlChrgsAndTaxAmt NtryDtls Btch NbOfTxs TxDtls Refs PmtInfId InstrId EndToEndId
  UETR TxId ChqNb ClrSysRef Ref AmtDtls TxAmt InstdAmt RltdPties Dbtr Cdtr Pty Agt Nm RmtInf Ustrd Strd CdtrRefInf RtrInf Rsn
  AddtlNtryInf NtryRef`.split(/\s+/),
);

/** All elements of a report, in all versions. Another one might be an entry that nobody would miss. */
const REPORT_ELEMENTS: ReadonlySet<string> = new Set(
  `Id StmtPgntn RptPgntn NtfctnPgntn ElctrncSeqNb RptgSeq LglSeqNb CreDtTm FrToDt CpyDplctInd RptgSrc Acct RltdAcct Intrst
  Bal TxsSummry Ntry AddtlStmtInf AddtlRptInf AddtlNtfctnInf`.split(/\s+/),
);

/** An account's file has no size limit: memory holds one entry at a time. */
const BYTES_MAX = Number.MAX_SAFE_INTEGER;

/**
 * Reads a file of any size entry by entry. Throws Iso20022Error if it is not such a message or not well-formed XML, which
 * may be after entries were handed over: keep them apart until the last part has arrived.
 */
export async function* readAccountReports(
  chunks: FileChunks,
  options: ReceivedOptions = {},
): AsyncGenerator<AccountReportPart> {
  const tolerances = newIsoTolerances(options);
  const waiting: AccountReportPart[] = [];
  const totals = new Map<number, EntryTotals>();
  const unproven = new Map<number, MessageProblem>();
  const reading = readNodes(
    {
      isMessage: (element) => Object.hasOwn(MESSAGES, element),
      isKnown: (element) => KNOWN.has(element),
      keepsAll: (element) =>
        Object.hasOwn(MESSAGES, element) || Object.values(MESSAGES).some(({ report }) => report === element),
      isHandedOver: (element) => element === "Ntry",
      take: (node, reportIndex) => {
        const { part, booking } = entryPart(node, reportIndex, nodeValues(tolerances, "Ntry"));
        waiting.push(part);
        if (booking !== undefined) totals.set(reportIndex, withBooking(totals.get(reportIndex) ?? noEntries, booking));
        else
          unproven.set(reportIndex, {
            path: "Ntry",
            rule: "has no amount, direction, or status that can be read, so that balances prove nothing",
            line: node.line,
          });
      },
    },
    tolerances,
    options.bytesMax ?? BYTES_MAX,
  );
  for await (const chunk of turns(chunks)) {
    reading.write(chunk);
    yield* waiting.splice(0);
  }
  const { document, root } = reading.close();
  yield* waiting.splice(0);
  const message = MESSAGES[document.element];
  if (message === undefined) throw new Error("The reader accepts no other messages");
  const values = nodeValues(tolerances, document.element);
  const header = values.find(root, "GrpHdr");
  for (const node of root.children)
    if (!["GrpHdr", message.report, "SplmtryData"].includes(node.name))
      values.object({ node }, "is not an element of this message");
  if (values.problems.length > 0) throw new Iso20022Error(values.problems.slice(0, PROBLEMS_MAX));
  const reports = values.all(root, message.report).map((node, index) => {
    const problem = unproven.get(index);
    return reportOf(node, {
      values: nodeValues(tolerances, message.report),
      totals: totals.get(index) ?? noEntries,
      problems: problem === undefined ? [] : [problem],
    });
  });
  const file = defined({
    name: document.name,
    kind: message.kind,
    messageId: values.text(header, "MsgId") ?? "",
    createdAt: values.text(header, "CreDtTm"),
    page: pageOf(values.find(header, "MsgPgntn"), values),
    reports,
    tolerated: tolerances.list(),
  });
  yield { kind: "end", file };
}

function pageOf(node: XmlNode | undefined, values: NodeValues): ReportPage | undefined {
  if (node === undefined) return undefined;
  const number = values.text(node, "PgNb");
  const isLast = values.indicator(node, "LastPgInd");
  if (number !== undefined && /^\d{1,5}$/.test(number) && isLast !== undefined)
    return { number: Number(number), isLast };
  values.object({ node }, "must have a page number and say whether it is the last page");
  return undefined;
}

interface Surroundings {
  readonly values: NodeValues;
  readonly totals: EntryTotals;
  readonly problems: readonly MessageProblem[];
}

function reportOf(node: XmlNode, { values, totals, problems }: Surroundings): AccountReport {
  const account = values.find(node, "Acct");
  const page = ["StmtPgntn", "RptPgntn", "NtfctnPgntn"]
    .map((name) => values.find(node, name))
    .find((found) => found !== undefined);
  const number = values.text(account, "Id", "IBAN") ?? values.text(account, "Id", "Othr", "Id");
  if (number === undefined) values.object({ node, name: "Acct" }, "must identify an account");
  for (const child of node.children)
    if (!REPORT_ELEMENTS.has(child.name)) values.object({ node: child }, "is not an element of a report");
  const report = {
    line: node.line,
    id: values.text(node, "Id"),
    createdAt: values.text(node, "CreDtTm"),
    page: pageOf(page, values),
    from: values.day(node, "FrToDt", "FrDtTm") ?? values.day(node, "FrToDt", "FrDt"),
    to: values.day(node, "FrToDt", "ToDtTm") ?? values.day(node, "FrToDt", "ToDt"),
    account: defined({
      number: number ?? "",
      currency: values.code(account, "Ccy"),
      routingNumber: routingNumberIn(account, values),
    }),
    balances: values.all(node, "Bal").flatMap((balance) => balanceOf(balance, values)),
    totals,
    summary: summaryOf(values.find(node, "TxsSummry"), values),
  };
  return defined({ ...report, problems: [...problems, ...values.problems].slice(0, PROBLEMS_MAX) });
}

/** `USABA`: a routing number of the American Bankers Association. */
function routingNumberIn(account: XmlNode | undefined, values: NodeValues): string | undefined {
  const member = values.find(account, "Svcr", "FinInstnId", "ClrSysMmbId");
  const id = values.text(member, "MmbId");
  return values.code(member, "ClrSysId", "Cd") === "USABA" || /^[0-9]{9}$/.test(id ?? "") ? id : undefined;
}

function balanceOf(node: XmlNode, values: NodeValues): readonly ReportBalance[] {
  const type = values.find(node, "Tp", "CdOrPrtry");
  const code = values.code(type, "Cd") ?? values.text(type, "Prtry") ?? "";
  const amount = required(node, "Amt", values, values.money(node, "Amt"));
  const direction = required(node, "CdtDbtInd", values, values.direction(node, "CdtDbtInd"));
  const on = values.day(node, "Dt");
  if (amount === undefined || direction === undefined) return [];
  return [defined({ code, subType: values.code(node, "Tp", "SubTp", "Cd"), amount, direction, on })];
}

/** Objects to an element that is not there; one that is there and wrong has been objected to. */
function required<T>(node: XmlNode, name: string, values: NodeValues, value: T | undefined): T | undefined {
  const element = values.find(node, name);
  if (value === undefined && (element === undefined || (element.text.trim() === "" && element.children.length === 0)))
    values.object({ node, name }, "is missing");
  return value;
}

function summaryOf(node: XmlNode | undefined, values: NodeValues): ReportedStatement["TxsSummry"] {
  if (node === undefined) return undefined;
  const total = (name: string) => {
    const found = values.find(node, name);
    const count = values.text(found, "NbOfNtries");
    const sum = values.text(found, "Sum");
    const limits = { digits: 18, fraction: 17 };
    if (count !== undefined && !/^\d{1,15}$/.test(count))
      values.object({ node, name }, "must have a number of entries");
    if (sum !== undefined && decimalProblem(sum, limits) !== undefined)
      values.object({ node, name }, "must have a sum such as 1250.00");
    return {
      NbOfNtries: count !== undefined && /^\d{1,15}$/.test(count) ? count : undefined,
      Sum: sum !== undefined && decimalProblem(sum, limits) === undefined ? sum : undefined,
    };
  };
  return { TtlNtries: total("TtlNtries"), TtlCdtNtries: total("TtlCdtNtries"), TtlDbtNtries: total("TtlDbtNtries") };
}

/**
 * Where a whole report contradicts itself (`statementProblems`), for one page or, with the totals of all pages, for all
 * of them.
 */
export function accountReportProblems(
  { balances, summary }: Pick<AccountReport, "balances" | "summary">,
  totals: EntryTotals,
): readonly MessageProblem[] {
  const elements = balances.map(({ code, amount, direction }) => ({
    Tp: { CdOrPrtry: { Cd: code } },
    Amt: amount,
    CdtDbtInd: direction === "credit" ? ("CRDT" as const) : ("DBIT" as const),
  }));
  return statementProblems({ Bal: elements, TxsSummry: summary }, totals);
}

function entryPart(node: XmlNode, reportIndex: number, values: NodeValues) {
  const { line } = node;
  const amount = required(node, "Amt", values, values.money(node, "Amt"));
  const direction = required(node, "CdtDbtInd", values, values.direction(node, "CdtDbtInd"));
  // A text in version 02 to 06, then one of two elements.
  const given = values.code(node, "Sts", "Cd") ?? values.text(node, "Sts", "Prtry") ?? values.code(node, "Sts");
  const status = required(node, "Sts", values, given);
  const bookedOn = values.day(node, "BookgDt");
  const bankReference = values.text(node, "AcctSvcrRef");
  const details = values.all(node, "NtryDtls");
  const batches = details.map((each) => values.find(each, "Btch")).filter((batch) => batch !== undefined);
  const entry = {
    isReversal: values.indicator(node, "RvslInd") === true,
    transactionCode: transactionCodeIn(node, values),
    transactions: details
      .flatMap((each) => values.all(each, "TxDtls"))
      .map((transaction) => transactionOf(transaction, values)),
    charges: chargesIn(node, values),
    bookedOn,
    valueOn: values.day(node, "ValDt"),
    bankReference,
    batch: batches[0] && batchOf(batches[0], values),
    additionalInformation: values.text(node, "AddtlNtryInf"),
  };
  const booking =
    amount === undefined || direction === undefined || status === undefined
      ? undefined
      : { amount, isCredit: direction === "credit", isBooked: status === "BOOK" };
  if (booking !== undefined && amount !== undefined && direction !== undefined && status !== undefined) {
    const read: AccountEntry = defined({ amount, direction, status, ...entry });
    if (values.problems.length === 0)
      return { part: { kind: "entry" as const, reportIndex, line, entry: read }, booking };
  }
  const facts = defined({ amount, direction, status, bookedOn, bankReference });
  const problems = values.problems.slice(0, ENTRY_PROBLEMS_MAX);
  return { part: { kind: "problemEntry" as const, reportIndex, line, problems, facts }, booking };
}

/** Enough to explain one entry. */
const ENTRY_PROBLEMS_MAX = 10;

function transactionCodeIn(node: XmlNode, values: NodeValues): string {
  const domain = values.find(node, "BkTxCd", "Domn");
  if (domain === undefined) return values.text(node, "BkTxCd", "Prtry", "Cd") ?? "";
  const codes = [
    values.code(domain, "Cd"),
    values.code(domain, "Fmly", "Cd"),
    values.code(domain, "Fmly", "SubFmlyCd"),
  ];
  return codes.map((code) => code ?? "").join("/");
}

const batchOf = (node: XmlNode, values: NodeValues) =>
  defined({
    messageId: values.text(node, "MsgId"),
    batchId: values.text(node, "PmtInfId"),
    count: values.text(node, "NbOfTxs"),
  });

/** What a bank writes where the payer gave no reference (ISO 20022 usage rule of EndToEndIdentification). */
const NOT_PROVIDED = "NOTPROVIDED";

function transactionOf(node: XmlNode, values: NodeValues): AccountTransaction {
  const references = values.find(node, "Refs");
  const reference = (name: string): string | undefined => values.text(references, name);
  const endToEndId = reference("EndToEndId");
  const proprietary = values.all(references, "Prtry").map((each) => values.text(each, "Ref"));
  const candidates = [...proprietary, ...["ClrSysRef", "TxId", "AcctSvcrRef", "MsgId"].map(reference)];
  const remittance = values.find(node, "RmtInf");
  const structured = values.all(remittance, "Strd").map((each) => values.text(each, "CdtrRefInf", "Ref"));
  return defined({
    amount:
      values.money(node, "Amt") ??
      values.money(node, "AmtDtls", "TxAmt", "Amt") ??
      values.money(node, "AmtDtls", "InstdAmt", "Amt"),
    charges: chargesIn(node, values),
    messageId: reference("MsgId"),
    batchId: reference("PmtInfId"),
    instructionId: reference("InstrId"),
    endToEndId: endToEndId === NOT_PROVIDED ? undefined : endToEndId,
    uetr: reference("UETR")?.toLowerCase(),
    transactionId: reference("TxId"),
    checkNumber: reference("ChqNb"),
    networkReference: reference("ClrSysRef"),
    ...imadAndOmadIn(candidates),
    debtorName: nameOf(values.find(node, "RltdPties", "Dbtr"), values),
    creditorName: nameOf(values.find(node, "RltdPties", "Cdtr"), values),
    remittance: [...values.all(remittance, "Ustrd").map((each) => values.text(each)), ...structured].filter(
      (text) => text !== undefined,
    ),
    returnReason: values.code(node, "RtrInf", "Rsn", "Cd") ?? values.text(node, "RtrInf", "Rsn", "Prtry"),
  });
}

/** A party in all versions; since 07 inside `Pty` or, for a bank, `Agt`. */
const nameOf = (party: XmlNode | undefined, values: NodeValues): string | undefined =>
  values.text(party, "Pty", "Nm") ?? values.text(party, "Agt", "FinInstnId", "Nm") ?? values.text(party, "Nm");

/** Version 02 lists charges at once, later ones as records. Some banks give only their total. */
function chargesIn(node: XmlNode, values: NodeValues): readonly EntryCharge[] {
  return values.all(node, "Chrgs").flatMap((charges) => {
    const records = values.all(charges, "Rcrd");
    const listed = records.length > 0 || values.find(charges, "Amt") === undefined ? records : [charges];
    if (listed.length > 0) return listed.flatMap((record) => chargeOf(record, values, "Amt"));
    return chargeOf(charges, values, "TtlChrgsAndTaxAmt");
  });
}

function chargeOf(node: XmlNode, values: NodeValues, name: "Amt" | "TtlChrgsAndTaxAmt"): readonly EntryCharge[] {
  const amount = values.money(node, name);
  if (amount === undefined) return [];
  const direction = values.direction(node, "CdtDbtInd") ?? "debit";
  return [defined({ amount, direction, isIncluded: values.indicator(node, "ChrgInclInd") })];
}
