/** Searching the lists of transactions by words of names and descriptions. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { openAccount } from "#money/accounts";
import { fillInternationalDetails } from "#money/recipients";
import { returnDeposit } from "#payments/payments";
import { descriptionForms } from "#payments/payments/transactions/bank-description.ts";
import { inject, openWorldOfFile, operator, payment, type TestOrganization } from "../../kit/service/full-app.ts";
import { berlin } from "../../kit/worlds/addresses.ts";
import { decide, newUser, paymentRequest } from "../../kit/worlds/approvals.ts";

const world = await openWorldOfFile();

describe("searching transactions", () => {
  const get = async (url: string, token: string) => {
    const answer = await inject(world.app, token, { url });
    assert.equal(answer.status, 200, `${url}: ${answer.text}`);
    return answer;
  };

  /** An organization with a transaction of every kind of description. */
  async function everyDescription(): Promise<TestOrganization> {
    const payer = await world.newOrganization();
    const { organizationId, accountId, recipientId, token } = payer;
    const call = async (call: Parameters<typeof inject>[2]) => {
      const answer = await inject(world.app, token, call);
      assert.equal(answer.status, 200, answer.text);
      return answer.body;
    };
    await call({ url: `/sandbox/accounts/${accountId}/deposit`, body: { amount: 5_000, name: "Initrode" } });
    for (const paymentMethod of ["ach", "check", "domesticWire", "realTimePayment"])
      await call(payment(payer, { paymentMethod }));
    await world.service.database.transaction((tx) =>
      fillInternationalDetails(world.service, tx, {
        organizationId,
        recipientId,
        actor: operator,
        details: {
          iban: "DE89370400440532013000",
          swiftCode: "COBADEFF",
          bankName: "Bank",
          bankCountry: "DE",
          address: berlin,
        },
      }),
    );
    const wire = { paymentMethod: "internationalWire", purpose: "Goods" };
    const { requestId } = await call(paymentRequest(payer, wire));
    await decide(world.service, payer, { requestId, userId: await newUser(world.service, payer) });
    const savings = await world.service.database.transaction((tx) =>
      openAccount(world.service, tx, {
        organizationId,
        name: "Reserve",
        nickname: "Rainy days",
        kind: "savings",
        routingNumber: "021000021",
        accountNumber: "400000002",
        actor: operator,
      }),
    );
    const { id: depositId } = await call({
      url: `/sandbox/accounts/${accountId}/deposit`,
      body: { amount: 5, name: "Hooli" },
    });
    await world.service.database.transaction((tx) =>
      returnDeposit(world.service, tx, { organizationId, depositId, reason: "R10", actor: operator }),
    );
    for (const [sourceAccountId, destinationAccountId] of [
      [accountId, savings],
      [savings, accountId],
    ])
      await call({ url: "/transfer", body: { sourceAccountId, destinationAccountId, amount: 1 } });
    const treasury = await payer.newAccount("Treasury", "treasury");
    for (const outcome of ["return", "fail"]) {
      const body = { sourceAccountId: accountId, destinationAccountId: treasury, amount: 2 };
      const { debitTransaction } = await call({ url: "/transfer", body });
      await call({ url: `/sandbox/transactions/${debitTransaction.id}/${outcome}`, body: {} });
    }
    return payer;
  }

  test("a search for any words finds the same rows in an account's list as in the list of all transactions", async () => {
    const payer = await everyDescription();
    const accounts = (await get("/accounts", payer.token)).body.accounts.map(({ id }: { id: string }) => id);
    const found = async (path: string, search: string): Promise<string[]> => {
      const { body } = await get(`${path}?search=${encodeURIComponent(search)}`, payer.token);
      return body.transactions.map(({ bankDescription, id }: Record<string, string>) => `${bankDescription} ${id}`);
    };
    const prefixes = descriptionForms.map(({ prefix }) => prefix);
    const words = prefixes.flatMap((prefix) => [prefix, prefix.trim(), prefix.slice(0, 7), `${prefix.slice(-4)}G`]);
    for (const search of [...words, "Globex", "Reserve", "Rainy days", "Initrode", "wire to globex"]) {
      const inAll = await found("/transactions", search);
      const inEach = await Promise.all(accounts.map((id: string) => found(`/account/${id}/transactions`, search)));
      assert.deepEqual(inAll.toSorted(), inEach.flat().toSorted(), search);
    }
    for (const prefix of prefixes)
      assert.ok(
        (await found("/transactions", prefix)).some((row) => row.startsWith(prefix)),
        prefix,
      );
  });

  test("a search takes beginnings of words, in any order, from the names and the description", async () => {
    const payer = await everyDescription();
    const muller = await payer.newRecipient("Café Müller");
    const paid = await inject(world.app, payer.token, payment(payer, { recipientId: muller, paymentMethod: "check" }));
    assert.equal(paid.status, 200, paid.text);
    const found = async (search: string): Promise<string[]> => {
      const { body } = await get(`/transactions?search=${encodeURIComponent(search)}`, payer.token);
      return body.transactions.map((row: Record<string, string>) => row["bankDescription"]);
    };
    for (const search of ["CAFE", "mül caf", "check muller", "müller, to: check"])
      assert.deepEqual(await found(search), ["Check to Café Müller"], search);
    for (const search of ["uller", "wire muller", "café globex", "%", "_"]) assert.deepEqual(await found(search), []);
    assert.deepEqual(await found("wire glob fee"), ["Fee of the international wire to Globex"]);
    assert.deepEqual(await found("check"), ["Check to Globex", "Check to Café Müller"]);
    assert.deepEqual(await found("deposit ret"), ["Returned deposit from Hooli"]);
    assert.equal((await found("transfer rainy")).length, 2);
    assert.deepEqual((await found(" ")).length, (await found("")).length);
  });
});
