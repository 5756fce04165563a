import assert from "node:assert/strict";
import type { UserId } from "../../src/kernel/ids.ts";
import { saveRule } from "./approvals.ts";
import type { ApprovedTerms, Insider } from "./approved-terms.ts";
import { inject, type TestWorld } from "./full-app.ts";
import { browse } from "./people.ts";
import { setSettings } from "./settings.ts";

export const methods = ["ach", "check", "domesticWire", "realTimePayment", "internationalWire"] as const;
type Method = (typeof methods)[number];

const streets = ["1 Main St", "9 Elm St", "77 Oak Ave"];
const names = ["Globex", "GLOBEX", "Globex Corp", "Mallory", "Glob  ex"];
const ibans = ["DE89370400440532013000", "GB82WEST12345698765432", "FR1420041010050500013M02606"];

/** Everything that somebody can do to a recipient, a rule, or the settings, picked at random; `by` is who does it. */
export function randomChanges(
  world: TestWorld,
  terms: ApprovedTerms,
  { random, insiders }: { random: () => number; insiders: readonly Insider[] },
) {
  const pick = <T>(of: readonly T[]): T => {
    const picked = of[Math.floor(random() * of.length)];
    assert.ok(picked !== undefined);
    return picked;
  };
  const address = () => ({
    address1: pick(streets),
    city: "New York",
    region: "NY",
    postalCode: "10001",
    country: "US",
  });
  const number = () => String(100_000_000_000 + Math.floor(random() * 899_999_999_999));
  const detailsOf: Readonly<Record<Exclude<Method, "internationalWire">, () => object>> = {
    ach: () => ({
      electronicRoutingInfo: {
        accountNumber: number(),
        routingNumber: pick(["021000021", "121000248"]),
        electronicAccountType: pick(["businessChecking", "personalSavings"]),
      },
    }),
    check: () => ({ checkInfo: { address: address() } }),
    domesticWire: () => ({
      domesticWireRoutingInfo: { accountNumber: number(), routingNumber: "021000021", address: address() },
    }),
    realTimePayment: () => ({
      realTimePaymentRoutingInfo: pick([null, { accountNumber: number(), routingNumber: "021000021" }]),
    }),
  };
  const someDetails = () => detailsOf[pick(["ach", "check", "domesticWire", "realTimePayment"] as const)]();
  const abroad = () => ({ iban: pick(ibans), swiftCode: "COBADEFF", bankName: pick(["Commerzbank", "Other"]) });
  const editing = async (by: Insider, body: object) => {
    const method = pick(["POST", "PATCH", "PUT"] as const);
    const { url } = terms;
    const answer =
      random() < 0.3
        ? await inject(world.app, await terms.tokenOf(by), { url, body })
        : await browse(world.app, { method, url, cookie: by.cookie, body });
    assert.equal(answer.status, 200, answer.text);
  };

  const acts = {
    rename: (by: Insider) => editing(by, { name: pick(names) }),
    details: (by: Insider) => editing(by, someDetails()),
    both: (by: Insider) => editing(by, { name: pick(names), ...someDetails() }),
    abroad: async (by: Insider) => {
      const url = `${terms.url}/international-details`;
      const answer = await browse(world.app, { url, cookie: by.cookie, body: abroad() });
      assert.equal(answer.status, 200, answer.text);
    },
    rest: (by: Insider) => editing(by, { nickname: pick(["Glob", "G", null]), isBusiness: random() < 0.5 }),
    invite: async (by: Insider) => {
      const body = {
        ...(random() < 0.5 ? { name: pick(names) } : {}),
        contactEmail: "payee@example.com",
        recipientId: terms.organization.recipientId,
        paymentMethods: [...methods],
        requireTaxDocument: false,
        sendEmail: false,
      };
      const invite = await browse(world.app, { url: "/recipients/invites", cookie: by.cookie, body });
      const details = random() < 0.2 ? { internationalWireRoutingInfo: abroad() } : detailsOf.ach();
      const answer = await browse(world.app, { url: `/invites/${invite.body.id}`, body: details });
      assert.equal(answer.status, 204, answer.text);
    },
    decideChange: async (by: Insider) => {
      const open = (await terms.changes(by)).filter(
        ({ allowedActions }: { allowedActions: unknown[] }) => allowedActions.length > 0,
      );
      if (open.length > 0)
        await terms.decideChange((pick(open) as { changeId: string }).changeId, by, pick(["confirm", "decline"]));
    },
    settings: () => setSettings(world, terms.organization.organizationId, { confirmBankDetailChanges: random() < 0.5 }),
    rule: async () => {
      const approvals = pick([1, 2, 2]);
      rule ??= await saveRule(world.service, terms.organization, {
        steps: [{ approvals, approvers: { kind: "anyone" } }],
      });
      await saveRule(world.service, terms.organization, {
        ruleId: rule,
        steps: [{ approvals, approvers: { kind: "anyone" } }],
      });
    },
  };
  let rule: Awaited<ReturnType<typeof saveRule>> | undefined;
  return {
    pick,
    /** One act by one person. */
    act: async (): Promise<void> => {
      const name = pick(Object.keys(acts)) as keyof typeof acts;
      await acts[name](pick(insiders));
    },
  };
}

export interface Approval {
  readonly by: UserId;
  readonly shown: unknown;
  readonly version: number;
}
