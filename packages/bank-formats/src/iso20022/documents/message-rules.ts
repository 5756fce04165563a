import type { MessageContent, NamedMessage } from "../messages/message-tables.ts";
import { decimalFromMinor } from "../schema/amount-text.ts";
import type { CurrencyAmount } from "../schema/element-types.ts";
import type { MessageProblem } from "../schema/problems.ts";
import { controlSum, scaledDecimal, scaledSum } from "./exact-sums.ts";

/**
 * Rules that the tables cannot express: counts and sums in headers must be those of the transactions (message definition
 * reports, "NumberOfTransactions" and "ControlSum"). Totals of statements are in statement-rules.ts, because only the
 * caller knows whether it has all pages.
 */
export function messageProblems(message: NamedMessage): readonly MessageProblem[] {
  switch (message.name) {
    case "pain.001.001.03":
    case "pain.001.001.09":
      return initiationProblems(message.content);
    case "pacs.008.001.08":
      return transferProblems(message.content);
    case "pacs.004.001.10":
      return returnProblems(message.content);
    case "camt.056.001.08":
      return cancellationProblems(message.content);
    default:
      return [];
  }
}

type Initiation = MessageContent<"pain.001.001.03"> | MessageContent<"pain.001.001.09">;

function initiationProblems({ GrpHdr: header, PmtInf: payments }: Initiation): readonly MessageProblem[] {
  const root = "Document/CstmrCdtTrfInitn";
  const amountsOf = (payment: Initiation["PmtInf"][number]) =>
    payment.CdtTrfTxInf.map(({ Amt: amount }) => amount.InstdAmt ?? amount.EqvtAmt.Amt);
  return [
    ...totalsProblems(`${root}/GrpHdr`, header, payments.flatMap(amountsOf)),
    ...payments.flatMap((payment, index) =>
      totalsProblems(`${root}/PmtInf[${index + 1}]`, payment, amountsOf(payment)),
    ),
  ];
}

function transferProblems(content: MessageContent<"pacs.008.001.08">): readonly MessageProblem[] {
  const path = "Document/FIToFICstmrCdtTrf/GrpHdr";
  const amounts = content.CdtTrfTxInf.map(({ IntrBkSttlmAmt: amount }) => amount);
  const { TtlIntrBkSttlmAmt: total } = content.GrpHdr;
  return [
    ...totalsProblems(path, content.GrpHdr, amounts),
    ...totalAmountProblems(`${path}/TtlIntrBkSttlmAmt`, total, amounts),
  ];
}

function returnProblems(content: MessageContent<"pacs.004.001.10">): readonly MessageProblem[] {
  const path = "Document/PmtRtr/GrpHdr";
  const returns = content.TxInf ?? [];
  // A return of a whole group names no transactions.
  if (content.GrpHdr.GrpRtr === true && returns.length === 0) return [];
  const amounts = returns.map(({ RtrdIntrBkSttlmAmt: amount }) => amount);
  const { TtlRtrdIntrBkSttlmAmt: total } = content.GrpHdr;
  return [
    ...totalsProblems(path, content.GrpHdr, amounts),
    ...totalAmountProblems(`${path}/TtlRtrdIntrBkSttlmAmt`, total, amounts),
  ];
}

function cancellationProblems(content: MessageContent<"camt.056.001.08">): readonly MessageProblem[] {
  if (content.CtrlData === undefined) return [];
  const transactions = content.Undrlyg.flatMap((underlying) => underlying.TxInf ?? []);
  // A request to cancel a whole group names no transactions.
  if (transactions.length === 0) return [];
  return countProblems("Document/FIToFIPmtCxlReq/CtrlData", content.CtrlData.NbOfTxs, transactions.length);
}

interface Totals {
  readonly NbOfTxs?: string | undefined;
  readonly CtrlSum?: string | undefined;
}

function totalsProblems(path: string, totals: Totals, amounts: readonly CurrencyAmount[]): readonly MessageProblem[] {
  const { NbOfTxs: count, CtrlSum: sum } = totals;
  const problems = count === undefined ? [] : countProblems(path, count, amounts.length);
  if (sum === undefined || scaledDecimal(sum) === scaledSum(amounts)) return problems;
  const rule = `must be the sum of the transactions, ${controlSum(amounts)}`;
  return [...problems, { path: `${path}/CtrlSum`, rule, value: sum }];
}

function countProblems(path: string, count: string, expected: number): readonly MessageProblem[] {
  if (BigInt(count) === BigInt(expected)) return [];
  return [{ path: `${path}/NbOfTxs`, rule: `must be the number of transactions, ${expected}`, value: count }];
}

function totalAmountProblems(
  path: string,
  total: CurrencyAmount | undefined,
  amounts: readonly CurrencyAmount[],
): readonly MessageProblem[] {
  if (total === undefined) return [];
  const isOneCurrency = amounts.every(({ Ccy: currency }) => currency === total.Ccy);
  if (!isOneCurrency) return [{ path, rule: `must be absent, because not all amounts are in ${total.Ccy}` }];
  const sum = amounts.reduce((so, { amountMinor }) => so + amountMinor, 0n);
  if (sum === total.amountMinor) return [];
  const expected = decimalFromMinor(sum, total.Ccy);
  return [{ path, rule: `must be the sum of the transactions, ${"value" in expected ? expected.value : sum}` }];
}
