import type { OpenedOrganization } from "./open-organization.ts";
import type { RunningService } from "./running-service.ts";

/** An organization that can pay: accounts with funds, recipients with bank details. */
export interface Payable extends OpenedOrganization {
  readonly recipientIds: readonly string[];
}

export interface PayablePlan {
  readonly recipients: number;
  /** By which the recipients can be paid; ACH if undefined. */
  readonly method?: "realTimePayment" | "ach" | "domesticWire" | "check" | undefined;
  readonly nameOf?: (index: number) => string;
  /** Deposits of the largest amount into each account. */
  readonly deposits: number;
  /** This many of the last accounts get no deposits. */
  readonly emptyAccounts?: number;
}

/** The largest amount that the API accepts, in dollars. */
const LARGEST_DEPOSIT = 999_999_999.99;
const AT_ONCE = 8;

/** Creates recipients and deposits through the API of the running service. */
export async function makePayable(
  service: RunningService,
  organization: OpenedOrganization,
  plan: PayablePlan,
): Promise<Payable> {
  const post = poster(service, organization.token);
  const { nameOf = (index) => `Recipient ${index}`, method = "ach" } = plan;
  const recipientIds = await inTurns(plan.recipients, AT_ONCE, async (index) => {
    const body = await post("/recipients", {
      name: nameOf(index),
      emails: [`payee${index}@example.com`],
      defaultPaymentMethod: method === "realTimePayment" ? "ach" : method,
      ...detailsFor(method, index),
    });
    return String(body["id"]);
  });
  for (const accountId of organization.accountIds.slice(
    0,
    organization.accountIds.length - (plan.emptyAccounts ?? 0),
  )) {
    for (let count = 0; count < plan.deposits; count += 1)
      await post(`/sandbox/accounts/${accountId}/deposit`, { amount: LARGEST_DEPOSIT, name: "Benchmark" });
  }
  return { ...organization, recipientIds };
}

const address = {
  address1: "1 Main Street",
  city: "Springfield",
  region: "IL",
  postalCode: "62701",
  country: "US",
};

/** Bank details, or the address that a check is mailed to. */
function detailsFor(method: NonNullable<PayablePlan["method"]>, index: number): object {
  if (method === "check") return { checkInfo: { address } };
  const routing = {
    accountNumber: String(1_000_000_000 + index),
    routingNumber: "021000021",
    bankName: "Example Bank",
    address,
  };
  if (method === "domesticWire") return { domesticWireRoutingInfo: routing };
  return { electronicRoutingInfo: { ...routing, electronicAccountType: "businessChecking" } };
}

/** Posts to the running service with a token; an answer other than success is an error. */
export const poster =
  (service: RunningService, token: string) =>
  async (path: string, body: unknown): Promise<Record<string, unknown>> => {
    const response = await fetch(service.url + path, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const answer: unknown = await response.json();
    if (!response.ok || typeof answer !== "object" || answer === null)
      throw new Error(`POST ${path} answered ${response.status}: ${JSON.stringify(answer)}`);
    return answer as Record<string, unknown>; // Checked to be an object; its members are read as strings.
  };

/** Runs the task for 0..count-1, so many at a time, and returns the results in order. */
export async function inTurns<T>(count: number, atOnce: number, task: (index: number) => Promise<T>): Promise<T[]> {
  const results = new Array<T>(count);
  let next = 0;
  const worker = async () => {
    while (next < count) {
      const index = next++;
      results[index] = await task(index);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, count) }, worker));
  return results;
}
