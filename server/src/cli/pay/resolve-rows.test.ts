import assert from "node:assert/strict";
import { test } from "node:test";
import type { ApiClient } from "../client/api-client.ts";
import { readPayFile } from "./read-pay-file.ts";
import { resolveRows } from "./resolve-rows.ts";

const recipients = [
  { id: "01970000-0000-7000-8000-000000000001", name: "Globex", nickname: "GX", defaultPaymentMethod: "ach" },
  {
    id: "01970000-0000-7000-8000-000000000002",
    name: "Veracruz",
    nickname: null,
    defaultPaymentMethod: "internationalWire",
  },
];
const accounts = [{ id: "01970000-0000-7000-8000-00000000000a", name: "Operating", nickname: "Operating" }];

/** Two pages of recipients, one of accounts. */
const client: ApiClient = {
  get: async (path) => {
    const [first, second] = recipients;
    const body = path.startsWith("/accounts")
      ? { accounts, page: {} }
      : path.includes("start_after")
        ? { recipients: [second], page: {} }
        : { recipients: [first], page: { nextPage: first?.id } };
    return { status: 200, body, isReplay: false, from: "https://bursar.example" };
  },
  post: () => Promise.reject(new Error("Nothing is paid while rows are resolved")),
};

const resolve = async (content: string, direct: boolean) =>
  resolveRows(client, readPayFile(content).rows, { account: undefined, direct });

test("names, nicknames, and IDs find recipients on every page, and the only account pays", async () => {
  const { payments, problems } = await resolve(
    `recipient,amount,purpose\n gx ,5,\n${recipients[1]?.id},6,Coffee\n`,
    false,
  );
  assert.deepEqual(problems, []);
  assert.deepEqual(
    payments.map(({ recipientName, accountName, method }) => [recipientName, accountName, method]),
    [
      ["Globex", "Operating", "ach"],
      ["Veracruz", "Operating", "internationalWire"],
    ],
  );
});

test("a row without a method has the recipient's, with its conditions", async () => {
  const content = "recipient,amount\nVeracruz,6\n";
  assert.deepEqual((await resolve(content, false)).problems, [
    { line: 2, message: "An international wire needs a purpose." },
  ]);
  assert.match(
    (await resolve(content, true)).problems[0]?.message ?? "",
    /^International wires need an approval request/,
  );
});
