import { assert, present } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { dollarsFromMinor } from "#kernel/values/money.ts";
import type { PaymentRequestRow, RequestRow, ReviewRow, TransferRequestRow } from "./approval-request.ts";
import { shownReviewsOf } from "./approval-requests.queries.ts";
import type { PaymentRequest, TransferRequest } from "./request-schemas.ts";
import { publicStatusOf } from "./request-states.ts";

/** What rendering needs in addition to the row. Read once for a whole page. */
interface Rendering {
  readonly publicUrl: string;
  readonly reviews: readonly ReviewRow[];
}

/** The members that payments and transfers share (wire contract §3.5). */
const common = (row: RequestRow, { publicUrl, reviews }: Rendering) => ({
  requestId: row.request_id,
  amount: dollarsFromMinor(row.amount_minor),
  status: publicStatusOf(row.status),
  // Requests of earlier versions may have a token without a creator: then the token counts as the requester here.
  requestedByUserId: present(row.requester_user_id ?? row.requester_token_id, "a request has a requester"),
  createdAt: row.created_at.toISOString(),
  reviews: reviews
    .filter((review) => review.request_id === row.request_id)
    .map((review) => ({
      reviewerUserId: review.reviewer_user_id,
      status: review.decision,
      reviewedAt: review.reviewed_at.toISOString(),
    })),
  memo: row.external_memo,
  numberOfApproversRequired: row.approvers_required,
  requesterMayApprove: row.requester_may_approve,
  version: row.version,
  problem: row.problem,
  transactionId: row.transaction_id,
  dashboardLink: `${publicUrl}/dashboard/approvals/${row.request_id}`,
});

const renderPayment = (row: PaymentRequestRow, rendering: Rendering): PaymentRequest => ({
  ...common(row, rendering),
  accountId: row.account_id,
  recipientId: row.recipient_id,
  paymentMethod: row.method,
  scheduledSendDate: row.send_on,
  // Absent unless it was entered: clients of this API family do not know it.
  ...(row.ach_fields === null ? {} : { achFields: row.ach_fields }),
});

const renderTransfer = (row: TransferRequestRow, rendering: Rendering): TransferRequest => ({
  ...common(row, rendering),
  sourceAccountId: row.account_id,
  destinationAccountId: row.destination_account_id,
  note: row.note,
});

interface RequestsByKind {
  readonly payment: PaymentRequest;
  readonly transfer: TransferRequest;
}
/** A request of a kind as clients see it. */
export type RequestOfKind<Kind extends RequestRow["kind"]> = RequestsByKind[Kind];

interface RowsOfKind<Kind> {
  readonly organizationId: OrganizationId;
  readonly kind: Kind;
  readonly rows: readonly RequestRow[];
}

/** Requests of one kind as clients see them, with their reviews. */
export async function renderRequests<Kind extends RequestRow["kind"]>(
  service: Service,
  db: Queryable,
  { organizationId, kind, rows }: RowsOfKind<Kind>,
): Promise<RequestOfKind<Kind>[]> {
  const rendering = await renderingOf(service, db, { organizationId, rows });
  return rows.map((row) => {
    assert(row.kind === kind, "a list holds requests of one kind");
    // Rendered by its kind.
    return renderRow(row, rendering) as RequestOfKind<Kind>;
  });
}

const renderRow = (row: RequestRow, rendering: Rendering): PaymentRequest | TransferRequest =>
  row.kind === "payment" ? renderPayment(row, rendering) : renderTransfer(row, rendering);

/** The same for one request. */
export async function renderRequestOf<Kind extends RequestRow["kind"]>(
  service: Service,
  db: Queryable,
  { row, ...ofKind }: Omit<RowsOfKind<Kind>, "rows"> & { readonly row: RequestRow },
): Promise<RequestOfKind<Kind>> {
  const [rendered] = await renderRequests(service, db, { ...ofKind, rows: [row] });
  return present(rendered, "one row renders to one request");
}

/** One request of either kind. */
export async function renderRequest(
  service: Service,
  db: Queryable,
  { organizationId, row }: { organizationId: OrganizationId; row: RequestRow },
): Promise<PaymentRequest | TransferRequest> {
  const rendering = await renderingOf(service, db, { organizationId, rows: [row] });
  return renderRow(row, rendering);
}

const renderingOf = async (
  service: Service,
  db: Queryable,
  { organizationId, rows }: { organizationId: OrganizationId; rows: readonly RequestRow[] },
): Promise<Rendering> => ({
  publicUrl: service.config.publicUrl,
  reviews:
    rows.length === 0
      ? []
      : await shownReviewsOf(
          db,
          organizationId,
          rows.map((row) => row.request_id),
        ),
});
