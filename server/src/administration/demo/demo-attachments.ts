import { present } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import { withinOrganization } from "#kernel/sql/scope.ts";
import { spool } from "#kernel/storage/spool.ts";
import type { OrganizationId, RecipientId, UserId } from "#kernel/values/ids.ts";
import { formatUsd } from "#kernel/values/money.ts";
import { findTransactionsById, recentPaymentsTo } from "#payments/payments";
import { type Upload, uploadFile } from "#records/attachments";
import { findUserByEmail } from "#records/people";
import { COMPANY_NAME } from "./demo-company.ts";
import type { DemoFile } from "./demo-file.ts";
import { onePagePdf } from "./one-page-pdf.ts";

const BYTES_MAX = 100_000;
const RECIPIENTS = 3;

export interface Attached {
  readonly owner: Upload["owner"];
  readonly fileName: string;
  readonly lines: readonly string[];
  readonly attachmentType?: "receipt";
  readonly formType?: "w9";
}

/**
 * Invoices of the latest payments to a few recipients, and their tax forms. After the demo organization is committed,
 * because files are written outside transactions; a process that dies meanwhile leaves a demo with fewer files.
 */
export function attachDemoFiles(service: Service, demo: DemoFile): Promise<void> {
  // The file names the service's own ids.
  const organizationId = demo.organizationId as OrganizationId;
  const { database } = service;
  const recipients = demo.recipients.slice(0, RECIPIENTS);
  return withinOrganization(organizationId, async () => {
    const bookkeeper = demo.users.find(({ role }) => role === "bookkeeper");
    const user = await findUserByEmail(
      database,
      organizationId,
      present(bookkeeper, "the demo has a bookkeeper").email,
    );
    const { userId } = present(user, "the demo's users are saved");
    const found = await Promise.all(
      recipients.map(({ id }) =>
        recentPaymentsTo(database, organizationId, { recipientId: id as RecipientId, limit: 2 }),
      ),
    );
    const ids = found.flat().map(({ transaction_id: id }) => id);
    const payments = await findTransactionsById(database, organizationId, ids);
    const invoices = payments.map(
      (payment): Attached => ({
        owner: { kind: "transaction", id: payment.transaction_id },
        fileName: `${payment.external_memo ?? "Invoice"}.pdf`,
        attachmentType: "receipt",
        lines: [
          payment.counterparty_name,
          payment.external_memo ?? "Invoice",
          `Bill to: ${COMPANY_NAME}`,
          `Total: ${formatUsd(-payment.amount_minor)}`,
          "Paid. Thank you.",
        ],
      }),
    );
    const forms = recipients.map(
      ({ id, name }): Attached => ({
        owner: { kind: "recipient", id },
        fileName: `W-9 ${name.replaceAll(".", "")}.pdf`,
        formType: "w9",
        lines: ["Form W-9 (sample)", "Request for Taxpayer Identification Number", `Name: ${name}`, "TIN: 00-0000000"],
      }),
    );
    for (const file of invoices) await attachDemoFile(service, { organizationId, userId }, file);
    // As if the recipients had uploaded them with their bank details.
    for (const file of forms) await attachDemoFile(service, { organizationId, userId: null }, file);
  });
}

/** Stores a file of one page, as if its uploader had sent it. Without a user: as if the recipient had. */
export async function attachDemoFile(
  service: Service,
  { organizationId, userId }: { readonly organizationId: OrganizationId; readonly userId: UserId | null },
  { lines, ...given }: Attached,
): Promise<void> {
  const file = await spool(service.config.dataDir, contentOf(lines), { maxBytes: BYTES_MAX });
  await uploadFile(service, {
    organizationId,
    operation: "attachDemoFile",
    key: undefined,
    ...given,
    file,
    uploader: { userId, tokenId: null },
    actor: userId === null ? { type: "service" } : { type: "user", id: userId },
    admit: async () => undefined,
  });
}

async function* contentOf(lines: readonly string[]): AsyncGenerator<Buffer> {
  yield onePagePdf(lines);
}
