import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { keyVersionOf } from "#kernel/crypto/vault.ts";
import type { AccountId, OrganizationId } from "#kernel/values/ids.ts";
import { countResealed } from "#test/kit/databases/count-resealed.ts";
import { bearer, openSmallApp, operator, type SmallApp } from "#test/kit/service/small-app.ts";
import { accountRoutes } from "./accounts.routes.ts";
import { type NewAccount, openAccount } from "./open-account.ts";

let small: SmallApp;
let token: string;
before(async () => {
  small = await openSmallApp({ routes: accountRoutes });
  ({ token } = await small.newToken({ kind: "readOnly" }));
});
after(() => small.close());

const open = (account: Partial<NewAccount> = {}): Promise<AccountId> =>
  small.service.database.transaction((tx) =>
    openAccount(small.service, tx, {
      organizationId: small.organizationId,
      name: "Operations",
      kind: "checking",
      routingNumber: "021000021",
      accountNumber: "123456789012",
      actor: operator,
      ...account,
    }),
  );
const get = async (url: string, as = token) => small.app.inject({ method: "GET", url, headers: bearer(as) });
const rows = <Row>(text: string, values: unknown[] = []) => small.service.database.many<Row>({ text, values });

test("a new account is returned with its number, balances, and link", async () => {
  const id = await open({ nickname: "ops" });
  await small.service.database.run({
    text: "update ledger_balances set available_minor = 7050, held_minor = 2950 where ledger_account_id = $1",
    values: [id],
  });
  const response = await get(`/account/${id}`);
  assert.equal(response.statusCode, 200, response.body);
  assert.deepEqual(response.json(), {
    id,
    name: "Operations",
    nickname: "ops",
    legalBusinessName: "Acme, Inc.",
    accountNumber: "123456789012",
    routingNumber: "021000021",
    availableBalance: 70.5,
    currentBalance: 100,
    kind: "checking",
    type: "mercury",
    status: "active",
    createdAt: "2026-11-20T15:00:00.000Z",
    dashboardLink: `http://127.0.0.1:8080/dashboard/accounts/${id}`,
    canReceiveTransactions: true,
    canSendPayments: true,
    canSendRealTimePayments: true,
  });
});

test("the number is stored encrypted and is in no audit row; the ledger account is open", async () => {
  const id = await open({ accountNumber: "987654321098" });
  const [stored] = await rows<{ row: string }>(
    "select to_jsonb(a)::text as row from accounts a where account_id = $1",
    [id],
  );
  assert.ok(
    stored && !stored.row.includes("987654321098") && !stored.row.includes(Buffer.from("987654321098").toString("hex")),
  );
  const [audit] = await rows<{ after: string }>(
    "select after from audit_log where action = 'account.open' and resource_id = $1",
    [id],
  );
  assert.ok(audit && !audit.after.includes("987654321098") && audit.after.includes("1098"));
  const [ledger] = await rows<{ pays: boolean; kind: string }>(
    "select b.pays, l.kind from ledger_balances b join ledger_accounts l using (organization_id, ledger_account_id) where ledger_account_id = $1",
    [id],
  );
  assert.deepEqual(ledger, { pays: true, kind: "bankAccount" });
});

test("a treasury account cannot pay others", async () => {
  const id = await open({ kind: "treasury", name: "Treasury" });
  const [ledger] = await rows<{ pays: boolean }>("select pays from ledger_balances where ledger_account_id = $1", [id]);
  assert.equal(ledger?.pays, false);
  const { canSendPayments, canSendRealTimePayments } = (await get(`/account/${id}`)).json();
  assert.deepEqual([canSendPayments, canSendRealTimePayments], [false, false]);
});

test("the list can be paged in both directions without losing or repeating an account", async () => {
  for (let count = 0; count < 4; count += 1) await open({ name: `Account ${count}` });
  const all: string[] = (await get("/accounts")).json().accounts.map((account: { id: string }) => account.id);
  assert.deepEqual((await get("/accounts")).json().page, {});
  assert.deepEqual(
    (await get("/accounts?order=desc")).json().accounts.map((account: { id: string }) => account.id),
    all.toReversed(),
  );
  const seen: string[] = [];
  for (let url: string | undefined = "/accounts?limit=2"; url !== undefined; ) {
    const { accounts, page }: { accounts: { id: string }[]; page: { nextPage?: string } } = (await get(url)).json();
    seen.push(...accounts.map((account) => account.id));
    url = page.nextPage === undefined ? undefined : `/accounts?limit=2&start_after=${page.nextPage}`;
  }
  assert.deepEqual(seen, all);
  const back = (await get(`/accounts?limit=2&end_before=${all[3]}`)).json();
  assert.deepEqual(
    back.accounts.map((account: { id: string }) => account.id),
    all.slice(1, 3),
  );
  assert.deepEqual(back.page, { nextPage: all[2], previousPage: all[1] });
});

test("another organization's account is treated as unknown", async () => {
  const other = await small.newOrganization("Other LLC");
  const id = await open({ organizationId: other });
  const unknown = "01975c2e-8f7a-7c60-b1f2-3c1d5a7e9b10";
  const bodies = await Promise.all(
    [id, unknown].map(async (each) => {
      const response = await get(`/account/${each}`);
      assert.equal(response.statusCode, 404);
      const { requestId: _, ...errors } = response.json().errors;
      return errors;
    }),
  );
  assert.deepEqual(bodies[0], bodies[1]);
  assert.equal((await get(`/accounts?start_after=${id}`)).json().errors.errorCode, "unknownCursor");
  const { token: otherToken } = await small.newToken({ organizationId: other as OrganizationId });
  assert.deepEqual(
    (await get("/accounts", otherToken)).json().accounts.map((account: { id: string }) => account.id),
    [id],
  );
});

test("ignores unknown parameters and names them; refuses invalid values and IDs", async () => {
  const [misspelled, plain] = [await get("/accounts?limt=2"), await get("/accounts")];
  assert.deepEqual([misspelled.statusCode, misspelled.headers["bursar-ignored-parameters"]], [200, "limt"]);
  assert.deepEqual(misspelled.json(), plain.json());
  assert.equal(plain.headers["bursar-ignored-parameters"], undefined);
  assert.equal((await get("/accounts?limit=1001")).statusCode, 400);
  assert.equal((await get("/account/42")).statusCode, 400);
});

test("does not open an account with a mistyped routing number", async () => {
  await assert.rejects(
    open({ routingNumber: "021000022", name: "", accountNumber: "12 34" }),
    (error: { details: { fields: { path: string }[] } }) => {
      assert.deepEqual(
        error.details.fields.map((field) => field.path),
        ["name", "routingNumber", "accountNumber"],
      );
      return true;
    },
  );
});

test("encrypts every number again after a key rotation, and reads the same values", async () => {
  const before = (await get("/accounts")).json();
  await small.service.database.transaction((tx) =>
    small.service.vault.rotateOrganizationKey(tx, small.organizationId, small.clock.now()),
  );
  assert.deepEqual((await get("/accounts")).json(), before, "while some values are under the old key");
  assert.equal(
    await countResealed(small.service, small.organizationId, "accounts.account_number"),
    before.accounts.length,
  );
  const sealed = await rows<{ account_number: Buffer }>(
    "select account_number from accounts where organization_id = $1",
    [small.organizationId],
  );
  assert.ok(sealed.every((row) => keyVersionOf(row.account_number) === 2));
  assert.deepEqual((await get("/accounts")).json(), before);
  assert.equal(await countResealed(small.service, small.organizationId, "accounts.account_number"), 0);
});
