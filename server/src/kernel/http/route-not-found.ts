import type { FastifyInstance } from "fastify";
import { refuseHttp } from "./http-refusals.ts";

/** Unknown path: 404. Known path, other method: 405 naming the methods it answers (decision P4). */
export function registerRouteNotFound(app: FastifyInstance): void {
  const methodsByPattern = new Map<string, { readonly pattern: RegExp; readonly methods: Set<string> }>();
  app.addHook("onRoute", (route) => {
    const known = methodsByPattern.get(route.url) ?? { pattern: patternOf(route.url), methods: new Set<string>() };
    for (const method of [route.method].flat()) known.methods.add(method);
    methodsByPattern.set(route.url, known);
  });
  app.setNotFoundHandler(async (request) => {
    const path = request.url.split("?")[0] ?? "/";
    const allowed = [...methodsByPattern.values()]
      .filter((known) => known.pattern.test(path))
      .flatMap((known) => [...known.methods]);
    // A route that answers the method and ends here has itself found nothing: a file that is not there.
    if (allowed.length === 0 || allowed.includes(request.method))
      throw refuseHttp("routeNotFound", { details: { method: request.method, path: path.slice(0, 200) } });
    const list = [...new Set(allowed)].sort().join(", ");
    throw refuseHttp("methodNotAllowed", {
      details: { method: request.method, path: path.slice(0, 200), allowed: list },
      headers: { allow: list },
    });
  });
}

const patternOf = (url: string): RegExp =>
  new RegExp(
    `^${url
      .replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&")
      .replaceAll(/:[A-Za-z]+/g, "[^/]+")
      .replaceAll("*", ".*")}/?$`,
  );
