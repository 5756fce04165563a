import { present } from "#kernel/assert.ts";
import { renderPdf } from "#kernel/pdf/render-pdf.ts";
import type { Service } from "#kernel/process/service.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { findOrder } from "#money/treasury";
import { getOrganization } from "#records/identity";
import { findNumbered, historyBetween, type TreasuryRow } from "../reads/treasury.queries.ts";
import { documentContents } from "../tables.ts";
import type { TreasuryDocument } from "./document.ts";
import { findContent } from "./documents.queries.ts";
import { confirmationDocument, type Holder, statementDocument } from "./statement-document.ts";

/** The PDF: the custodian's own, or generated from rows that never change. */
export async function readDocument(
  service: Service,
  {
    organizationId,
    treasury,
    document,
  }: { organizationId: OrganizationId; treasury: TreasuryRow; document: TreasuryDocument },
): Promise<Buffer> {
  const { database, vault } = service;
  const { content } = await findContent(database, organizationId, document.documentId);
  if (content !== null) {
    const base64 = await vault.open(database, organizationId, documentContents.contextOf(document.documentId), content);
    return Buffer.from(base64, "base64");
  }
  const { legalBusinessName, legalAddress } = await getOrganization(database, organizationId);
  const holder: Holder = {
    legalBusinessName,
    legalAddress,
    accountName: treasury.name,
    accountNumber: `••••${treasury.account_number_last4}`,
    isSandbox: service.config.mode === "sandbox",
  };
  if (document.orderId !== null) {
    const order = await findOrder(database, organizationId, document.orderId);
    return renderPdf(confirmationDocument(holder, document, present(order, "a confirmed order is kept")));
  }
  const account = { organizationId, accountId: treasury.account_id };
  const after = present(document.afterNumber, "a monthly statement continues the one before it");
  const through = present(document.throughNumber, "a monthly statement ends with a transaction");
  const before = await findNumbered(database, account, after);
  return renderPdf(
    statementDocument(holder, document, { before, rows: await historyBetween(database, account, { after, through }) }),
  );
}
