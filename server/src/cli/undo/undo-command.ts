import { randomUUID } from "node:crypto";
import { newYorkTimeText } from "bursar-banking/calendar/new-york";
import type { Command } from "commander";
import { action, CommandRefused, type Outcome } from "../action.ts";
import { type ApiAnswer, NoAnswer, whyRefused } from "../client/api-client.ts";
import { clientOf, withClientOptions } from "../client/client-of.ts";
import { asDollars, type Terminal, table } from "../output.ts";
import { commandIn, noteOption } from "../settings-options.ts";

/** A reversal or recall, as the API shows it (api/openapi.json). */
interface Undo {
  readonly id: string;
  readonly kind: string;
  readonly state: string;
  readonly amount: number;
  readonly counterpartyName: string;
  readonly reason: string;
  readonly requestedAt: string;
  readonly codeMeaning: string | null;
}

interface Options {
  readonly possible: {
    readonly kind: string;
    readonly reasons: readonly string[];
    readonly until: string | null;
  } | null;
  readonly refusal: string | null;
  readonly undos: readonly Undo[];
}

/** `bursar undo <transaction-id>`: a client of the API. People approve what it requests, in the dashboard. */
export function undoCommand(program: Command, terminal: Terminal): void {
  const command = withClientOptions(
    commandIn(program, {
      name: "undo",
      description: "show whether the bank can undo a payment, or request it with --reason",
      examples: [
        "bursar undo 01999999-0000-7000-8000-000000000000",
        'bursar undo 01999999-0000-7000-8000-000000000000 --reason duplicate --note "Paid twice in run 2026-12"',
      ],
    })
      .argument("<transaction-id>", "the payment")
      .option(
        "--reason <reason>",
        "requests it: duplicate, wrongAmount, wrongRecipient, wrongDate, requested, fraud, …",
      )
      .option(...noteOption),
  );
  action(command, terminal, async (own, options, [transactionId = ""]) => {
    const text = (name: string) => (typeof options[name] === "string" ? options[name] : undefined);
    const client = clientOf(own, { url: text("url"), tokenFile: text("tokenFile") });
    const path = `/transaction/${encodeURIComponent(transactionId)}/undo`;
    const [reason, note] = [text("reason"), text("note") ?? null];
    const call =
      reason === undefined
        ? client.get(path, "possible")
        : client.post(path, "kind", { reason, note, idempotencyKey: randomUUID() });
    const answer = await call.catch((error: unknown) => {
      if (!(error instanceof NoAnswer) || reason === undefined) throw error;
      throw new CommandRefused(
        `${error.message} Run the command without --reason to see whether it was requested.`,
        undefined,
      );
    });
    return reason === undefined ? shown(bodyOf<Options>(answer)) : requested(bodyOf<Undo>(answer));
  });
}

function bodyOf<Body>(answer: ApiAnswer): Body {
  if (answer.status !== 200) throw new CommandRefused(whyRefused(answer), answer.body);
  // The contract says what a successful answer has.
  return answer.body as Body;
}

const requested = (undo: Undo): Outcome => ({
  json: undo,
  text: `The ${undo.kind} of $${asDollars(undo.amount)} to ${undo.counterpartyName} was requested: ${undo.id}. Users approve it in the dashboard.`,
});

function shown(options: Options): Outcome {
  const { possible, refusal, undos } = options;
  const now =
    possible === null
      ? (refusal ?? "It cannot be undone now.")
      : `${possible.kind === "reversal" ? "It can be reversed" : "It can be recalled"}${possible.until === null ? "" : ` until ${newYorkTimeText(new Date(possible.until))} Eastern Time`}. Reasons: ${possible.reasons.join(", ")}.`;
  const columns = [
    { title: "kind", value: ({ kind }: Undo) => kind },
    { title: "state", value: ({ state }: Undo) => state },
    { title: "reason", value: ({ reason }: Undo) => reason },
    { title: "requested", value: ({ requestedAt }: Undo) => newYorkTimeText(new Date(requestedAt)) },
    { title: "the bank says", value: ({ codeMeaning }: Undo) => codeMeaning ?? "" },
  ];
  return { json: options, text: undos.length === 0 ? now : `${now}\n\n${table(columns, undos)}` };
}
