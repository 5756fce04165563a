import assert from "node:assert/strict";
import type { UserId } from "#kernel/values/ids.ts";
import { inject, type TestWorld } from "../service/full-app.ts";
import { berlin } from "./addresses.ts";
import { saveRule } from "./approvals.ts";
import type { ApprovedTerms, Insider } from "./approved-terms.ts";
import { browse } from "./people.ts";
import { setSettings } from "./settings.ts";

export const methods = ["ach", "check", "domesticWire", "realTimePayment", "internationalWire"] as const;

const streets = ["1 Main St", "9 Elm St", "77 Oak Ave"];
const names = ["Globex", "GLOBEX", "Globex Corp", "Mallory", "Glob  ex"];
const ibans = ["DE89370400440532013000", "GB82WEST12345698765432", "FR1420041010050500013M02606"];

type Random = () => number;

const pickWith =
  (random: Random) =>
  <T>(of: readonly T[]): T => {
    const picked = of[Math.floor(random() * of.length)];
    assert.ok(picked !== undefined);
    return picked;
  };

/** Bank details of every kind, picked at random. */
function randomDetails(random: Random) {
  const pick = pickWith(random);
  const address = () => ({
    address1: pick(streets),
    city: "New York",
    region: "NY",
    postalCode: "10001",
    country: "US",
  });
  const number = () => String(100_000_000_000 + Math.floor(random() * 899_999_999_999));
  const ach = () => ({
    electronicRoutingInfo: {
      accountNumber: number(),
      routingNumber: pick(["021000021", "121000248"]),
      electronicAccountType: pick(["businessChecking", "personalSavings"]),
    },
  });
  /** What a payee may not enter, too. */
  const achOfPayer = () => {
    const achFields = pick([null, {}, { companyEntryDescription: "RENT" }, { companyDiscretionaryData: "UNIT 7" }]);
    return { electronicRoutingInfo: { ...ach().electronicRoutingInfo, achFields } };
  };
  const check = () => ({ checkInfo: { address: address() } });
  const domesticWire = () => ({
    domesticWireRoutingInfo: { accountNumber: number(), routingNumber: "021000021", address: address() },
  });
  const realTimePayment = () => ({
    realTimePaymentRoutingInfo: pick([null, { accountNumber: number(), routingNumber: "021000021" }]),
  });
  return {
    ach,
    any: () => pick<() => object>([ach, achOfPayer, check, domesticWire, realTimePayment])(),
    abroad: () => ({
      iban: pick(ibans),
      swiftCode: "COBADEFF",
      bankName: pick(["Commerzbank", "Other"]),
      address: berlin,
    }),
  };
}

interface Stage {
  readonly world: TestWorld;
  readonly terms: ApprovedTerms;
  readonly random: Random;
}

/** Everything that one person can do to the recipient, on every route. */
function recipientActs({ world, terms, random }: Stage) {
  const pick = pickWith(random);
  const details = randomDetails(random);
  const { url } = terms;
  const edit = async (by: Insider, body: object) => {
    const answer =
      random() < 0.3
        ? await inject(world.app, await terms.tokenOf(by), { url, body })
        : await browse(world.app, { method: pick(["POST", "PATCH", "PUT"]), url, cookie: by.cookie, body });
    assert.equal(answer.status, 200, answer.text);
  };
  const invite = async (by: Insider) => {
    const body = {
      ...(random() < 0.5 ? { name: pick(names) } : {}),
      contactEmail: "payee@example.com",
      recipientId: terms.organization.recipientId,
      paymentMethods: [...methods],
      requireTaxDocument: false,
      sendEmail: false,
    };
    const made = await browse(world.app, { url: "/recipients/invites", cookie: by.cookie, body });
    const entered = random() < 0.2 ? { internationalWireRoutingInfo: details.abroad() } : details.ach();
    const answer = await browse(world.app, { url: `/invites/${made.body.id}`, body: entered });
    assert.equal(answer.status, 204, answer.text);
  };
  const enterAbroad = async (by: Insider) => {
    const answer = await browse(world.app, {
      url: `${url}/international-details`,
      cookie: by.cookie,
      body: details.abroad(),
    });
    assert.equal(answer.status, 200, answer.text);
  };
  const decideChange = async (by: Insider) => {
    const open = (await terms.changes(by)).filter(
      ({ allowedActions }: { allowedActions: unknown[] }) => allowedActions.length > 0,
    );
    if (open.length > 0)
      await terms.decideChange((pick(open) as { changeId: string }).changeId, by, pick(["confirm", "decline"]));
  };
  return [
    (by: Insider) => edit(by, { name: pick(names) }),
    (by: Insider) => edit(by, details.any()),
    (by: Insider) => edit(by, { name: pick(names), ...details.any() }),
    (by: Insider) => edit(by, { nickname: pick(["Glob", "G", null]), isBusiness: random() < 0.5 }),
    invite,
    enterAbroad,
    decideChange,
  ];
}

/** One change by one of the users: to the recipient, the rules, or the settings. */
export function randomChanges(stage: Stage, insiders: readonly Insider[]) {
  const { world, terms, random } = stage;
  const pick = pickWith(random);
  let ruleId: Awaited<ReturnType<typeof saveRule>> | undefined;
  const changeRule = async () => {
    const approvals = pick([1, 2, 2]);
    const steps = [{ approvals, approvers: { kind: "anyone" } }] as const;
    ruleId = await saveRule(world.service, terms.organization, { ...(ruleId === undefined ? {} : { ruleId }), steps });
  };
  const changeSettings = async () => {
    await setSettings(world, terms.organization.organizationId, { confirmBankDetailChanges: random() < 0.5 });
  };
  const acts = [...recipientActs(stage), changeRule, changeSettings];
  return { pick, act: () => pick(acts)(pick(insiders)) };
}

export interface Approval {
  readonly by: UserId;
  readonly shown: unknown;
  readonly version: number;
}
