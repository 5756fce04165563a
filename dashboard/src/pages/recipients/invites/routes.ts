import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { signedInRoute } from "../../../app/routes.tsx";
import { type InviteStatus, isInviteStatus } from "./invite-status.ts";

const textOf = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);

interface InviteSearch {
  readonly status?: InviteStatus | undefined;
  readonly start_after?: string | undefined;
  readonly end_before?: string | undefined;
}

export const inviteRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/recipients/invites",
    validateSearch: (search: Record<string, unknown>): InviteSearch => ({
      status: isInviteStatus(search["status"]) ? search["status"] : undefined,
      start_after: textOf(search["start_after"]),
      end_before: textOf(search["end_before"]),
    }),
    component: lazyRouteComponent(() => import("./invites-page.tsx"), "InvitesPage"),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/recipients/invites/new",
    validateSearch: (search: Record<string, unknown>): { recipientId?: string | undefined } => ({
      recipientId: textOf(search["recipientId"]),
    }),
    component: lazyRouteComponent(() => import("./new-invite-page.tsx"), "NewInvitePage"),
  }),
] as const;
