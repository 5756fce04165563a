import { createHash } from "node:crypto";
import { methodTable } from "bursar-banking/identifiers/payment-method";
import { addSimulatedConnection, type BankRail, type ConnectionId, findUnserved } from "#bank/exchange";
import type { Service } from "#kernel/process/service.ts";
import type { AccountId, OrganizationId } from "#kernel/values/ids.ts";
import { listAccountBalances } from "#money/accounts";
import { findOrganization, lockOrganization } from "#records/identity";

/** The bank's routing number: invented, with a valid check digit. */
export const SANDBOX_BANK_ROUTING_NUMBER = "091000019";
export const SANDBOX_BANK_NAME = "BURSAR SANDBOX BANK";
export const SANDBOX_BANK_BIC = "BURSUS33";

const titles: Readonly<Record<BankRail, string>> = {
  ach: "Sandbox bank: ACH",
  check: "Sandbox bank: checks",
  wire: "Sandbox bank: wires",
  internationalWire: "Sandbox bank: international wires",
  realTime: "Sandbox bank: real-time payments",
};

/**
 * Connects accounts that no connection serves with the sandbox's bank, so that everything works without any setup. Other
 * connections take accounts over. ACH has a connection for each account, because a bank settles the files of one company
 * identification with one account.
 */
export async function connectWithSandboxBank(
  service: Service,
  organizationId: OrganizationId,
  { rail, accountIds }: { readonly rail: BankRail; readonly accountIds: readonly AccountId[] },
): Promise<void> {
  const { database } = service;
  // Without the lock, because every submission comes here.
  if ((await findUnserved(database, organizationId, { accountIds, rail })).length === 0) return;
  await database.transaction(async (tx) => {
    await lockOrganization(tx, organizationId);
    const paying = (await listAccountBalances(tx, organizationId)).filter(
      ({ kind, status }) => kind !== "treasury" && status === "active",
    );
    const all = paying.map(({ accountId }) => accountId);
    const unserved = await findUnserved(tx, organizationId, { accountIds: all, rail });
    const customer = nameAtBank((await findOrganization(tx, organizationId))?.legalBusinessName ?? "");
    for (const served of rail === "ach" ? unserved.map((accountId) => [accountId]) : [unserved]) {
      if (served.length === 0) continue;
      const connectionId = service.newId<ConnectionId>();
      const railSettings = settingsOf(rail, { customer, customerNumber: customerNumberOf(connectionId) });
      const name = titles[rail];
      await addSimulatedConnection(service, tx, {
        organizationId,
        connectionId,
        name,
        rail,
        railSettings,
        accountIds: served,
      });
    }
  });
}

interface Customer {
  readonly customer: string;
  /** Ten characters, unique at the bank. */
  readonly customerNumber: string;
}

/** What the bank asks for on each rail; everything else has its default. */
function settingsOf(rail: BankRail, { customer, customerNumber }: Customer): Readonly<Record<string, unknown>> {
  const routingNumber = SANDBOX_BANK_ROUTING_NUMBER;
  switch (rail) {
    case "ach":
      return {
        immediateDestination: routingNumber,
        immediateDestinationName: SANDBOX_BANK_NAME,
        immediateOrigin: customerNumber,
        immediateOriginName: customer.slice(0, 23).trim(),
        companyName: customer.slice(0, 16).trim(),
        companyIdentification: customerNumber,
        odfiRoutingNumber: routingNumber,
        nextDayCutOffs: [...methodTable.ach.schedule.batchesAt],
        microDeposits: true,
      };
    case "check":
      return {
        printedBy: "bank",
        mailedWhen: "reported",
        bankName: SANDBOX_BANK_NAME,
        answerMinutes: 60,
        paidTemplate: "sandbox-paid-csv",
        positivePayCutOff: methodTable.check.schedule.batchesAt[0],
      };
    case "wire":
      return {
        debtorAgentRoutingNumber: routingNumber,
        cutOff: methodTable.domesticWire.schedule.closesAt,
        initiatingPartyName: customer,
        debtorName: customer,
      };
    case "internationalWire":
      return {
        debtorAgentBic: SANDBOX_BANK_BIC,
        cutOff: methodTable.internationalWire.schedule.closesAt,
        initiatingPartyName: customer,
        debtorName: customer,
      };
    case "realTime":
      return { debtorAgentRoutingNumber: routingNumber, debtorName: customer };
  }
}

/** The organization's name in the characters that every network accepts. */
const nameAtBank = (name: string): string =>
  name
    .slice(0, 140)
    .normalize("NFKD")
    .replaceAll(/[^A-Za-z0-9 .,/()&'+:?-]/g, "")
    .replaceAll(/ +/g, " ")
    .trim()
    .slice(0, 140) || "SANDBOX CUSTOMER";

/** 1 and nine digits, as banks make them of an EIN. */
const customerNumberOf = (connectionId: ConnectionId): string =>
  `1${String(createHash("sha256").update(connectionId).digest().readUInt32BE() % 1_000_000_000).padStart(9, "0")}`;
