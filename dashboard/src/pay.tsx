import { prepareClient } from "./api/client.ts";
import { mount } from "./app/mount.tsx";
import { createQueryClient } from "./app/query-client.ts";
import { PayInvoicePage } from "./pages/invoices/pay/pay-invoice-page.tsx";

/** The page on which a customer pays an invoice: no session, and none of the dashboard's script. */
prepareClient();
mount(
  createQueryClient(),
  <PayInvoicePage slug={decodeURIComponent(window.location.pathname.replace(/^\/pay\//, ""))} />,
);
