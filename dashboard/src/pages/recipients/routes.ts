import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { signedInRoute } from "../../app/routes.tsx";
import { inviteRoutes } from "./invites/routes.ts";

const textOf = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);

export const recipientsRoutes = [
  ...inviteRoutes,
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/recipients",
    validateSearch: (
      search: Record<string, unknown>,
    ): { search?: string | undefined; start_after?: string | undefined; end_before?: string | undefined } => ({
      search: textOf(search["search"]),
      start_after: textOf(search["start_after"]),
      end_before: textOf(search["end_before"]),
    }),
    component: lazyRouteComponent(() => import("./recipients-page.tsx"), "RecipientsPage"),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/recipients/new",
    component: lazyRouteComponent(() => import("./new-recipient-page.tsx"), "NewRecipientPage"),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/recipients/$recipientId",
    component: lazyRouteComponent(() => import("./recipient-page.tsx"), "RecipientPage"),
  }),
] as const;
