import { type Answer, idempotently } from "#kernel/idempotency/idempotently.ts";
import type { Service } from "#kernel/process/service.ts";
import { type AccountId, instantOf, type RequestId } from "#kernel/values/ids.ts";
import {
  checkTransfer,
  findTransferSides,
  limitedTransferOf,
  refuseBeyondLimits,
  type TransferBody,
} from "#payments/payments";
import { type Caller, lockOrganization } from "#records/identity";
import { renderRequestOf } from "../requests/render-request.ts";
import type { TransferRequest } from "../requests/request-schemas.ts";
import { requesterOf, requestTurns, requireRequester, storeRequest } from "./store-request.ts";

/**
 * Queues a transfer between the organization's accounts for approval (wire contract §4.6), with the checks of a direct
 * transfer except funds: those are checked at the last approval.
 */
export async function requestTransfer(
  service: Service,
  { caller, body, key }: { caller: Caller; body: TransferBody; key: string | undefined },
): Promise<Answer<TransferRequest>> {
  const amountMinor = checkTransfer(body);
  const { organizationId } = caller;
  await requireRequester(service.database, caller);
  // A replay is authorized like a first call (decision P6).
  const show = (request: TransferRequest) => {
    refuseBeyondLimits(caller, limitedTransferOf(body, amountMinor));
    return request;
  };
  const instruction = { organizationId, operation: "requestTransferMoney", key, body, show };
  const inTurn = requestTurns(service.database, organizationId);
  return inTurn(() =>
    idempotently<TransferRequest>(service, instruction, async (tx) => {
      refuseBeyondLimits(caller, limitedTransferOf(body, amountMinor));
      // Before the id is made, as for payments: ids must rise in the order of commits (ADR 0024).
      await lockOrganization(tx, organizationId);
      // UUIDs by their schema; the lookup checks whether they are accounts.
      const sourceId = body.sourceAccountId.toLowerCase() as AccountId;
      const destinationId = body.destinationAccountId.toLowerCase() as AccountId;
      await findTransferSides(tx, organizationId, { sourceId, destinationId });
      const requestId = service.newId<RequestId>();
      const row = await storeRequest(service, tx, {
        caller,
        instruction: {
          request_id: requestId,
          kind: "transfer",
          account_id: sourceId,
          recipient_id: null,
          destination_account_id: destinationId,
          amount_minor: amountMinor,
          method: null,
          external_memo: null,
          note: body.note || null,
          purpose: null,
          charge_type: null,
          ach_fields: null,
          send_on: null,
          due_at: null,
          via: caller.via ?? null,
          ...(await requesterOf(tx, caller)),
          created_at: instantOf(requestId),
        },
      });
      return { statusCode: 200, body: await renderRequestOf(service, tx, { organizationId, kind: "transfer", row }) };
    }),
  );
}
