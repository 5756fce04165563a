import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { signedInRoute } from "../../app/routes.tsx";
import { cursorParams, textParam } from "../../app/search-params.ts";
import { allMethods, type PaymentMethod } from "../../ui/money/payment-methods.ts";
import type { Cursor } from "../../ui/table/pager.tsx";
import { type InviteStatus, isInviteStatus } from "./invites/invite-status.ts";

interface ListSearch extends Cursor {
  readonly search?: string | undefined;
  /** A payment method, "changed", or "incomplete". */
  readonly show?: string | undefined;
  /** Such as "lastPaid.desc". */
  readonly sort?: string | undefined;
}

interface RecipientSearch {
  /** The method whose details are to be changed. */
  readonly change?: PaymentMethod | undefined;
  /** The failed payment to make again afterward. */
  readonly payAgain?: string | undefined;
}

interface InviteSearch extends Cursor {
  readonly status?: InviteStatus | undefined;
}

interface NewInviteSearch {
  readonly recipientId?: string | undefined;
  /** The payment that failed because of the recipient's details. */
  readonly failedPayment?: string | undefined;
}

export const recipientPageRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/recipients",
    validateSearch: (search: Record<string, unknown>): ListSearch => ({
      search: textParam(search["search"]),
      show: textParam(search["show"]),
      sort: textParam(search["sort"]),
      ...cursorParams(search),
    }),
    component: lazyRouteComponent(() => import("./recipients-page.tsx"), "RecipientsPage"),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/recipients/new",
    validateSearch: (
      search: Record<string, unknown>,
    ): { name?: string | undefined; email?: string | undefined; returnTo?: "file" | undefined } => ({
      name: textParam(search["name"]),
      email: textParam(search["email"]),
      returnTo: search["returnTo"] === "file" ? "file" : undefined,
    }),
    component: lazyRouteComponent(() => import("./new-recipient-page.tsx"), "NewRecipientPage"),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/recipients/$recipientId",
    validateSearch: (search: Record<string, unknown>): RecipientSearch => ({
      change: allMethods.find((method) => method === search["change"]),
      payAgain: textParam(search["payAgain"]),
    }),
    component: lazyRouteComponent(() => import("./recipient-page.tsx"), "RecipientPage"),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/recipients/invites",
    validateSearch: (search: Record<string, unknown>): InviteSearch => ({
      status: isInviteStatus(search["status"]) ? search["status"] : undefined,
      ...cursorParams(search),
    }),
    component: lazyRouteComponent(() => import("./invites/invites-page.tsx"), "InvitesPage"),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/recipients/invites/new",
    validateSearch: (search: Record<string, unknown>): NewInviteSearch => ({
      recipientId: textParam(search["recipientId"]),
      failedPayment: textParam(search["failedPayment"]),
    }),
    component: lazyRouteComponent(() => import("./invites/new-invite-page.tsx"), "NewInvitePage"),
  }),
] as const;
