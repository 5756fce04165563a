import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { signedInRoute } from "../../app/routes.tsx";
import { transactionsSearchOf } from "./filters.ts";

export const transactionPageRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/transactions",
    validateSearch: transactionsSearchOf,
    component: lazyRouteComponent(() => import("./transactions-page.tsx"), "TransactionsPage"),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/transactions/$transactionId",
    component: lazyRouteComponent(() => import("./transaction-page.tsx"), "TransactionPage"),
  }),
] as const;
