import {
  type CancellationOutcome,
  cancellationOutcomes,
  Iso20022Error,
  readMessageFrom,
} from "bursar-bank-formats/iso20022";
import type { ArrivedFile, ConnectionId, Interpretation } from "#bank/exchange";
import { assert } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId, TransactionId } from "#kernel/values/ids.ts";
import { orQuarantine, quarantine } from "../answers/quarantined-file.ts";
import { paymentIdentifications } from "../transfer-messages/transfer-identifications.ts";
import { moveLockedUndos, theBank } from "../undos/move-undo.ts";
import type { UndoTrigger } from "../undos/undo-states.ts";
import { lockUndosByReference, type UndoRow } from "../undos/undos.queries.ts";

const BYTES_MAX = 1024 * 1024;

/** Reads the answer to recalls (camt.029). Throws QuarantinedFile if it is not valid. */
export async function readRecallAnswer(
  service: Pick<Service, "clock" | "newId" | "vault">,
  { organizationId, connectionId, chunks }: ArrivedFile,
): Promise<Interpretation> {
  const { message } = await readMessageFrom(chunks(), ["camt.029.001.09"], { bytesMax: BYTES_MAX }).catch(
    (error: unknown) => {
      if (error instanceof Iso20022Error) return quarantine(`It is not a valid camt.029. ${error.message}`);
      throw error;
    },
  );
  const outcomes = cancellationOutcomes(message);
  return {
    messageId: message.content.Assgnmt.Id,
    apply: (tx) =>
      orQuarantine(async () => {
        const undos = await applyOutcomes(service, tx, { organizationId, connectionId, outcomes });
        return {
          transactions: outcomes.length,
          payments: undos.map(({ transaction_id: transactionId, reference }) => ({
            transactionId,
            purpose: "answer",
            ...(reference === null ? {} : { reference }),
          })),
        };
      }),
  };
}

const triggers = {
  cancelled: "grant",
  rejected: "refuse",
  pending: "wait",
} as const satisfies Readonly<Record<NonNullable<CancellationOutcome["outcome"]>, UndoTrigger>>;

/**
 * What a bank says about recalls. None of it moves money: that follows when the bank returns the payment, or says that it
 * was stopped. What a recall has gone past changes nothing, so order and repetition do not matter.
 */
async function applyOutcomes(
  service: Pick<Service, "clock" | "newId" | "vault">,
  tx: Tx,
  {
    organizationId,
    connectionId,
    outcomes,
  }: {
    readonly organizationId: OrganizationId;
    readonly connectionId: ConnectionId;
    readonly outcomes: readonly CancellationOutcome[];
  },
): Promise<readonly UndoRow[]> {
  const references = outcomes.flatMap(({ caseId }) => caseId ?? []);
  const found = await lockUndosByReference(tx, organizationId, { connectionId, references, kind: "recall" });
  const byCase = new Map(found.map((undo) => [undo.reference, undo]));
  const answered: UndoRow[] = [];
  for (const { caseId, outcome, original, reasons } of outcomes) {
    const undo = caseId === undefined ? undefined : byCase.get(caseId);
    if (undo === undefined) return quarantine(`No recall over this connection has the identification ${caseId ?? ""}.`);
    requireSame(undo.transaction_id, original);
    if (outcome === undefined)
      return quarantine(`Its answer to the recall ${caseId} is not known. Ask the bank what it means.`);
    const code =
      outcome === "cancelled" ? undefined : (reasons[0]?.code ?? (outcome === "rejected" ? "NARR" : undefined));
    await moveLockedUndos(service, tx, {
      organizationId,
      undos: [undo],
      trigger: triggers[outcome],
      code,
      actor: theBank,
    });
    answered.push(undo);
  }
  assert(answered.length === outcomes.length, "each answer is about a recall");
  return answered;
}

/** All identifications must name the payment that was recalled. */
function requireSame(transactionId: TransactionId, original: CancellationOutcome["original"]): void {
  const { endToEndId, instructionId, uetr } = paymentIdentifications(transactionId);
  const isOther = (named: string | undefined, own: string) => named !== undefined && named !== own;
  if (
    isOther(original.endToEndId, endToEndId) ||
    isOther(original.instructionId, instructionId) ||
    isOther(original.uetr?.toLowerCase(), uetr.toLowerCase())
  )
    quarantine(`It is about another payment than the one that was recalled, ${endToEndId}.`);
}
