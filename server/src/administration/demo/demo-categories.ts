import { present } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { AccountId, OrganizationId, RecipientId } from "#kernel/values/ids.ts";
import { addCategory } from "#money/categories";
import { addRule, applyToHistory } from "#money/categories/rules";
import type { Actor } from "#records/audit";
import type { DemoAccountKey } from "./demo-company.ts";

type Conditions = Parameters<typeof addRule>[3]["conditions"];

/** A category and the rule that gives it; recipients by their keys. */
interface DemoCategory {
  readonly name: string;
  readonly recipients?: readonly string[];
  readonly conditions?: Conditions;
  /** Only transactions of this account. */
  readonly account?: DemoAccountKey;
}

/** In the order of their rules. Repairs have no rule, so some payments have no category yet. */
const demoCategories: readonly DemoCategory[] = [
  { name: "Payroll", conditions: { text: "salary", wholeWord: true, direction: "out" } },
  { name: "Green coffee", recipients: ["importer", "growers"] },
  { name: "Rent", recipients: ["landlord"] },
  { name: "Packaging", recipients: ["packaging"] },
  { name: "Freight", recipients: ["freight"] },
  { name: "Utilities", recipients: ["utilities"] },
  { name: "Insurance", recipients: ["insurance"] },
  { name: "Legal", recipients: ["lawyer"] },
  { name: "Design and marketing", recipients: ["designer"] },
  { name: "Owners' capital", conditions: { text: "founders' capital", direction: "in" } },
  { name: "Online sales", conditions: { text: "online shop", direction: "in" } },
  { name: "Dividends", conditions: { text: "dividend", direction: "in" }, account: "treasury" },
  { name: "Treasury fees", conditions: { text: "fee", wholeWord: true, direction: "out" }, account: "treasury" },
  { name: "Wholesale", conditions: { direction: "in", amountFrom: 1_000 }, account: "operating" },
  { name: "Equipment and repairs" },
];

const actor: Actor = { type: "service" };

/** The demo organization's categories and rules, applied to its history. */
export async function categorizeHistory(
  service: Service,
  tx: Tx,
  {
    organizationId,
    accounts,
    recipients,
  }: {
    readonly organizationId: OrganizationId;
    readonly accounts: ReadonlyMap<DemoAccountKey, AccountId>;
    readonly recipients: ReadonlyMap<string, RecipientId>;
  },
): Promise<void> {
  for (const { name, recipients: keys, account, conditions } of demoCategories) {
    const category = { name, visibleForCardSpend: true, visibleForReimbursements: true, visibleForOther: true };
    const { id } = await addCategory(service, tx, { organizationId, actor, category });
    if (keys === undefined && conditions === undefined) continue;
    const recipientIds = keys?.map((key) => present(recipients.get(key), "the demo recipient is saved"));
    const accountId = account && present(accounts.get(account), "the demo account is open");
    await addRule(
      service,
      tx,
      { organizationId, actor },
      {
        name,
        categoryId: id,
        conditions: {
          ...conditions,
          ...(recipientIds ? { recipientIds } : {}),
          ...(accountId ? { accountIds: [accountId] } : {}),
        },
      },
    );
  }
  await applyToHistory(service, tx, organizationId);
}
