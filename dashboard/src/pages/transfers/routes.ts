import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { signedInRoute } from "../../app/routes.tsx";
import type { Cursor } from "../../ui/table/pager.tsx";

const textOf = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);

export const transfersRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/transfers",
    validateSearch: ({ start_after, end_before }: Record<string, unknown>): Cursor => ({
      start_after: textOf(start_after),
      end_before: textOf(end_before),
    }),
    component: lazyRouteComponent(() => import("./transfers-page.tsx"), "TransfersPage"),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/transfers/new",
    validateSearch: (search: Record<string, unknown>): { from?: string | undefined } => ({
      from: textOf(search["from"]),
    }),
    component: lazyRouteComponent(() => import("./new-transfer-page.tsx"), "NewTransferPage"),
  }),
] as const;
