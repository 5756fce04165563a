import type { Command } from "commander";
import { dollarsFromMinor, formatUsd } from "#kernel/values/money.ts";
import type { RowProblem } from "#kernel/values/read-csv.ts";
import { action, CommandRefused, type Outcome } from "../action.ts";
import { type ApiAnswer, type ApiClient, NoAnswer, whyRefused } from "../client/api-client.ts";
import { clientOf, withClientOptions } from "../client/client-of.ts";
import { fileText } from "../input-file.ts";
import { count, type Terminal, table } from "../output.ts";
import { accountOption, commandIn, dryRunOption } from "../settings-options.ts";
import { readPayFile } from "./read-pay-file.ts";
import { type ResolvedPayment, resolveRows } from "./resolve-rows.ts";

/** `bursar pay <file.csv>`: a client of the API, which may run on another machine than the service. */
export function payCommand(program: Command, terminal: Terminal): void {
  const command = withClientOptions(
    commandIn(program, {
      name: "pay",
      description:
        "request approval for each payment of a CSV file, or send them with --direct; rows without an account are paid from --account",
      examples: [
        "bursar pay run.csv --account Operating --dry-run",
        "bursar pay run.csv --account Operating --run 2026-12",
        "bursar pay run.csv --url https://bursar.example.com --token-file token.txt",
      ],
    })
      .argument(
        "<file>",
        "columns: recipient and amount; method, account, memo, note, date, purpose, and key if needed",
      )
      .option(...accountOption)
      .option("--run <name>", "such as 2026-12: pays rows again that were paid by a run of another name")
      .option("--direct", "send without approval; the token needs an address allowlist")
      .option(...dryRunOption),
  );
  action(command, terminal, async (own, options, [path = ""]) => {
    const text = (name: string) => (typeof options[name] === "string" ? options[name] : undefined);
    const direct = options["direct"] === true;
    const { rows, problems } = readPayFile(fileText(path), text("run") ?? "");
    if (problems.length > 0) return rejected(problems);
    const client = clientOf(own, { url: text("url"), tokenFile: text("tokenFile") });
    const resolved = await resolveRows(client, rows, { account: text("account"), direct });
    if (resolved.problems.length > 0) return rejected(resolved.problems);
    if (options["dryRun"] === true) return shown(resolved.payments);
    return paid(await pay(client, resolved.payments, direct), { direct, all: resolved.payments.length });
  });
}

/** Nothing is paid if a row is wrong: the file can be corrected and used again. */
function rejected(problems: readonly RowProblem[]): Outcome {
  const lines = problems.map(({ line, message }) => `Line ${line}: ${message}`);
  return {
    json: { problems },
    text: [...lines, `${count(problems.length, "problem")}. Nothing was paid.`].join("\n"),
    exitCode: 1,
  };
}

const sumOf = (payments: readonly ResolvedPayment[]): string =>
  `$${formatUsd(payments.reduce((sum, { amountMinor }) => sum + amountMinor, 0n))}`;

const paymentColumns = [
  { title: "line", value: ({ line }: ResolvedPayment) => String(line), right: true },
  { title: "recipient", value: ({ recipientName }: ResolvedPayment) => recipientName },
  { title: "account", value: ({ accountName }: ResolvedPayment) => accountName },
  { title: "method", value: ({ method }: ResolvedPayment) => method },
  { title: "amount", value: ({ amountMinor }: ResolvedPayment) => formatUsd(amountMinor), right: true },
];

function shown(payments: readonly ResolvedPayment[]): Outcome {
  const total = `${count(payments.length, "payment")}, ${sumOf(payments)}. Nothing was paid.`;
  return {
    json: {
      payments: payments.map(({ line, recipientName, accountName, body }) => ({
        line,
        recipient: recipientName,
        account: accountName,
        ...body,
      })),
    },
    text: `${table(paymentColumns, payments)}\n\n${total}`,
  };
}

interface Result {
  readonly payment: ResolvedPayment;
  /** The approval request or transaction; undefined if it was refused. */
  readonly id: string | undefined;
  /** Its status, or why it was refused. */
  readonly outcome: string;
  /** Whether an earlier run had it accepted. */
  readonly isReplay: boolean;
}

/** One after the other. Ends at the first payment that the service does not answer. */
async function pay(
  client: ApiClient,
  payments: readonly ResolvedPayment[],
  direct: boolean,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  const route = direct ? "transactions" : "request-send-money";
  for (const payment of payments)
    try {
      const answer = await client.post(`/account/${payment.accountId}/${route}`, "status", payment.body);
      results.push({ payment, ...outcomeOf(answer) });
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      throw new CommandRefused(
        `Line ${payment.line}: ${error.message} ${count(results.length, "earlier row")} got an answer. Run the command again with the same file: rows that were accepted are not paid twice.`,
        { results: results.map(resultJson) },
      );
    }
  return results;
}

function outcomeOf(answer: ApiAnswer): Omit<Result, "payment"> {
  const { isReplay } = answer;
  if (answer.status !== 200) return { id: undefined, outcome: whyRefused(answer), isReplay: false };
  // A transaction or an approval request (api/openapi.json).
  const { id, requestId, status } = answer.body as Readonly<Record<string, string | undefined>>;
  return { id: id ?? requestId, outcome: String(status), isReplay };
}

const resultJson = ({ payment, id, outcome, isReplay }: Result) => ({
  line: payment.line,
  recipient: payment.recipientName,
  amount: dollarsFromMinor(payment.amountMinor),
  id: id ?? null,
  ...(id === undefined ? { refused: outcome } : { status: outcome, before: isReplay }),
});

function paid(
  results: readonly Result[],
  { direct, all }: { readonly direct: boolean; readonly all: number },
): Outcome {
  const verb = direct ? "sent" : "requested";
  const accepted = results.filter(({ id }) => id !== undefined);
  const paymentsOf = (some: readonly Result[]) => some.map(({ payment }) => payment);
  const now = paymentsOf(accepted.filter(({ isReplay }) => !isReplay));
  const before = paymentsOf(accepted.filter(({ isReplay }) => isReplay));
  const refused = all - accepted.length;
  const summary = [
    `${count(now.length, "payment")}, ${sumOf(now)}, ${verb}.`,
    ...(before.length === 0
      ? []
      : [`${count(before.length, "payment")}, ${sumOf(before)}, ${verb} by an earlier run, and not again (--run).`]),
    ...(refused === 0 ? [] : [`${refused} refused.`]),
  ];
  const result = ({ id, outcome, isReplay }: Result) =>
    id === undefined ? outcome : `${isReplay ? `${verb} before, ` : ""}${outcome}  ${id}`;
  const shownResults = table(
    [
      { title: "line", value: ({ payment }: Result) => String(payment.line), right: true },
      { title: "recipient", value: ({ payment }: Result) => payment.recipientName },
      { title: "amount", value: ({ payment }: Result) => formatUsd(payment.amountMinor), right: true },
      { title: "result", value: result },
    ],
    results,
  );
  return {
    json: results.map(resultJson),
    text: [shownResults, "", ...summary].join("\n"),
    exitCode: refused === 0 ? 0 : 1,
  };
}
