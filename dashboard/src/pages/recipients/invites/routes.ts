import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { signedInRoute } from "../../../app/routes.tsx";
import { cursorParams, textParam } from "../../../app/search-params.ts";
import type { Cursor } from "../../../ui/table/pager.tsx";
import { type InviteStatus, isInviteStatus } from "./invite-status.ts";

interface InviteSearch extends Cursor {
  readonly status?: InviteStatus | undefined;
}

interface NewInviteSearch {
  readonly recipientId?: string | undefined;
  /** The payment that failed because of the recipient's details. */
  readonly failedPayment?: string | undefined;
}

export const invitePageRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/recipients/invites",
    validateSearch: (search: Record<string, unknown>): InviteSearch => ({
      status: isInviteStatus(search["status"]) ? search["status"] : undefined,
      ...cursorParams(search),
    }),
    component: lazyRouteComponent(() => import("./invites-page.tsx"), "InvitesPage"),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/recipients/invites/new",
    validateSearch: (search: Record<string, unknown>): NewInviteSearch => ({
      recipientId: textParam(search["recipientId"]),
      failedPayment: textParam(search["failedPayment"]),
    }),
    component: lazyRouteComponent(() => import("./new-invite-page.tsx"), "NewInvitePage"),
  }),
] as const;
