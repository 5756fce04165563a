import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Worker } from "node:worker_threads";
import { DAY_MS, HOUR_MS, plusMs } from "#kernel/clock/clock.ts";
import type { PdfBlock } from "#kernel/pdf/pdf-document.ts";
import { renderPdf } from "#kernel/pdf/render-pdf.ts";
import { runUntilIdle } from "#kernel/work/worker.ts";
import { makeInvoice } from "../../kit/invoicing/invoices.ts";
import { eventually } from "../../kit/service/eventually.ts";
import { inject, openWorld, type TestOrganization, type TestWorld } from "../../kit/service/full-app.ts";
import { type MailServer, startMailServer } from "../../kit/service/mail-server.ts";

/** Draws a document whose table has these rows. */
const drawn = (rows: Extract<PdfBlock, { kind: "table" }>["rows"]): Promise<Buffer> =>
  renderPdf({
    title: "",
    subtitle: "",
    createdAt: new Date(0),
    issuer: { name: "", lines: [] },
    footer: "",
    blocks: [{ kind: "table", summary: "", columns: [{ title: "", width: 1 }], rows }],
  });

/** The next document starts a thread. */
async function stopThread(): Promise<void> {
  async function* broken(): AsyncGenerator<readonly []> {
    yield [];
    throw new Error("stops the thread that is running");
  }
  await assert.rejects(drawn(broken()), /stops the thread/);
}

/** The next document starts a thread, which dies at once. */
async function killNextThread(): Promise<() => boolean> {
  await stopThread();
  let killed = false;
  process.once("worker", (thread: Worker) => {
    killed = true;
    void thread.terminate();
  });
  return () => killed;
}

/** Emails about invoices, when the mail server refuses or is down, and when drawing the PDF fails. */
describe("emails about invoices survive outages", () => {
  let server: MailServer;
  let world: TestWorld;
  let organization: TestOrganization;
  before(async () => {
    server = await startMailServer();
    world = await openWorld({ smtpUrl: server.url, mailFrom: "Bursar <bursar@example.com>" });
    organization = await world.newOrganization();
  });
  after(async () => {
    await world.close();
    await server.close();
  });

  const work = () => runUntilIdle(world.app.jobs);
  const newInvoice = () =>
    makeInvoice(world, organization, { sendEmailOption: "SendNow", ccEmails: ["boss@globex.example"] });
  const arrivedOf = ({ invoiceNumber }: { invoiceNumber: string }): readonly string[] =>
    server.received.flatMap(({ subject, to }) => (subject.includes(invoiceNumber) ? to : [])).sort();
  const BOTH = ["ap@globex.example", "boss@globex.example"];
  /** Emails that were tried wait for their retry. */
  const anHourLater = async () => {
    world.clock.set(plusMs(world.clock.now(), HOUR_MS));
    await work();
  };

  test("they wait while the mail server refuses or is down, and arrive once, with the PDF", async () => {
    server.refuse(451);
    const refused = await newInvoice();
    await work();
    assert.deepEqual(arrivedOf(refused), []);
    server.refuse(undefined);
    await anHourLater();
    assert.deepEqual(arrivedOf(refused), BOTH);
    assert.ok(server.received.every(({ text }) => text.includes(`filename=invoice-${refused.invoiceNumber}.pdf`)));

    const { url } = server;
    await server.close();
    const down = await newInvoice();
    await work();
    server = await startMailServer(Number(new URL(url).port));
    await anHourLater();
    await anHourLater();
    assert.deepEqual([arrivedOf(down), arrivedOf(refused)], [BOTH, []], "each once");
  });

  test("reminders that are due during an outage arrive once: the latest, not one for each day", async () => {
    const due = (days: number) =>
      plusMs(world.clock.now(), days * DAY_MS)
        .toISOString()
        .slice(0, 10);
    const soon = await makeInvoice(world, organization, { dueDate: due(2), sendEmailOption: "SendNow" });
    await work();
    const subjects = (invoice: { invoiceNumber: string }) =>
      server.received
        .filter(({ subject }) => subject.includes(invoice.invoiceNumber))
        .map(({ subject }) => subject.split(" ")[0]);
    assert.deepEqual(subjects(soon), ["Invoice"]);
    const { url } = server;
    await server.close();
    world.clock.set(plusMs(world.clock.now(), 4 * DAY_MS));
    await work();
    server = await startMailServer(Number(new URL(url).port));
    await anHourLater();
    await anHourLater();
    assert.deepEqual(subjects(soon), ["Overdue:"]);
  });

  const onePass = async () => {
    for (const job of world.app.jobs.filter(({ name }) => name === "invoice-letters")) await job.run();
  };

  test("an invoice that is canceled while its PDF is drawn is not sent", async () => {
    await stopThread();
    const invoice = await newInvoice();
    let canceled: Promise<unknown> | undefined;
    process.once("worker", () => {
      canceled = inject(world.app, organization.token, { url: `/ar/invoices/${invoice.id}/cancel`, body: {} });
    });
    await onePass();
    assert.ok(await canceled);
    await anHourLater();
    assert.deepEqual(arrivedOf(invoice), []);
  });

  test("a PDF whose drawing fails in the middle is drawn again, and nothing is sent before", async () => {
    const killed = await killNextThread();
    const invoice = await newInvoice();
    // One pass: on a slow machine, a second one would be the retry.
    await onePass();
    assert.ok(killed());
    assert.deepEqual(arrivedOf(invoice), []);
    const { emails } = (await inject(world.app, organization.token, { url: "/sandbox/emails" })).body;
    assert.ok(emails.every(({ subject }: { subject: string }) => !subject.includes(invoice.invoiceNumber)));
    await eventually("the job tries again", async () => {
      await work();
      return arrivedOf(invoice).length > 0;
    });
    await anHourLater();
    assert.deepEqual(arrivedOf(invoice), BOTH);
  });

  test("a PDF on request gets 503 with Retry-After while the queue is full, and is drawn once there is room", async () => {
    const [first, second] = [await newInvoice(), await newInvoice()];
    const download = ({ id } = first) => inject(world.app, organization.token, { url: `/ar/invoices/${id}/pdf` });
    let open = (): void => undefined;
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    async function* slow(): AsyncGenerator<readonly []> {
      await opened;
      yield [];
    }
    // On a slow machine, the last ones may wait too long.
    const others = Promise.allSettled(Array.from({ length: 17 }, () => drawn(slow())));
    // Without a limit, the test fails instead of waiting forever.
    setTimeout(open, 5_000).unref();
    const refused = await download();
    assert.deepEqual([refused.status, refused.body.errors?.errorCode], [503, "serviceUnavailable"]);
    assert.equal(refused.headers["retry-after"], "1");
    open();
    for (const other of await others)
      if (other.status === "rejected") assert.equal(Object(other.reason).code, "serviceUnavailable");
    assert.equal((await download()).status, 200);

    const killed = await killNextThread();
    const lost = await download(second);
    assert.deepEqual([killed(), lost.status, lost.body.errors.errorCode], [true, 500, "internalError"]);
    const next = await download(second);
    assert.equal(next.status, 200, "a thread that dies costs one reply");
    assert.ok(next.text.startsWith("%PDF-") && next.text.trimEnd().endsWith("%%EOF"));
  });
});
