import type { FastifyRequest } from "fastify";
import { Type } from "typebox";
import type { DebitRail } from "#bank/rails";
import type { Api } from "#kernel/http/api.ts";
import { object } from "#kernel/http/schemas.ts";
import { paperBrand } from "#records/brand";
import { originOf, type PeopleService, throttled } from "#records/people";
import { invoiceFile } from "../documents/invoice-file.ts";
import { PdfFileSchema, sendFile } from "../documents/pdf.routes.ts";
import { organizationOfSlug, readSlug, type SlugTarget } from "../invoices/invoice-slug.ts";
import { refuseInvoicing } from "../invoicing-refusals.ts";
import { authorizeDebit } from "./authorize-debit.ts";
import { AuthorizeDebitSchema, PayableInvoiceSchema } from "./pay-page-schemas.ts";
import { type PayablePage, readPayPage } from "./payable-invoice.ts";

const tags = ["Pay page"];
const params = object({
  slug: Type.String({ maxLength: 100, description: "The secret of the link: the part after `/pay/`." }),
});
const withinSlug = ({ params: given }: { readonly params: unknown }) => {
  const slug: unknown = Object(given)["slug"];
  return typeof slug === "string" ? organizationOfSlug(slug) : undefined;
};
const config = { scope: "public", within: withinSlug };
const refusals = ["payLinkUnusable", "tooManySignIns"];

interface Page extends PayablePage {
  readonly target: SlugTarget;
}

/** Routes for the customer's page: no session, no token, only the link (decision P1). Without a rail, no ACH debit. */
export function payableInvoiceRoutes(app: Api, service: PeopleService, rail: DebitRail | undefined): void {
  const hasRail = rail !== undefined;
  /** The page of a link. Guessing links is throttled, but those who have one never wait for guessers in their network. */
  const pageOf = async (request: FastifyRequest, slug: string): Promise<Page> => {
    const { address } = originOf(request, service.config);
    const target = readSlug(service, slug);
    if (target === undefined) await throttled(service, { account: undefined, address }, async () => undefined);
    const page = target && (await readPayPage(service, service.database, { target, hasRail }));
    if (target === undefined || page === undefined) throw refuseInvoicing("payLinkUnusable");
    return { target, ...page };
  };
  readRoute(app, pageOf);
  fileRoute(app, service, pageOf);
  debitRoute(app, service, { pageOf, hasRail });
}

type PageOf = (request: FastifyRequest, slug: string) => Promise<Page>;

function readRoute(app: Api, pageOf: PageOf): void {
  app.get(
    "/payable-invoices/:slug",
    {
      config: { ...config, refusals },
      schema: {
        operationId: "getPayableInvoice",
        summary: "Get an invoice as its customer",
        description: "For the customer's page. An unknown link is refused; guessing links is throttled.",
        tags,
        params,
        response: { 200: PayableInvoiceSchema },
      },
    },
    async (request) => (await pageOf(request, request.params.slug)).shown,
  );
}

function fileRoute(app: Api, service: PeopleService, pageOf: PageOf): void {
  app.get(
    "/payable-invoices/:slug/pdf",
    {
      config: { ...config, refusals },
      schema: {
        operationId: "getPayableInvoicePdf",
        summary: "Get an invoice's PDF as its customer",
        description: "The same file as the one attached to the email.",
        tags,
        params,
        produces: ["application/pdf"],
        response: { 200: PdfFileSchema },
      },
    },
    async (request, reply) => {
      const { facts, target } = await pageOf(request, request.params.slug);
      const brand = await paperBrand(service, target.organizationId);
      return sendFile(reply.header("x-robots-tag", "noindex"), await invoiceFile(facts, brand));
    },
  );
}

function debitRoute(app: Api, service: PeopleService, { pageOf, hasRail }: { pageOf: PageOf; hasRail: boolean }): void {
  app.post(
    "/payable-invoices/:slug/debit",
    {
      config: { ...config, refusals: [...refusals, "debitUnavailable"] },
      schema: {
        operationId: "authorizeInvoiceDebit",
        summary: "Pay an invoice by ACH debit",
        description:
          "Records the customer's authorization with the time and address, and submits the debit to the bank. The invoice is `Processing` until the money is available, a few banking days later. The same request again changes nothing.",
        tags,
        params,
        body: {
          ...AuthorizeDebitSchema,
          examples: [
            {
              payerName: "Blue Door Cafes",
              routingNumber: "021000021",
              accountNumber: "123456789",
              accountType: "checking",
              amount: 125.5,
              authorized: true,
            },
          ],
        },
        response: { 200: PayableInvoiceSchema },
      },
    },
    async (request) => {
      const { slug } = request.params;
      const { target } = await pageOf(request, slug);
      if (!hasRail)
        throw refuseInvoicing("debitUnavailable", { details: { problem: "this bank does not collect debits" } });
      const { address, httpRequestId } = originOf(request, service.config);
      await service.database.transaction((tx) =>
        authorizeDebit(service, tx, { target, input: request.body, address, httpRequestId }),
      );
      return (await pageOf(request, slug)).shown;
    },
  );
}
