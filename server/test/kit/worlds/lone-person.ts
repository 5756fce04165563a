import type { App } from "#main/app.ts";
import { type Filling, fill, type WriteOperation } from "../faults/generated-bodies.ts";
import type { TestOrganization } from "../service/full-app.ts";
import { browse, PASSWORD, provedIn, type TestPerson } from "./people.ts";
import { mailedLink } from "./two-people.ts";

type Answer = Awaited<ReturnType<typeof browse>>;
/** A session's cookie or a token's text. */
type Credential = { readonly cookie: string } | { readonly token: string };

/** Bank details that the attacker chose. */
const OWN_DETAILS = {
  accountNumber: "666000666",
  routingNumber: "021000021",
  electronicAccountType: "businessChecking",
  address: { address1: "6 Side St", city: "New York", region: "NY", postalCode: "10001", country: "US" },
};
const OWN_NAME = "Attacker and Sons";

/**
 * One person of an organization with everything they can obtain alone: their own sessions, sessions of puppets they
 * invited, tokens, IDs. Makes any call of the contract with any of these, and remembers every ID in an answer.
 */
export class LonePerson {
  readonly credentials: Credential[] = [];
  /** Routes whose handler was reached because the body was valid. */
  readonly reached = new Set<string>();
  readonly #ids = new Map<string, string[]>();
  readonly #puppets: string[] = [];
  readonly #app: App;
  readonly #organization: TestOrganization;
  readonly #random: () => number;
  readonly #filling: Filling;
  #count = 0;

  constructor(
    app: App,
    organization: TestOrganization,
    { random, components }: Pick<Filling, "random" | "components">,
  ) {
    this.#app = app;
    this.#organization = organization;
    this.#random = random;
    this.#filling = { random, components, known: (name) => this.#known(name) };
    this.remember("accountId", organization.accountId);
    this.remember("recipientId", organization.recipientId);
  }

