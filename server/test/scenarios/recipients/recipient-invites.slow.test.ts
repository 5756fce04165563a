/** An invite from start to end: a recipient enters bank details on a page without signing in, and can then be paid. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { DAY_MS, HOUR_MS, plusMs } from "#kernel/clock/clock.ts";
import { countResealed } from "../../kit/databases/count-resealed.ts";
import { inject, openWorldOfFile, payment, type TestOrganization } from "../../kit/service/full-app.ts";
import { browse, newPerson, provedIn, signedIn } from "../../kit/worlds/people.ts";
import { setSettings } from "../../kit/worlds/settings.ts";

const ACCOUNT = "556677889900";
const IBAN = "DE89370400440532013000";
const ach = {
  electronicRoutingInfo: {
    accountNumber: ACCOUNT,
    routingNumber: "021000021",
    electronicAccountType: "personalChecking",
  },
};
const abroad = {
  internationalWireRoutingInfo: {
    iban: "DE89 3704 0044 0532 0130 00",
    swiftCode: "cobadeff",
    bankName: "Commerzbank",
  },
};
let addresses = 0;
/** A new address for each caller, so that failed attempts do not slow other callers. */
const newAddress = () => `10.9.${++addresses}.1`;

const world = await openWorldOfFile();

describe("recipient invites", () => {
  let organization: TestOrganization;

  const asked = {
    name: "Marta Lindqvist",
    contactEmail: "marta@lindqvist.example",
    paymentMethods: ["ach", "internationalWire"],
    requireTaxDocument: false,
    sendEmail: false,
  };
  const call = (more: Parameters<typeof inject>[2]) => inject(world.app, organization.token, more);
  const invite = (more: object = {}, headers = {}) =>
    call({ url: "/recipients/invites", body: { ...asked, ...more }, headers });
  const newInvite = async (more: object = {}) => {
    const made = await invite(more);
    assert.equal(made.status, 201, made.text);
    return made.body;
  };
  const open = (id: string, address = newAddress()) => browse(world.app, { url: `/invites/${id}`, address });
  const answer = (id: string, body: object, address = newAddress()) =>
    browse(world.app, { url: `/invites/${id}`, body, address });
  const mails = async () =>
    (await call({ url: "/sandbox/emails?limit=1000" })).body.emails.filter(
      (mail: { kind: string }) => mail.kind === "recipientInvite",
    );
  const newOrganization = async () => {
    organization = await world.newOrganization();
    await organization.deposit(organization.accountId, 10_000_00n);
  };
  /** The audit log's rows about recipients and invites: action, actor, resource. */
  const audited = () =>
    world.service.database.many<{ action: string; actor_type: string; resource_id: string; after: string | null }>({
      text: "select action, actor_type, resource_id, after from audit_log where organization_id = $1 and action like 'recipient%' order by audit_id",
      values: [organization.organizationId],
    });

  test("a recipient invited by email enters a domestic and a foreign account, and is paid", async () => {
    await newOrganization();
    const made = await newInvite({ sendEmail: true, notes: "Translator", organizationNameOnRequest: "Acme Paper" });
    assert.match(made.id, /^[A-Za-z0-9_-]{64}$/);
    assert.deepEqual(made, {
      id: made.id,
      inviteId: made.id,
      onboardingUrl: `http://127.0.0.1:8080/invite/${made.id}`,
      status: "created",
      name: "Marta Lindqvist",
      contactEmail: "marta@lindqvist.example",
      paymentMethods: ["ach", "internationalWire"],
      requireTaxDocument: false,
      createdAt: world.clock.now().toISOString(),
      expiresAt: plusMs(world.clock.now(), 30 * DAY_MS).toISOString(),
      notes: "Translator",
      recipientId: null,
      allowedActions: ["passOn", "resend", "withdraw"],
    });
    const [mail] = await mails();
    assert.deepEqual([mail.to, mail.subject], ["marta@lindqvist.example", "Acme, Inc. would like to pay you"]);
    const { text } = (await call({ url: `/sandbox/emails/${mail.id}` })).body;
    assert.ok(text.includes(made.onboardingUrl) && text.includes("Acme, Inc."), text);

    const page = await open(made.id);
    assert.deepEqual(page.body, {
      organizationName: "Acme, Inc.",
      organizationNameOnRequest: "Acme Paper",
      taxDocument: null,
      name: "Marta Lindqvist",
      nameOnPayments: [
        { paymentMethod: "ach", name: "Marta Lindqvist" },
        { paymentMethod: "internationalWire", name: "Marta Lindqvist" },
      ],
      paymentMethods: ["ach", "internationalWire"],
      requireTaxDocument: false,
      notes: "Translator",
      brand: { color: null, logoUrl: null },
      expiresAt: made.expiresAt,
    });
    assert.equal((await answer(made.id, { ...ach, ...abroad })).status, 204);

    const completed = (await call({ url: `/recipients/invites/${made.id}` })).body;
    assert.equal(completed.status, "completed");
    assert.deepEqual(completed.allowedActions, ["withdraw"]);
    const recipient = (await call({ url: `/recipient/${completed.recipientId}` })).body;
    assert.deepEqual(
      [recipient.name, recipient.emails, recipient.contactEmail, recipient.inviteId, recipient.awaitingConfirmation],
      ["Marta Lindqvist", [asked.contactEmail], asked.contactEmail, made.id, []],
    );
    assert.equal(recipient.electronicRoutingInfo.accountNumber, ACCOUNT);
    assert.deepEqual(
      [recipient.internationalWireRoutingInfo.iban, recipient.internationalWireRoutingInfo.swiftCode],
      [IBAN, "COBADEFF"],
    );
    const paid = await call(payment(organization, { recipientId: recipient.id }));
    assert.equal(paid.status, 200, paid.text);

    const rows = await audited();
    const about = rows.filter((row) => row.resource_id === recipient.id || row.action.startsWith("recipientInvite"));
    assert.deepEqual(
      about.map(({ action, actor_type: actor }) => `${actor} ${action}`),
      ["token recipientInvite.create", "payee recipient.create", "payee recipientInvite.complete"],
    );
    const written = JSON.stringify(rows);
    for (const secret of [ACCOUNT, IBAN, made.id]) assert.ok(!written.includes(secret), secret);
    const { changes } = (await call({ url: `/recipient/${recipient.id}/changes` })).body;
    assert.deepEqual(
      changes.map((change: { changedBy: { kind: string } }) => change.changedBy.kind),
      ["payee", "payee"],
    );
  });

  test("a link works once: of five concurrent answers, one is accepted", async () => {
    await newOrganization();
    const { id } = await newInvite();
    const answers = await Promise.all(Array.from({ length: 5 }, () => answer(id, ach)));
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [204, 404, 404, 404, 404]);
    const { recipients } = (await call({ url: "/recipients?search=Lindqvist" })).body;
    assert.equal(recipients.length, 1);
  });

  test("unknown, used, expired, and withdrawn links get the same answer", async () => {
    await newOrganization();
    const [used, withdrawn, expired, gone] = [
      await newInvite(),
      await newInvite(),
      await newInvite(),
      await newInvite({ recipientId: organization.recipientId }),
    ];
    await answer(used.id, ach);
    assert.equal((await call({ method: "DELETE", url: `/recipients/invites/${withdrawn.id}` })).status, 204);
    assert.equal((await call({ method: "DELETE", url: `/recipients/invites/${withdrawn.id}` })).status, 404);
    assert.equal((await call({ url: `/recipients/invites/${withdrawn.id}` })).status, 404);
    assert.equal((await call({ method: "DELETE", url: `/recipient/${organization.recipientId}` })).status, 204);
    world.clock.set(plusMs(world.clock.now(), 30 * DAY_MS - 1));
    assert.equal((await open(expired.id)).status, 200);
    world.clock.set(plusMs(world.clock.now(), 1));
    assert.equal((await call({ url: `/recipients/invites/${expired.id}` })).body.status, "expired");
    const flipped = (used.id.startsWith("A") ? "B" : "A") + used.id.slice(1);
    const texts = new Set<string>();
    for (const id of [used.id, withdrawn.id, expired.id, gone.id, flipped, "x", "01975c2e-8f7a-7c60-b1f2-3c1d5a7e9b10"])
      for (const reply of [await open(id), await answer(id, ach)]) {
        assert.deepEqual([reply.status, reply.code], [404, "inviteUnusable"], `${id} ${reply.text}`);
        texts.add(reply.text.replaceAll(reply.body.errors.requestId, ""));
      }
    assert.equal(texts.size, 1);
  });

  test("details are validated like a recipient's, all errors are reported together, and the link remains valid", async () => {
    await newOrganization();
    const { id } = await newInvite();
    const wrong = await answer(id, {
      electronicRoutingInfo: { ...ach.electronicRoutingInfo, routingNumber: "021000022", accountNumber: "12" },
      internationalWireRoutingInfo: { ...abroad.internationalWireRoutingInfo, iban: "DE00 3704 0044 0532 0130 00" },
    });
    assert.equal(wrong.code, "invalidRequest");
    assert.deepEqual(wrong.body.errors.fields.map(({ path }: { path: string }) => path).toSorted(), [
      "electronicRoutingInfo.accountNumber",
      "electronicRoutingInfo.routingNumber",
      "internationalWireRoutingInfo.iban",
    ]);
    assert.ok(!wrong.text.includes("0532"));
    const address = { address1: "1 Main St", city: "New York", region: "NY", postalCode: "10001", country: "US" };
    for (const body of [
      {},
      { electronicRoutingInfo: null },
      { ...ach, checkInfo: { address } },
      { ...ach, name: "Eve" },
    ])
      assert.equal((await answer(id, body)).code, "invalidRequest", JSON.stringify(body));
    assert.equal((await answer(id, ach)).status, 204, "one of the requested methods is enough");
  });

  test("validates an invite: a name or a recipient, a method, text on one line", async () => {
    await newOrganization();
    for (const more of [
      { name: undefined },
      { name: " " },
      { name: "A\nB" },
      { organizationNameOnRequest: "A\u0007" },
      { recipientId: "01975c2e-8f7a-7c60-b1f2-3c1d5a7e9b10" },
      { paymentMethods: [] },
      { paymentMethods: ["cash"] },
      { paymentMethods: ["ach", "ach"] },
      { contactEmail: "nobody" },
      { expiresAt: "2030-01-01T00:00:00Z" },
      { sendEmail: "yes" },
    ])
      assert.equal((await invite(more)).body.errors.errorCode, "invalidRequest", JSON.stringify(more));
    const named = await newInvite({ name: undefined, recipientId: organization.recipientId });
    assert.deepEqual([named.name, named.recipientId], ["Globex", organization.recipientId]);
  });

  test("the same key returns the same invite without its link and sends no second mail", async () => {
    await newOrganization();
    await invite({ sendEmail: true }, { "idempotency-key": "k" });
    const second = await invite({ sendEmail: true }, { "idempotency-key": "k" });
    assert.deepEqual([second.status, (await open(second.body.id)).status], [201, 404], "its link does not work");
    assert.equal(second.headers["idempotent-replayed"], "true");
    assert.equal((await mails()).length, 1);
    // plain-words: the name is sample data, not prose
    const other = await invite({ name: "Somebody else" }, { "idempotency-key": "k" });
    assert.equal(other.body.errors.errorCode, "idempotencyKeyReused");
  });

  test("the cursor is an invite ID, and each status can be listed", async () => {
    await newOrganization();
    const ids: string[] = [];
    for (const name of ["A", "B", "C", "D", "E"]) ids.push((await newInvite({ name })).id);
    await answer(ids[1] ?? "", ach);
    await call({ method: "DELETE", url: `/recipients/invites/${ids[2]}` });
    const names = async (query: string) => {
      const { body, text } = await call({ url: `/recipients/invites?${query}` });
      assert.ok(body.invites, text);
      return { names: body.invites.map(({ name }: { name: string }) => name).join(""), page: body.page };
    };
    assert.deepEqual(await names("limit=2"), { names: "AB", page: { nextPage: ids[1] } });
    assert.deepEqual(await names(`limit=2&start_after=${ids[1]}`), { names: "DE", page: { previousPage: ids[3] } });
    assert.equal((await names(`start_after=${ids[2]}`)).names, "DE", "a withdrawn invite works as a cursor");
    assert.equal((await names(`limit=1&end_before=${ids[3]}`)).names, "B");
    assert.equal((await names("order=desc")).names, "EDBA");
    assert.equal((await names("status=created")).names, "ADE");
    assert.equal((await names("status=completed")).names, "B");
    assert.equal((await names("status=expired")).names, "");
    const both = await call({ url: `/recipients/invites?start_after=${ids[0]}&end_before=${ids[1]}` });
    assert.equal(both.body.errors.errorCode, "conflictingCursors");
    const unknown = await call({ url: "/recipients/invites?start_after=nowhere" });
    assert.equal(unknown.body.errors.errorCode, "unknownCursor");
  });

  test("where changes need confirmation, a second person confirms, but not the sender of the invite", async () => {
    await newOrganization();
    await setSettings(world, organization.organizationId, { confirmBankDetailChanges: true });
    const ben = await newPerson(world, organization.organizationId, { role: "bookkeeper" });
    const [asBen, asEve] = [
      await provedIn(world.app, ben),
      await provedIn(world.app, await newPerson(world, organization.organizationId)),
    ];
    const body = { ...asked, recipientId: organization.recipientId, name: "Globex Corporation" };
    const made = await browse(world.app, { url: "/recipients/invites", cookie: asBen, body });
    assert.equal(made.status, 201, made.text);
    assert.equal((await answer(made.body.id, { ...ach, ...abroad })).status, 204);
    const recipient = async () => (await call({ url: `/recipient/${organization.recipientId}` })).body;
    const waiting = await recipient();
    assert.deepEqual(
      [waiting.name, waiting.contactEmail, waiting.inviteId, waiting.awaitingConfirmation.toSorted()],
      ["Globex", asked.contactEmail, made.body.id, ["ach", "internationalWire"]],
    );
    assert.equal(waiting.proposedName, "Globex Corporation");
    assert.equal(waiting.electronicRoutingInfo.accountNumber, "123456789", "the active details remain");
    const changes = `/recipient/${organization.recipientId}/changes`;
    const [change] = (await browse(world.app, { url: changes, cookie: asBen })).body.changes;
    assert.deepEqual([change.changedBy.kind, change.allowedActions], ["payee", []]);
    const confirm = (cookie: string) =>
      browse(world.app, { method: "POST", url: `${changes}/${change.changeId}/confirm`, cookie });
    assert.equal((await confirm(asBen)).code, "ownBankDetailChange");
    assert.equal((await confirm(asEve)).body.status, "confirmed");
    assert.equal((await recipient()).awaitingConfirmation.length, 1);
  });

  test("limits a caller who guesses links or retries one link", async () => {
    await newOrganization();
    const address = newAddress();
    const { id } = await newInvite();
    const guesses = Array.from({ length: 62 }, (_, count) => id.slice(0, -2) + String(10 + count)).filter(
      (guess) => guess !== id,
    );
    let refused = await open(guesses.pop() ?? "", address);
    while (refused.status === 404 && guesses.length > 0) refused = await open(guesses.pop() ?? "", address);
    assert.deepEqual([refused.status, refused.code], [429, "tooManySignIns"]);
    assert.equal((await open(id)).status, 200, "from another address the link works");
    const typing = newAddress();
    let wrong = await answer(id, {}, typing);
    for (let count = 0; count < 10 && wrong.status === 400; count++) wrong = await answer(id, {}, typing);
    assert.equal(wrong.code, "tooManySignIns");
    world.clock.set(plusMs(world.clock.now(), HOUR_MS));
    assert.equal((await answer(id, ach, typing)).status, 204);
  });

  test("links are decrypted with the newest key, and are never stored in plain text before use", async () => {
    await newOrganization();
    const { id } = await newInvite({ sendEmail: true });
    await world.service.database.transaction((tx) =>
      world.service.vault.rotateOrganizationKey(tx, organization.organizationId, world.clock.now()),
    );
    assert.equal(await countResealed(world.service, organization.organizationId, "recipient_invites.secret"), 1);
    assert.equal(await countResealed(world.service, organization.organizationId, "recipient_invites.secret"), 0);
    assert.equal((await call({ url: `/recipients/invites/${id}` })).body.id, id);
    for (const table of ["recipient_invites", "mails", "audit_log", "recipients", "sign_in_throttles"]) {
      const rows = await world.service.database.many<{ row: string }>({
        text: `select t::text as row from ${table} t`,
        values: [],
      });
      assert.ok(!JSON.stringify(rows).includes(id), table);
      assert.ok(!JSON.stringify(rows).includes(Buffer.from(id).toString("hex")), table);
    }
  });

  test("the link of an open invite is shown only to the user or token that created it", async () => {
    await newOrganization();
    const { organizationId } = organization;
    const bookkeeper = () => newPerson(world, organizationId, { role: "bookkeeper" });
    const ben = await bookkeeper();
    const [asBen, asEve] = [await provedIn(world.app, ben), await provedIn(world.app, await bookkeeper())];
    const invited = await browse(world.app, { url: "/recipients/invites", cookie: asBen, body: asked });
    const { id, onboardingUrl } = invited.body;
    const reader = await organization.newToken({ kind: "readOnly" });
    const bensToken = await organization.newToken({ actor: { type: "user", id: ben.userId } });
    const seenBy = {
      ben: async () => (await browse(world.app, { url: "/recipients/invites", cookie: asBen })).body.invites[0],
      eve: async () => (await browse(world.app, { url: "/recipients/invites", cookie: asEve })).body.invites[0],
      reader: async () => (await inject(world.app, reader, { url: "/recipients/invites" })).body.invites[0],
      program: async () => (await call({ url: "/recipients/invites" })).body.invites[0],
      token: async () => (await inject(world.app, bensToken, { url: "/recipients/invites" })).body.invites[0],
    };
    assert.equal((await seenBy.ben()).onboardingUrl, onboardingUrl);
    const bySomeToken = await inject(world.app, bensToken, { url: "/recipients/invites", body: asked });
    assert.equal(bySomeToken.body.allowedActions[0], "passOn");
    const own = `/recipients/invites/${bySomeToken.body.id}`;
    assert.equal((await inject(world.app, bensToken, { url: own })).body.id, bySomeToken.body.id);
    for (const seen of [await browse(world.app, { url: own, cookie: asBen }), await call({ url: own })]) {
      assert.equal(seen.body.status, "created");
      assert.ok(!seen.text.includes(bySomeToken.body.id));
    }
    const seenByEve = await seenBy.eve();
    assert.deepEqual(seenByEve.allowedActions, ["resend", "withdraw"]);
    for (const seen of [seenByEve, await seenBy.reader(), await seenBy.program(), await seenBy.token()]) {
      assert.ok(!JSON.stringify(seen).includes(id));
      assert.equal((await open(seen.id)).code, "inviteUnusable");
      assert.equal((await answer(seen.id, ach)).code, "inviteUnusable");
    }

    const named = `/recipients/invites/${seenByEve.id}`;
    assert.deepEqual((await browse(world.app, { url: named, cookie: asEve })).body, seenByEve);
    assert.equal(
      (await browse(world.app, { url: `/recipients/invites?start_after=${seenByEve.id}`, cookie: asEve })).status,
      200,
    );
    const resent = await browse(world.app, { method: "POST", url: `${named}/resend`, cookie: asEve });
    assert.deepEqual([resent.status, resent.text.includes(id)], [200, false]);
    assert.equal((await mails()).length, 1);
    assert.equal((await answer(id, ach)).status, 204);
    assert.equal((await seenBy.eve()).id, id, "a used link counts as an ordinary name");
    assert.equal((await browse(world.app, { method: "DELETE", url: named, cookie: asEve })).status, 204);
  });

  test("users need the permission, and approvers do not see links", async () => {
    await newOrganization();
    await newInvite();
    const codes = [];
    for (const role of ["bookkeeper", "approver", "viewer"] as const) {
      const cookie = await signedIn(world.app, await newPerson(world, organization.organizationId, { role }));
      codes.push((await browse(world.app, { url: "/recipients/invites", cookie })).status);
    }
    assert.deepEqual(codes, [200, 403, 403]);
  });

  test("the service serves the page without frames, referrer, or indexing by search engines", async () => {
    const { headers, statusCode } = await world.app.api.inject({ url: "/invite/anything" });
    assert.equal(statusCode, 200);
    assert.match(String(headers["content-security-policy"]), /default-src 'none'.*frame-ancestors 'none'/);
    assert.deepEqual([headers["referrer-policy"], headers["x-robots-tag"]], ["no-referrer", "noindex"]);
  });
});
