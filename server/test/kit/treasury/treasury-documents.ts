import { runAdminCommand } from "#administration/commands/commands.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { operator, type TestWorld } from "../service/full-app.ts";

/** Adds a custodian's document to a treasury account, as the operator does. */
export async function newTreasuryDocument(
  { service }: Pick<TestWorld, "service">,
  {
    organizationId,
    treasuryId,
    text = "%PDF-1.7",
  }: { organizationId: OrganizationId; treasuryId: string; text?: string },
): Promise<string> {
  const input = {
    organization: organizationId,
    account: treasuryId,
    documentType: "1099",
    description: "1099-DIV for 2025",
    periodStart: "2025-01-01",
    periodEnd: "2025-12-31",
    contentBase64: Buffer.from(text).toString("base64"),
  };
  const call = { command: "treasury.document", input, actor: operator };
  const { documentId } = (await runAdminCommand({ service, sandbox: undefined }, call)) as { documentId: string };
  return documentId;
}
