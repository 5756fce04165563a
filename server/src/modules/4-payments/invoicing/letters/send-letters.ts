import { isDeepStrictEqual } from "node:util";
import { newYorkDay } from "bursar-banking/calendar/new-york";
import { assert, present } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { eachOrganization, tryEach } from "#kernel/work/each-organization.ts";
import { paperBrand } from "#records/brand";
import { enqueueMail } from "#records/mail";
import { type InvoiceFacts, readInvoiceFacts } from "../documents/invoice-facts.ts";
import { type InvoiceFile, invoiceFile } from "../documents/invoice-file.ts";
import { findInvoice } from "../invoices/invoices.queries.ts";
import { invoiceLetter } from "./invoice-letter.ts";
import type { LetterRow } from "./letter-row.ts";
import { lockWaitingLetter, markLetter, organizationsWithLetters, waitingLetters } from "./letters.queries.ts";

const LETTERS_PER_PASS = 20;
const each = eachOrganization("invoice-letters");

/**
 * Draws the PDF of every waiting letter, outside any transaction, and then queues its emails and marks it as sent in
 * one: after a crash, the letter is drawn again, but emailed once. Returns the number of letters.
 */
export async function runInvoiceLetters(service: Service): Promise<number> {
  const waiting = await organizationsWithLetters(service.database);
  return each.run(
    service,
    waiting.map((row) => row.organization_id),
    async (organizationId) => {
      const letters = await waitingLetters(service.database, organizationId, LETTERS_PER_PASS);
      await tryEach(letters, (letter) => send(service, organizationId, letter));
      return letters.length;
    },
  );
}

async function send(service: Service, organizationId: OrganizationId, letter: LetterRow): Promise<void> {
  const { database, clock } = service;
  const row = present(await findInvoice(database, organizationId, letter.invoice_id), "a letter has an invoice");
  const facts = await readInvoiceFacts(service, database, { organizationId, row });
  const isPointless = !isWanted(letter, facts);
  const file = isPointless ? undefined : await invoiceFile(facts, await paperBrand(service, organizationId));
  await database.transaction(async (tx) => {
    const locked = await lockWaitingLetter(tx, organizationId, letter.letter_id);
    if (locked === undefined) return;
    // Changed, paid, or canceled while its PDF was drawn: the next pass draws it as it is then.
    if (!isDeepStrictEqual(await findInvoice(tx, organizationId, row.invoice_id), row)) return;
    if (file !== undefined) await queueMails(service, tx, { organizationId, letter, facts, file });
    const trigger = isPointless ? "drop" : "send";
    const marked = await markLetter(tx, organizationId, { letterId: letter.letter_id, trigger, at: clock.now() });
    assert(marked === 1, "a letter that was locked waiting can be sent");
  });
}

/** A reminder of an invoice that was paid or canceled in the meantime is not sent; nor is a canceled invoice. */
const isWanted = ({ kind }: LetterRow, { row, dueMinor }: InvoiceFacts): boolean =>
  kind === "reminder" ? dueMinor > 0n && row.status === "Unpaid" : row.status !== "Cancelled";

async function queueMails(
  service: Service,
  tx: Parameters<typeof enqueueMail>[1],
  {
    organizationId,
    letter,
    facts,
    file,
  }: { organizationId: OrganizationId; letter: LetterRow; facts: InvoiceFacts; file: InvoiceFile },
): Promise<void> {
  const written = invoiceLetter(letter.kind, facts, newYorkDay(service.clock.now()));
  for (const recipient of letter.addresses)
    await enqueueMail(service, tx, {
      organizationId,
      kind: "invoice",
      recipient,
      letter: written,
      senderId: letter.created_by_user ?? letter.created_by_token,
      attachments: [file],
    });
}
