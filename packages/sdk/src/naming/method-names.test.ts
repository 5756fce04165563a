import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { resources } from "../generated/resources.ts";
import { methodNames, type NamedDocument } from "./method-names.ts";

const named = (...operations: readonly [operationId: string, path: string, tag: string, schema?: string][]) => {
  const paths: Record<string, NamedDocument["paths"][string]> = {};
  for (const [operationId, path, tag, schema = "Thing"] of operations)
    paths[`${path}#${operationId}`] = {
      get: {
        operationId,
        tags: [tag],
        responses: {
          "200": { content: { "application/json": { schema: { $ref: `#/components/schemas/${schema}` } } } },
        },
      },
    };
  return Object.fromEntries(
    [...methodNames({ paths })].map(([id, { resource, method }]) => [id, `${resource}.${method}`]),
  );
};

test("a method is the operation's name without the resource's", () => {
  assert.deepEqual(
    named(
      ["getRecipients", "/recipients", "Recipients", "RecipientList"],
      ["getRecipient", "/recipient/{id}", "Recipients"],
      ["createRecipientInvite", "/recipients/invites", "Recipient invites"],
      ["listSendMoneyApprovalRequests", "/request-send-money", "Approval requests", "SendMoneyApprovalRequestList"],
      ["getCategories", "/categories", "Categories", "CategoryList"],
      ["requestSendMoney", "/account/{id}/request-send-money", "Approval requests"],
      ["listAccountTransactions", "/account/{id}/transactions", "Transactions", "TransactionList"],
    ),
    {
      getRecipients: "recipients.list",
      getRecipient: "recipients.get",
      createRecipientInvite: "recipientInvites.create",
      listSendMoneyApprovalRequests: "approvalRequests.listSendMoney",
      getCategories: "categories.list",
      requestSendMoney: "approvalRequests.requestSendMoney",
      listAccountTransactions: "transactions.listAccountTransactions",
    },
  );
});

test("two operations never have one name, and webhooks.verify remains for signatures", () => {
  assert.deepEqual(
    named(
      ["getTransaction", "/account/{accountId}/transaction/{id}", "Transactions"],
      ["getTransactionById", "/transaction/{id}", "Transactions"],
      ["verifyWebhook", "/webhooks/{id}/verify", "Webhooks"],
    ),
    {
      getTransactionById: "transactions.get",
      getTransaction: "transactions.getTransaction",
      verifyWebhook: "webhooks.verifyWebhook",
    },
  );
});

test("the client has every operation of the document, under its name", () => {
  const document: NamedDocument = JSON.parse(
    readFileSync(join(import.meta.dirname, "../../../../api/openapi.json"), "utf8"),
  );
  const names = methodNames(document);
  const expected = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([verb, { operationId }]) => {
      const { resource, method } = names.get(operationId) ?? { resource: "", method: "" };
      return `${resource}.${method} ${verb.toUpperCase()} ${path}`;
    }),
  );
  const actual = Object.entries(resources).flatMap(([resource, operations]) =>
    Object.entries(operations).map(([name, { method, path }]) => `${resource}.${name} ${method} ${path}`),
  );
  assert.ok(expected.length > 150);
  assert.deepEqual(actual.toSorted(), expected.toSorted());
});
