import type { ComponentProps } from "react";
import { isApiError } from "../../api/api-error.ts";
import { Empty } from "../../ui/feedback/empty.tsx";
import { Page } from "../../ui/page/page.tsx";
import { Section } from "../../ui/page/section.tsx";

/** A page of invoicing. Without a plan, it explains what a plan adds. */
export function InvoicingPage({
  query,
  ...page
}: ComponentProps<typeof Page> & { readonly query: { readonly error: unknown } }) {
  if (!isApiError(query.error, "subscriptionRequired")) return <Page {...page} />;
  return (
    <Page title={page.title} lead="Bill your customers, and match what they pay.">
      <Section>
        <Empty title="Your plan does not include invoicing">
          With invoicing, you email invoices that customers pay online, and Bursar matches their payments. Ask your
          server administrator to change your plan.
        </Empty>
      </Section>
    </Page>
  );
}
