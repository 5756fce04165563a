import { dollarsFromMinor, formatUsd, minorOfReturned } from "#kernel/values/money.ts";
import type { RowProblem } from "#kernel/values/read-csv.ts";
import type { Outcome } from "../action.ts";
import { type ApiClient, answerBody, isRefusal, whyRefused } from "../client/api-client.ts";
import { asDollars, count, dayInNewYork, type Screen, table } from "../output.ts";
import type { ResolvedPayment } from "./resolve-rows.ts";

/** What the service says would happen to a payment (api/openapi.json). */
interface Preview {
  readonly numberOfApproversRequired: number;
  readonly leavesAt: string;
  readonly estimatedDeliveryDate: string;
  readonly fee: number;
  readonly availableBalance: number;
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
}

export interface PreviewedPayment {
  readonly payment: ResolvedPayment;
  readonly preview: Preview;
}

/** Asks the service what would happen to each payment, one after the other. Nothing is paid. */
export async function previewRows(
  client: ApiClient,
  payments: readonly ResolvedPayment[],
  { direct, onProgress }: { readonly direct: boolean; readonly onProgress: (done: number) => void },
): Promise<{ readonly previewed: readonly PreviewedPayment[]; readonly problems: readonly RowProblem[] }> {
  const previewed: PreviewedPayment[] = [];
  const problems: RowProblem[] = [];
  for (const [index, payment] of payments.entries()) {
    const { accountId, idempotencyKey: _key, ...body } = payment.body;
    const path = `/account/${accountId}/${direct ? "transactions" : "request-send-money"}/preview`;
    const answer = await client.post(path, "warnings", body);
    if (isRefusal(answer)) problems.push({ line: payment.line, message: whyRefused(answer) });
    else previewed.push({ payment, preview: answerBody<Preview>(answer) });
    onProgress(index + 1);
  }
  return { previewed, problems };
}

/** The payments with what would happen to each, warnings, and totals. */
export function shownPreviews(previewed: readonly PreviewedPayment[], screen: Screen | undefined): Outcome {
  const columns = [
    { title: "line", value: ({ payment }: PreviewedPayment) => String(payment.line), right: true },
    { title: "recipient", value: ({ payment }: PreviewedPayment) => payment.recipientName, flexible: true },
    {
      title: "account",
      value: ({ payment }: PreviewedPayment) => payment.accountName,
      flexible: true,
      droppable: true,
    },
    { title: "method", value: ({ payment }: PreviewedPayment) => payment.body.paymentMethod },
    { title: "leaves", value: ({ preview }: PreviewedPayment) => dayInNewYork(preview.leavesAt), droppable: true },
    { title: "arrives", value: ({ preview }: PreviewedPayment) => dayInNewYork(preview.estimatedDeliveryDate) },
    {
      title: "approvers",
      value: ({ preview }: PreviewedPayment) => String(preview.numberOfApproversRequired),
      right: true,
      droppable: true,
    },
    { title: "amount", value: ({ payment }: PreviewedPayment) => formatUsd(payment.amountMinor), right: true },
  ];
  const warnings = previewed.flatMap(({ payment, preview }) =>
    preview.warnings.map(({ message }) => `Line ${payment.line}: ${message}`),
  );
  const totals = totalsOf(previewed);
  return {
    json: {
      payments: previewed.map(({ payment, preview }) => ({
        line: payment.line,
        recipient: payment.recipientName,
        account: payment.accountName,
        ...payment.body,
        preview,
      })),
      totals,
    },
    text: [
      table(columns, previewed, screen),
      "",
      ...(warnings.length === 0 ? [] : [...warnings, ""]),
      ...totals.accounts.map(
        ({ account, available, amount, left }) =>
          `${account}: $${asDollars(available)} available, $${asDollars(amount)} for these payments, $${asDollars(left)} left.`,
      ),
      ...totals.methods.map(
        ({ method, payments, amount }) => `${method}: ${count(payments, "payment")}, $${asDollars(amount)}.`,
      ),
      ...(totals.fees === 0 ? [] : [`Fees: $${asDollars(totals.fees)}.`]),
      `${count(previewed.length, "payment")}, $${asDollars(totals.amount)}. Nothing was paid.`,
    ].join("\n"),
  };
}

const sumOf = (amounts: readonly bigint[]): number =>
  dollarsFromMinor(amounts.reduce((sum, amount) => sum + amount, 0n));

/** In dollars. What is available is as of each account's first preview: payments of the file do not reduce it. */
function totalsOf(previewed: readonly PreviewedPayment[]) {
  const amountOf = (some: readonly PreviewedPayment[]) => sumOf(some.map(({ payment }) => payment.amountMinor));
  const fees = (some: readonly PreviewedPayment[]) => sumOf(some.map(({ preview }) => minorOfReturned(preview.fee)));
  const byAccount = Map.groupBy(previewed, ({ payment }) => payment.body.accountId);
  const byMethod = Map.groupBy(previewed, ({ payment }) => payment.body.paymentMethod);
  return {
    amount: amountOf(previewed),
    fees: fees(previewed),
    accounts: [...byAccount.values()].flatMap((some) => {
      const [first] = some;
      if (first === undefined) return [];
      const available = first.preview.availableBalance;
      const amount = sumOf([minorOfReturned(amountOf(some)), minorOfReturned(fees(some))]);
      const left = sumOf([minorOfReturned(available), -minorOfReturned(amount)]);
      return [{ account: first.payment.accountName, available, amount, left }];
    }),
    methods: [...byMethod].map(([method, some]) => ({ method, payments: some.length, amount: amountOf(some) })),
  };
}
