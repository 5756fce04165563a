import { createReadStream } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Api } from "#kernel/http/api.ts";

const files = {
  "swagger-ui.css": "text/css; charset=utf-8",
  "swagger-ui-bundle.js": "text/javascript; charset=utf-8",
  "favicon-32x32.png": "image/png",
} as const;
const require = createRequire(import.meta.url);
const FOLDER = join(dirname(require.resolve("@fastify/swagger-ui/package.json")), "static");

/** No external resources and no inline scripts: the page's content comes only from this service. */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Bursar API reference</title>
<link rel="stylesheet" href="/docs/swagger-ui.css">
<link rel="icon" type="image/png" href="/docs/favicon-32x32.png">
</head>
<body>
<div id="swagger-ui"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

const START = `SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#swagger-ui",
  deepLinking: true,
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
  persistAuthorization: false,
  validatorUrl: null,
  presets: [SwaggerUIBundle.presets.apis],
  layout: "BaseLayout",
});
`;

/**
 * The API reference: Swagger UI's files over our own routes, because every route of this service declares its scope and
 * returns errors in one shape, which a plugin's own routes would not.
 */
export function referencePageRoutes(app: Api): void {
  const config = { scope: "public" };
  const schema = { hide: true };
  app.get("/docs", { config, schema }, (_request, reply) =>
    reply
      .header("content-security-policy", CONTENT_SECURITY_POLICY)
      .header("referrer-policy", "no-referrer")
      .type("text/html; charset=utf-8")
      .serializer(String)
      .send(PAGE),
  );
  app.get("/docs/start.js", { config, schema }, (_request, reply) =>
    reply.type("text/javascript; charset=utf-8").serializer(String).send(START),
  );
  for (const [name, type] of Object.entries(files)) {
    app.get(`/docs/${name}`, { config, schema }, (_request, reply) =>
      reply.type(type).send(createReadStream(join(FOLDER, name))),
    );
  }
}