  async signIn(person: TestPerson): Promise<void> {
    this.remember("userId", person.userId);
    this.credentials.push({ cookie: await provedIn(this.#app, person) });
  }

  /** Any write route of the contract, with a valid body and existing IDs. */
  async anything(operations: readonly WriteOperation[]): Promise<void> {
    const operation = this.#pick(operations);
    if (operation === undefined) return;
    await this.write(operation);
  }

  async write(operation: WriteOperation): Promise<void> {
    const url = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => this.#idFor(name));
    const body = operation.body === undefined ? undefined : fill(operation.body, "", this.#filling);
    const answer = await this.call(operation.method, url, body);
    if (answer.code !== "invalidRequest") this.reached.add(`${operation.method} ${operation.path}`);
  }

  /** A step that was or could be part of an attack, after reading what it needs. */
  async attack(): Promise<void> {
    const moves = [
      () => this.#loosenSettings(),
      () => this.#rule(),
      () => this.#invitePuppet(),
      () => this.#changeSomebody(),
      () => this.#newToken(),
      () => this.#changeLimit(),
      () => this.#ownRecipient(),
      () => this.#redirectRecipient(),
      () => this.#answerOwnInvite(),
      () => this.#decideChanges(),
      () => this.#requestPayment(),
      () => this.approveEverything(),
    ];
    await this.#pick(moves)?.();
  }

  /** Pays every known recipient in every way, with every credential. */
  async payEverybody(): Promise<void> {
    await this.#ownRecipient();
    const { accountId } = this.#organization;
    for (const recipientId of this.#idsOf("recipientId").slice(-4)) {
      for (const credential of this.credentials) {
        const body = { recipientId, amount: 10 + ++this.#count, paymentMethod: "ach" };
        await this.call("POST", `/account/${accountId}/transactions`, body, credential);
        await this.call("POST", `/account/${accountId}/request-send-money`, body, credential);
        const sendOn = { ...body, sendOn: "2026-12-01" };
        await this.call("POST", `/account/${accountId}/request-send-money`, sendOn, credential);
      }
    }
    await this.approveEverything();
  }

  async approveEverything(): Promise<void> {
    for (const credential of this.credentials) {
      const { body } = await this.call("GET", "/request-send-money?limit=50", undefined, credential);
      for (const { requestId, version } of body?.requests ?? [])
        await this.call("POST", `/request-send-money/${requestId}/approve`, { version }, credential);
    }
  }

  async call(method: string, url: string, body?: unknown, by?: Credential): Promise<Answer> {
    const credential = by ?? this.#pick(this.credentials) ?? { cookie: "" };
    const answer = await browse(this.#app, {
      method: method as "POST",
      url,
      ...(body === undefined || method === "GET" ? {} : { body }),
      ...("cookie" in credential
        ? { cookie: credential.cookie }
        : { headers: { authorization: `Bearer ${credential.token}` } }),
    });
    this.#harvest(answer.body, "");
    return answer;
  }

  async #loosenSettings(): Promise<void> {
    const { body } = await this.call("GET", "/organization/settings");
    const changes = [
      { selfApproval: true },
      { approvalStepUpFrom: null, confirmBankDetailChanges: false, bankDetailsCoolingOffHours: 0 },
      { duplicateGuardHours: 0, selfApproval: true },
    ];
    await this.call("POST", "/organization/settings", { version: body?.version ?? 1, ...this.#pick(changes) });
  }

  async #rule(): Promise<void> {
    const { body } = await this.call("GET", "/approval-rules");
    const ruleId = this.#pick<{ ruleId: string }>(body?.rules ?? [])?.ruleId;
    await this.call("POST", "/approval-rules/changes", {
      ...(ruleId === undefined ? {} : { ruleId }),
      name: "Mine",
      position: 1,
      active: this.#random() < 0.7,
      conditions: {},
      steps: [{ approvals: 1 }],
      allowSelfApproval: true,
    });
  }

  async #invitePuppet(): Promise<void> {
    const email = `puppet-${this.#organization.organizationId}-${++this.#count}@evil.example`;
    const role = this.#pick(["administrator", "approver", "bookkeeper", "viewer", "custom"]);
    const customPermissions = role === "custom" ? [this.#pick(["approvePayments", "fetchUsers", "manageUsers"])] : [];
    await this.call("POST", "/users/invitations", {
      email,
      firstName: "Sock",
      lastName: "Puppet",
      role,
      customPermissions,
    });
    this.#puppets.push(email);
    await this.#acceptInvitations();
  }

  /** The attacker reads the mailboxes of their puppets, and no others. */
  async #acceptInvitations(): Promise<void> {
    const { app, organization } = { app: this.#app, organization: this.#organization };
    for (const email of this.#puppets.splice(0)) {
      const link = await mailedLink(app, organization.token, email).catch(() => undefined);
      if (link === undefined) continue;
      const secret = link.split("#")[1] ?? "";
      const joined = await browse(app, { url: "/invitations/accept", body: { secret, password: PASSWORD } });
      if (joined.status !== 200) continue;
      const { organizationId } = organization;
      // Its ID is in the list of users.
      await this.signIn({ organizationId, email, userId: organization.recipientId as never });
      await this.call("GET", "/users");
    }
  }

  async #changeSomebody(): Promise<void> {
    await this.call("GET", "/users");
    const user = `/users/${this.#idFor("userId")}`;
    const kind = this.#pick(["lock", "unlock", "role"]);
    if (kind !== "role") return void (await this.call("POST", `${user}/${kind}`));
    const role = this.#pick(["administrator", "approver", "bookkeeper", "viewer"]);
    await this.call("PATCH", user, { role });
  }

  async #newToken(): Promise<void> {
    const kind = this.#pick(["readOnly", "readWrite", "custom"]);
    const scopes = ["sendMoney", "requestSendMoney", "editRecipients", "createRecipients", "fetchSendMoneyRequests"];
    const { body } = await this.call("POST", "/tokens", {
      name: `Mine ${++this.#count}`,
      kind,
      ...(kind === "custom" ? { scopes: scopes.filter(() => this.#random() < 0.6).concat("fetchRecipients") } : {}),
      allowlist: ["127.0.0.1"],
    });
    if (typeof body?.token === "string") this.credentials.push({ token: body.token });
  }

  async #changeLimit(): Promise<void> {
    const limit = this.#pick([null, 0, 100_000]);
    const accountId = this.#pick([null, this.#organization.accountId]);
    await this.call("POST", "/approver-limits", { userId: this.#idFor("userId"), accountId, limit });
  }

  async #ownRecipient(): Promise<void> {
    await this.call("POST", "/recipients", {
      name: `${OWN_NAME} ${++this.#count}`,
      emails: [],
      electronicRoutingInfo: OWN_DETAILS,
    });
  }

  async #redirectRecipient(): Promise<void> {
    const body = this.#random() < 0.5 ? { electronicRoutingInfo: OWN_DETAILS } : { name: OWN_NAME };
    await this.call("POST", `/recipient/${this.#organization.recipientId}`, body);
  }

  /** Invites a recipient, who is the attacker, and submits bank details. */
  async #answerOwnInvite(): Promise<void> {
    const existing = this.#random() < 0.7 ? { recipientId: this.#organization.recipientId } : { name: OWN_NAME };
    const { body } = await this.call("POST", "/recipients/invites", {
      ...existing,
      contactEmail: "payee@evil.example",
      paymentMethods: ["ach"],
      requireTaxDocument: false,
      sendEmail: false,
    });
    const link: unknown = body?.onboardingUrl;
    if (typeof link !== "string") return;
    const inviteId = link.split("/").at(-1) ?? "";
    await browse(this.#app, {
      url: `/invites/${inviteId}`,
      body: { name: OWN_NAME, electronicRoutingInfo: OWN_DETAILS },
    });
  }

  async #decideChanges(): Promise<void> {
    const verb = this.#pick(["confirm", "decline", "withdraw"]);
    for (const changeId of this.#idsOf("changeId").slice(-5))
      await this.call("POST", `/control-changes/${changeId}/${verb}`);
  }

  async #requestPayment(): Promise<void> {
    const { accountId } = this.#organization;
    const recipientId = this.#idFor("recipientId");
    const body = { recipientId, amount: 10 + ++this.#count, paymentMethod: "ach" };
    await this.call("POST", `/account/${accountId}/request-send-money`, body);
  }

  #pick<T>(from: readonly T[]): T | undefined {
    return from[Math.floor(this.#random() * from.length)];
  }
  #idsOf(name: string): readonly string[] {
    return this.#ids.get(name) ?? [];
  }
  #idFor(name: string): string {
    const named = [...this.#idsOf(name), ...(this.#random() < 0.3 ? this.#idsOf("id") : [])];
    return this.#pick(named.length > 0 ? named : this.#idsOf("id")) ?? this.#organization.accountId;
  }
  /** Adds an ID that later calls may use. */
  remember(name: string, id: string): void {
    const ids = this.#ids.get(name) ?? [];
    if (!ids.includes(id)) this.#ids.set(name, [...ids, id].slice(-30));
  }
  #harvest(value: unknown, name: string): void {
    if (Array.isArray(value)) for (const element of value) this.#harvest(element, name);
    else if (typeof value === "object" && value !== null)
      for (const [member, memberValue] of Object.entries(value)) this.#harvest(memberValue, member);
    else if (typeof value === "string" && /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(value)) this.remember(name, value);
  }
  #known(name: string): unknown {
    if (name === "name") return `${OWN_NAME} ${++this.#count}`;
    if (name.endsWith("AccountId")) return this.#idFor("accountId");
    if (/emails?$/i.test(name)) return `puppet-${++this.#count}@evil.example`;
    if (/password/i.test(name)) return PASSWORD;
    if (name === "routingNumber") return OWN_DETAILS.routingNumber;
    if (name === "accountNumber") return OWN_DETAILS.accountNumber;
    if (name === "state" || name === "region") return "NY";
    if (name === "country") return "US";
    if (name === "postalCode") return "10001";
    if (name === "amount") return 10 + ++this.#count;
    if (/Ids?$/.test(name)) return this.#idFor(name.replace(/Ids$/, "Id"));
    return undefined;
  }
}
