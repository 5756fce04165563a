import { createHash } from "node:crypto";
import { holdsHidden } from "bursar-banking/text/hidden-characters";
import { type FieldProblem, invalidRequest } from "#kernel/http/http-refusals.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { AccountId, OrganizationId } from "#kernel/values/ids.ts";
import { type Actor, recordAudit } from "#records/audit";
import { documentContents } from "../tables.ts";
import type { DocumentId, DocumentType } from "./document.ts";
import { findByDigest, insertCustodianDocument } from "./documents.queries.ts";

/** A document of the custodian, such as a 1099 form. */
export interface CustodianDocument {
  readonly organizationId: OrganizationId;
  readonly accountId: AccountId;
  readonly actor: Actor;
  readonly documentType: DocumentType;
  readonly description: string;
  readonly periodStart: string;
  readonly periodEnd: string;
  /** A PDF file. */
  readonly content: Buffer;
}

export const DOCUMENT_BYTES_MAX = 5 * 1024 * 1024;

/** Stores the document, encrypted. The same file of the same type is stored once. */
export async function importDocument(
  service: Service,
  tx: Tx,
  { organizationId, accountId, actor, content, ...document }: CustodianDocument,
): Promise<{ readonly documentId: DocumentId; readonly isNew: boolean }> {
  const problems = problemsOfDocument({ content, ...document });
  if (problems.length > 0) throw invalidRequest(problems);
  const documentId = service.newId<DocumentId>();
  const digest = createHash("sha256").update(content).digest("hex");
  const sealed = await service.vault.seal(
    tx,
    organizationId,
    documentContents.contextOf(documentId),
    content.toString("base64"),
  );
  const written = await insertCustodianDocument(tx, organizationId, {
    ...document,
    documentId,
    accountId,
    orderId: null,
    afterNumber: null,
    throughNumber: null,
    createdAt: service.clock.now(),
    content: sealed,
    digest,
  });
  if (written === 0) {
    const earlier = { organizationId, accountId, documentType: document.documentType, digest };
    return { documentId: (await findByDigest(tx, earlier)).document_id, isNew: false };
  }
  await recordAudit(service, tx, {
    organizationId,
    actor,
    entries: [
      {
        action: "treasury.importDocument",
        resourceType: "treasuryStatement",
        resourceId: documentId,
        after: { accountId, ...document, bytes: content.length },
      },
    ],
  });
  return { documentId, isNew: true };
}

function problemsOfDocument({
  content,
  description,
  periodStart,
  periodEnd,
}: Pick<CustodianDocument, "content" | "description" | "periodStart" | "periodEnd">): readonly FieldProblem[] {
  const isDay = (text: string): boolean => {
    try {
      return Temporal.PlainDate.from(text, { overflow: "reject" }).toString() === text;
    } catch {
      return false;
    }
  };
  const found: readonly (readonly [string, boolean, string])[] = [
    ["content", content.subarray(0, 5).toString("latin1") === "%PDF-", "must be a PDF file"],
    ["content", content.length <= DOCUMENT_BYTES_MAX, "must have at most 5 MB"],
    [
      "description",
      description.trim() !== "" && description.length <= 200 && !holdsHidden(description),
      "must have 1 to 200 characters on one line",
    ],
    ["periodStart", isDay(periodStart), "must be a date: YYYY-MM-DD"],
    ["periodEnd", isDay(periodEnd) && periodStart <= periodEnd, "must be a date on or after periodStart: YYYY-MM-DD"],
  ];
  return found.flatMap(([path, isGood, message]) => (isGood ? [] : [{ path, message }]));
}
