import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { runUntilIdle } from "#kernel/work/worker.ts";
import { customerBody, invoiceContent, type MadeInvoice, makeInvoice } from "../../kit/invoicing/invoices.ts";
import { inject, openWorldOfFile, type TestOrganization } from "../../kit/service/full-app.ts";
import { browse, newPerson, signedIn } from "../../kit/worlds/people.ts";

/** Law 14 for invoicing: customers, invoices, payments, and matches of another organization do not exist. */
const UNKNOWN = "01975c2e-8f7a-7c60-b1f2-3c1d5a7e9b10";

const world = await openWorldOfFile();

describe("other organizations' invoices are invisible", () => {
  let mine: TestOrganization;
  let cookie: string;
  let their: MadeInvoice;
  let theirPayment: string;
  let theirMatch: string;
  before(async () => {
    mine = await world.newOrganization();
    const otherOrganization = await world.newOrganization();
    cookie = await signedIn(world.app, await newPerson(world, mine.organizationId));
    their = await makeInvoice(world, otherOrganization);
    const url = `/sandbox/accounts/${otherOrganization.accountId}/deposit`;
    const paid = await inject(world.app, otherOrganization.token, {
      url,
      body: { amount: 100, name: "X", memo: their.invoiceNumber },
    });
    await runUntilIdle(world.app.jobs);
    const activity = await inject(world.app, otherOrganization.token, { url: `/ar/invoices/${their.id}/activity` });
    [theirPayment, theirMatch] = [paid.body.id, activity.body.matches[0].id];
  });

  const shown = ({ status, text, body }: { status: number; text: string; body?: unknown }, id: string) => {
    const { requestId = "-" } = (body as { errors?: { requestId?: string } } | undefined)?.errors ?? {};
    return { status, text: text.replaceAll(id, "<id>").replaceAll(requestId, "<request>") };
  };

  test("for tokens", async () => {
    const cases: readonly (readonly [
      id: string,
      call: (id: string) => Parameters<typeof inject>[2],
      status: number,
    ])[] = [
      [their.customerId, (id) => ({ url: `/ar/customers/${id}` }), 404],
      [
        their.customerId,
        (id) => ({ url: `/ar/customers/${id}`, body: { ...customerBody, resendOpenInvoices: true } }),
        404,
      ],
      [their.customerId, (id) => ({ url: `/ar/customers/${id}`, method: "DELETE" }), 404],
      [their.customerId, (id) => ({ url: `/ar/customers?start_after=${id}` }), 400],
      [their.customerId, (id) => ({ url: `/ar/overview?customerId=${id}` }), 200],
      [their.customerId, (id) => ({ url: `/ar/invoices?customerId=${id}` }), 200],
      [
        their.customerId,
        (id) => ({
          url: "/ar/invoices",
          body: { ...invoiceContent, customerId: id, destinationAccountId: mine.accountId },
        }),
        400,
      ],
      [their.id, (id) => ({ url: `/ar/invoices/${id}` }), 404],
      [their.id, (id) => ({ url: `/ar/invoices/${id}`, body: { ...invoiceContent, invoiceNumber: "X-1" } }), 404],
      [their.id, (id) => ({ url: `/ar/invoices/${id}/cancel`, body: {} }), 404],
      [their.id, (id) => ({ url: `/ar/invoices/${id}/pdf` }), 404],
      [their.id, (id) => ({ url: `/ar/invoices/${id}/activity` }), 404],
      [their.id, (id) => ({ url: `/ar/invoices?end_before=${id}` }), 400],
      [their.id, (id) => ({ url: `/ar/invoice-rows?start_after=${id}` }), 400],
      [theirPayment, (id) => ({ url: `/ar/payments/${id}/suggestions` }), 404],
      [theirPayment, (id) => ({ url: `/ar/payments?start_after=${id}` }), 400],
    ];
    for (const [id, call, status] of cases) {
      const [foreign, unknown] = [
        await inject(world.app, mine.token, call(id)),
        await inject(world.app, mine.token, call(UNKNOWN)),
      ];
      assert.deepEqual(shown(foreign, id), shown(unknown, UNKNOWN), call(id).url);
      assert.equal(foreign.status, status, foreign.text);
    }
    assert.equal((await inject(world.app, mine.token, { url: `/ar/invoices/${their.slug}/pdf` })).status, 404);
  });

  test("for people", async () => {
    const own = await makeInvoice(world, mine);
    const cases: readonly (readonly [id: string, call: (id: string) => { url: string; body: object }])[] = [
      [
        theirPayment,
        (id) => ({ url: `/ar/payments/${id}/match`, body: { matches: [{ invoiceId: own.id, amount: 1 }] } }),
      ],
      [theirPayment, (id) => ({ url: `/ar/payments/${id}/ignore`, body: {} })],
      [theirPayment, (id) => ({ url: `/ar/payments/${id}/restore`, body: {} })],
      [theirMatch, (id) => ({ url: `/ar/matches/${id}/undo`, body: {} })],
      [their.id, (id) => ({ url: `/ar/invoices/${id}/email`, body: { kind: "invoice" } })],
      [their.id, (id) => ({ url: `/ar/invoices/${id}/renew-link`, body: {} })],
    ];
    for (const [id, call] of cases) {
      const [foreign, unknown] = [
        await browse(world.app, { ...call(id), cookie }),
        await browse(world.app, { ...call(UNKNOWN), cookie }),
      ];
      assert.deepEqual(shown(foreign, id), shown(unknown, UNKNOWN), call(id).url);
      assert.equal(foreign.status, 404, foreign.text);
    }
    const figures = (id: string) => browse(world.app, { url: `/ar/customer-figures?customerId=${id}`, cookie });
    const [foreign, unknown] = [await figures(their.customerId), await figures(UNKNOWN)];
    assert.deepEqual(shown(foreign, their.customerId), shown(unknown, UNKNOWN));
  });
});
