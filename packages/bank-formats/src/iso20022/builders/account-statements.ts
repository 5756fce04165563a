import { controlSum } from "../documents/exact-sums.ts";
import type { MessageContent, NamedMessage } from "../messages/message-tables.ts";
import {
  type AccountFacts,
  type AgentFacts,
  accountElement,
  agentElement,
  type PartyFacts,
  partyElement,
} from "./party-elements.ts";
import type { OriginalTransaction } from "./status-reports.ts";

/** What a bank reports about an account: a statement (camt.053), an intraday report (camt.052), or single entries (camt.054). */

export interface StatementEntryFacts {
  /** In the account's currency; always positive. */
  readonly amountMinor: bigint;
  readonly direction: "credit" | "debit";
  /** The entry takes back an earlier one. */
  readonly isReversal?: boolean;
  readonly status: "BOOK" | "PDNG" | "INFO";
  readonly bookedOn?: string;
  readonly valueOn?: string;
  /** The bank's reference of the entry. */
  readonly bankReference?: string;
  /** ISO bank transaction code: domain, family, subfamily, such as `PMNT`, `ICDT`, `DMCT`. */
  readonly transactionCode: readonly [domain: string, family: string, subFamily: string];
  readonly transactions?: readonly StatementTransactionFacts[];
  readonly additionalInformation?: string;
}

export interface StatementTransactionFacts extends OriginalTransaction {
  readonly amountMinor?: bigint;
  readonly messageId?: string;
  readonly batchId?: string;
  /** The network's reference. */
  readonly networkReference?: string;
  readonly checkNumber?: string;
  /** Fedwire's references, as proprietary references of these types. */
  readonly imad?: string;
  readonly omad?: string;
  readonly debtor?: PartyFacts;
  readonly creditor?: PartyFacts;
  readonly remittance?: string;
  /** Why the money came back: ExternalReturnReason1Code. */
  readonly returnReason?: string;
}

export interface BalanceFacts {
  /** `OPBD`, `CLBD`, `ITBD`, `CLAV`, … (ExternalBalanceType1Code). */
  readonly code: string;
  /** Below zero is a debit balance. */
  readonly amountMinor: bigint;
  readonly on: string;
}

export interface AccountReportFacts {
  readonly messageId: string;
  readonly createdAt: string;
  readonly statementId: string;
  readonly sequenceNumber?: bigint;
  readonly account: AccountFacts & { readonly currency: string };
  readonly servicer?: AgentFacts;
  readonly balances: readonly BalanceFacts[];
  readonly entries: readonly StatementEntryFacts[];
}

type Statement = MessageContent<"camt.053.001.08">["Stmt"][number];
type Entry = NonNullable<Statement["Ntry"]>[number];
type Transaction = NonNullable<NonNullable<Entry["NtryDtls"]>[number]["TxDtls"]>[number];

/** BankToCustomerStatement (camt.053.001.08) of one account. Balances are not computed: see `statementProblems`. */
export function accountStatement(facts: AccountReportFacts): NamedMessage<"camt.053.001.08"> {
  const content = {
    GrpHdr: { MsgId: facts.messageId, CreDtTm: facts.createdAt },
    Stmt: [{ ...commonParts(facts), Bal: facts.balances.map(balanceElement(facts.account.currency)) }],
  };
  return { name: "camt.053.001.08", content };
}

/** BankToCustomerAccountReport (camt.052.001.08): the day so far. */
export function accountReport(facts: AccountReportFacts): NamedMessage<"camt.052.001.08"> {
  const content = {
    GrpHdr: { MsgId: facts.messageId, CreDtTm: facts.createdAt },
    Rpt: [{ ...commonParts(facts), Bal: facts.balances.map(balanceElement(facts.account.currency)) }],
  };
  return { name: "camt.052.001.08", content };
}

/** BankToCustomerDebitCreditNotification (camt.054.001.08); it has no balances, so those of `facts` are left out. */
export function debitCreditNotification(facts: Omit<AccountReportFacts, "balances">): NamedMessage<"camt.054.001.08"> {
  const content = { GrpHdr: { MsgId: facts.messageId, CreDtTm: facts.createdAt }, Ntfctn: [commonParts(facts)] };
  return { name: "camt.054.001.08", content };
}

