import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { signedInRoute } from "../../app/routes.tsx";
import type { Cursor } from "../../ui/pager.tsx";

const text = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);

export const transfersRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/transfers",
    validateSearch: ({ start_after, end_before }: Record<string, unknown>): Cursor => ({
      start_after: text(start_after),
      end_before: text(end_before),
    }),
    component: lazyRouteComponent(() => import("./transfers-page.tsx"), "TransfersPage"),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/transfers/new",
    validateSearch: ({ from }: Record<string, unknown>): { from?: string | undefined } => ({ from: text(from) }),
    component: lazyRouteComponent(() => import("./new-transfer-page.tsx"), "NewTransferPage"),
  }),
] as const;
