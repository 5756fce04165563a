import type { Api } from "#kernel/http/api.ts";
import { isScopeName, routeScopesOutsideCatalog } from "./scopes.ts";

/** A route and its access rules, for the authorization table and the contract. */
export interface RouteFacts {
  readonly method: string;
  readonly url: string;
  readonly scope: string;
  readonly allowlisted: boolean;
  readonly permission: string | undefined;
}

declare module "fastify" {
  interface FastifyInstance {
    /** Every route registered so far, in order of registration. */
    routeTable: RouteFacts[];
  }
  interface FastifyContextConfig {
    /**
     * Who may call the route: the name of a scope, `anyToken` (a valid token with any scopes), `person` (a signed-in
     * user, not a token), or `public`. Every route declares one; otherwise the service does not start.
     */
    scope?: string;
    /**
     * What a user needs in addition to the scope: a permission or, with `anyToken`, a scope. Tokens have no
     * permissions.
     */
    permission?: string;
    /** The caller's address must be on the token's allowlist (specification §5.4). */
    allowlisted?: boolean;
    /** A user must reauthenticate first (POST /session/step-up). */
    stepUp?: boolean;
    /** Also open to users who have not set up the second factor that their organization requires. */
    worksWithoutSecondFactor?: true;
  }
}

/** Keeps the table of routes. The service does not start if a route declares no scope or an unknown one. */
export function registerRoutePolicy(app: Api): void {
  app.decorate("routeTable", []);
  app.addHook("onRoute", (route) => {
    const { scope, allowlisted = false, permission } = route.config ?? {};
    for (const method of [route.method].flat()) {
      const name = `Route ${method} ${route.url}`;
      if (scope === undefined) throw new TypeError(`${name} declares no scope`);
      if (!isScopeName(scope) && !routeScopesOutsideCatalog.some((other) => other === scope))
        throw new TypeError(`${name} declares the scope ${scope}, which is not in the catalog`);
      app.routeTable.push({ method, url: route.url, scope, allowlisted, permission });
    }
  });
}
