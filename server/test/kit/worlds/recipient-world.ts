import assert from "node:assert/strict";
import type { AccountId } from "#kernel/values/ids.ts";
import { openAccount } from "#money/accounts";
import { recipientRoutes } from "#money/recipients";
import type { Recipient } from "#money/recipients/recipient-schemas.ts";
import { isRecipientInUse } from "#payments/approvals";
import { bearer, openSmallApp, operator, type SmallApp } from "../service/small-app.ts";

export const address = {
  address1: "1 Main Street",
  city: "New York",
  region: "NY",
  postalCode: "10001",
  country: "US",
};
export const ach = {
  accountNumber: "555666777888",
  routingNumber: "021000021",
  electronicAccountType: "businessChecking",
};
export const wire = { accountNumber: "111222333444", routingNumber: "121000248", address, bankName: "Wells Fargo" };

type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
interface CallOptions {
  /** The token to use instead of the read-write one. */
  readonly as?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The recipient routes over HTTP, with a read-write token and one account. */
export async function openRecipientWorld() {
  const small: SmallApp = await openSmallApp({
    routes: (app, service) => recipientRoutes(app, service, { isInUse: isRecipientInUse }),
  });
  const { service, organizationId } = small;
  const { token } = await small.newToken();
  const accountId: AccountId = await service.database.transaction((tx) =>
    openAccount(service, tx, {
      organizationId,
      name: "Operations",
      kind: "checking",
      routingNumber: "021000021",
      accountNumber: "123456789012",
      actor: operator,
    }),
  );
  const call = (
    ...[method, url, payload, { as = token, headers = {} } = {}]: [Method, string, object?, CallOptions?]
  ) =>
    small.app.inject({
      method,
      url,
      headers: { ...bearer(as), ...headers },
      ...(payload === undefined ? {} : { payload }),
    });
  return {
    small,
    accountId,
    call,
    rows: <Row>(text: string, values: unknown[] = []) => service.database.many<Row>({ text, values }),
    create: async (body: object): Promise<Recipient> => {
      const response = await call("POST", "/recipients", body);
      assert.equal(response.statusCode, 200, response.body);
      return response.json();
    },
    /** The details of a refusal: message by path. */
    problemsOf: async (method: Method, url: string, body: object): Promise<Record<string, string>> => {
      const response = await call(method, url, body);
      assert.equal(response.statusCode, 400, response.body);
      assert.equal(response.json().errors.errorCode, "invalidRequest", response.body);
      return Object.fromEntries(
        response.json().errors.fields.map((field: { path: string; message: string }) => [field.path, field.message]),
      );
    },
  };
}

export type RecipientWorld = Awaited<ReturnType<typeof openRecipientWorld>>;
