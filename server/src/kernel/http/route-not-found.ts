import type { FastifyInstance } from "fastify";
import { refuseHttp } from "./http-refusals.ts";

/** 404 for an unknown path; 405 with the supported methods for a known path and another method (decision P4). */
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
    // The route supports the method but did not find the resource, such as a file that does not exist.
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
