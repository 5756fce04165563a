import { type Resealed, resealColumn } from "#kernel/crypto/reseal.ts";
import type { Service } from "#kernel/process/service.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { type DocumentId, documentSealContext } from "./documents/document.ts";
import { lockSealedDocuments, replaceSealedDocument } from "./documents/documents.queries.ts";
import { type ImportId, importSealContext } from "./imports/activity-import.ts";
import { lockSealedImports, replaceSealedImport } from "./imports/imports.queries.ts";
import { imports } from "./tables.ts";

/** Re-encrypts the custodian's documents and activity files of older key versions, while the service runs. */
export const resealTreasuryFiles = async (
  service: Service,
  organizationId: OrganizationId,
): Promise<readonly Resealed[]> => [
  await resealColumn<DocumentId>(service, organizationId, {
    name: "treasury_documents.content",
    contextOf: documentSealContext,
    lock: (tx, range) => lockSealedDocuments(tx, organizationId, range),
    replace: (tx, id, sealed) => replaceSealedDocument(tx, organizationId, id, sealed),
  }),
  await resealColumn<ImportId>(service, organizationId, {
    name: "treasury_imports.content",
    contextOf: importSealContext,
    table: imports,
    lock: (tx, range) => lockSealedImports(tx, organizationId, range),
    replace: (tx, id, sealed) => replaceSealedImport(tx, organizationId, id, sealed),
  }),
];