function commonParts(facts: Omit<AccountReportFacts, "balances">) {
  const { account, entries } = facts;
  return {
    Id: facts.statementId,
    ElctrncSeqNb: facts.sequenceNumber?.toString(),
    CreDtTm: facts.createdAt,
    Acct: { ...accountElement(account), Svcr: facts.servicer && agentElement(facts.servicer) },
    TxsSummry: {
      TtlNtries: totalOf(account.currency, entries),
      TtlCdtNtries: totalOf(
        account.currency,
        entries.filter(({ direction }) => direction === "credit"),
      ),
      TtlDbtNtries: totalOf(
        account.currency,
        entries.filter(({ direction }) => direction === "debit"),
      ),
    },
    Ntry: entries.map((entry) => entryElement(account.currency, entry)),
  };
}

const totalOf = (currency: string, entries: readonly StatementEntryFacts[]) => ({
  NbOfNtries: String(entries.length),
  Sum: controlSum(entries.map(({ amountMinor }) => ({ Ccy: currency, amountMinor }))),
});

const balanceElement =
  (currency: string) =>
  ({ code, amountMinor, on }: BalanceFacts): Statement["Bal"][number] => ({
    Tp: { CdOrPrtry: { Cd: code } },
    Amt: { Ccy: currency, amountMinor: amountMinor < 0n ? -amountMinor : amountMinor },
    CdtDbtInd: amountMinor < 0n ? "DBIT" : "CRDT",
    Dt: { Dt: on },
  });

function entryElement(currency: string, entry: StatementEntryFacts): Entry {
  const [domain, family, subFamily] = entry.transactionCode;
  return {
    Amt: { Ccy: currency, amountMinor: entry.amountMinor },
    CdtDbtInd: entry.direction === "credit" ? "CRDT" : "DBIT",
    RvslInd: entry.isReversal,
    Sts: { Cd: entry.status },
    BookgDt: entry.bookedOn === undefined ? undefined : { Dt: entry.bookedOn },
    ValDt: entry.valueOn === undefined ? undefined : { Dt: entry.valueOn },
    AcctSvcrRef: entry.bankReference,
    BkTxCd: { Domn: { Cd: domain, Fmly: { Cd: family, SubFmlyCd: subFamily } } },
    NtryDtls:
      entry.transactions === undefined
        ? undefined
        : [{ TxDtls: entry.transactions.map((transaction) => transactionElement({ currency, entry, transaction })) }],
    AddtlNtryInf: entry.additionalInformation,
  };
}

interface InEntry {
  readonly currency: string;
  readonly entry: StatementEntryFacts;
  readonly transaction: StatementTransactionFacts;
}

function transactionElement({ currency, entry, transaction }: InEntry): Transaction {
  const { debtor, creditor, remittance, returnReason, amountMinor } = transaction;
  return {
    Refs: {
      MsgId: transaction.messageId,
      PmtInfId: transaction.batchId,
      InstrId: transaction.instructionId,
      EndToEndId: transaction.endToEndId,
      UETR: transaction.uetr,
      TxId: transaction.transactionId,
      ChqNb: transaction.checkNumber,
      ClrSysRef: transaction.networkReference,
      Prtry: fedwireReferences(transaction),
    },
    Amt: amountMinor === undefined ? undefined : { Ccy: currency, amountMinor },
    CdtDbtInd: entry.direction === "credit" ? "CRDT" : "DBIT",
    RltdPties:
      debtor === undefined && creditor === undefined
        ? undefined
        : { Dbtr: debtor && { Pty: partyElement(debtor) }, Cdtr: creditor && { Pty: partyElement(creditor) } },
    RmtInf: remittance === undefined ? undefined : { Ustrd: [remittance] },
    RtrInf: returnReason === undefined ? undefined : { Rsn: { Cd: returnReason } },
  };
}

function fedwireReferences({ imad, omad }: StatementTransactionFacts) {
  const references = [
    ...(imad === undefined ? [] : [{ Tp: "IMAD", Ref: imad }]),
    ...(omad === undefined ? [] : [{ Tp: "OMAD", Ref: omad }]),
  ];
  return references.length === 0 ? undefined : references;
}
