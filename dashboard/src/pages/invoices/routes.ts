import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { signedInRoute } from "../../app/routes.tsx";
import { cursorParams, textParam } from "../../app/search-params.ts";
import type { Cursor } from "../../ui/table/pager.tsx";

interface ListSearch extends Cursor {
  readonly search?: string | undefined;
  readonly status?: string | undefined;
  readonly age?: string | undefined;
  readonly customer?: string | undefined;
}

const listSearch = (search: Record<string, unknown>): ListSearch => ({
  search: textParam(search["search"]),
  status: textParam(search["status"]),
  age: textParam(search["age"]),
  customer: textParam(search["customer"]),
  ...cursorParams(search),
});

export const invoicePageRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/invoices",
    validateSearch: listSearch,
    component: lazyRouteComponent(() => import("./invoices-page.tsx"), "InvoicesPage"),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/invoices/new",
    validateSearch: (search: Record<string, unknown>): { customer?: string | undefined } => ({
      customer: textParam(search["customer"]),
    }),
    component: lazyRouteComponent(() => import("./form/new-invoice-page.tsx"), "NewInvoicePage"),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/invoices/customers",
    validateSearch: (search: Record<string, unknown>): Cursor & { search?: string | undefined } => ({
      search: textParam(search["search"]),
      ...cursorParams(search),
    }),
    component: lazyRouteComponent(() => import("./customers/customers-page.tsx"), "CustomersPage"),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/invoices/customers/$customerId",
    validateSearch: (search: Record<string, unknown>): Cursor => cursorParams(search),
    component: lazyRouteComponent(() => import("./customers/customer-page.tsx"), "CustomerPage"),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/invoices/payments",
    validateSearch: (search: Record<string, unknown>): Cursor & { status?: string | undefined } => ({
      status: textParam(search["status"]),
      ...cursorParams(search),
    }),
    component: lazyRouteComponent(() => import("./incoming-payments-page.tsx"), "IncomingPaymentsPage"),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/invoices/settings",
    component: lazyRouteComponent(() => import("./invoice-settings-page.tsx"), "InvoiceSettingsPage"),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/invoices/$invoiceId",
    component: lazyRouteComponent(() => import("./invoice-page.tsx"), "InvoicePage"),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/invoices/$invoiceId/edit",
    component: lazyRouteComponent(() => import("./form/edit-invoice-page.tsx"), "EditInvoicePage"),
  }),
] as const;
