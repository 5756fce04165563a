/** `bursar login`, `whoami`, and `logout`: where a token is kept, whom it is sent to, and who can read it. */
import assert from "node:assert/strict";
import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { revokeToken } from "#records/identity";
import { removeFolder, temporaryFolder } from "../../kit/servers/server-process.ts";
import { bursarHere } from "../../kit/service/command.ts";
import { eventually } from "../../kit/service/eventually.ts";
import { openWorld, operator, type TestOrganization, type TestWorld } from "../../kit/service/full-app.ts";

describe("a profile", () => {
  let world: TestWorld;
  let organization: TestOrganization;
  let url: string;
  let folder: string;
  let file: string;
  before(async () => {
    world = await openWorld();
    organization = await world.newOrganization();
    url = await world.app.api.listen({ host: "127.0.0.1", port: 0 });
    folder = await temporaryFolder();
    file = join(folder, "config", "bursar", "profiles.json");
  });
  after(async () => {
    await world.close();
    await removeFolder(folder);
  });

  const run = (args: readonly string[], input?: string, more: Readonly<Record<string, string>> = {}) =>
    bursarHere(args, {
      dataDir: folder,
      environment: { XDG_CONFIG_HOME: join(folder, "config"), ...more },
      ...(input === undefined ? {} : { input }),
    });
  const refused = async (args: readonly string[], exitCode: number, problem: RegExp, input?: string) => {
    const ran = await run(args, input);
    assert.equal(ran.exitCode, exitCode, ran.errors);
    assert.match(ran.errors, problem);
    assert.match(ran.errors, /^[^\n]+\.\n$/, "one sentence or two, on one line");
  };

  test("does not exist before the first login, which says what to do", async () => {
    await refused(["whoami"], 2, /^There is no API token\. Run bursar login/);
    await refused(["whoami", "--profile", "live"], 2, /There is no profile live\. Run bursar login --profile live\./);
    await refused(["logout"], 2, /^There is no profile default\.$/m);
  });

  test("is stored when the service has recognized the token, and only the user can read it", async () => {
    await refused(["login", "--url", url], 1, /No API token matches|not a complete API token/, "secret-token:wrong");
    await refused(["login", "--url", url], 2, /is empty/, "");
    assert.ok(!existsSync(file), "a token that does not work is not stored");
    const login = await run(["login", "--url", `${url}/api/v1/`], `${organization.token}\n`);
    assert.equal(login.exitCode, 0, login.errors);
    assert.match(
      login.output,
      /^Logged in to Acme, Inc\. \(sandbox\) at http:\/\/127\.0\.0\.1:\d+ as the profile default\./,
    );
    assert.ok(!login.output.includes(organization.token));
    if (process.platform !== "win32") assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.deepEqual(readdirSync(join(folder, "config", "bursar")), ["profiles.json"], "nothing else is left");
    const who = await run(["whoami"]);
    assert.match(
      who.output,
      /^organization: +Acme, Inc\.\nservice: +http.* \(sandbox\)\nprofile: +default\ntoken: +test/,
    );
    const json = JSON.parse((await run(["whoami", "--json"])).output);
    assert.deepEqual([json.profile, json.url, json.mode, json.kind], ["default", url, "sandbox", "readWrite"]);
  });

  test("sends its token to its own service only", async () => {
    await refused(["whoami", "--url", "https://elsewhere.example"], 2, /The token of the profile default is for http/);
    const same = await run(["whoami", "--url", `${url}/`]);
    assert.equal(same.exitCode, 0, same.errors);
  });

  test("yields to BURSAR_TOKEN, unless it is named", async () => {
    const readOnly = await organization.newToken({ kind: "readOnly", name: "reports" });
    const environment = { BURSAR_TOKEN: readOnly, PUBLIC_URL: url };
    const kind = async (...args: readonly string[]) =>
      JSON.parse((await run(["whoami", "--json", ...args], undefined, environment)).output).kind;
    assert.equal(await kind(), "readOnly");
    assert.equal(await kind("--profile", "default"), "readWrite");
  });

  test("is one of several, and the latest login is used; logout forgets it", async () => {
    const readOnly = await organization.newToken({ kind: "readOnly", name: "reports" });
    assert.equal((await run(["login", "--profile", "reports", "--url", url], readOnly)).exitCode, 0);
    assert.match((await run(["whoami"])).output, /profile: +reports\ntoken: +reports \(readOnly\)/);
    assert.match((await run(["whoami", "--all"])).output, /^default +http\S+\nreports +http\S+ +by default$/m);
    const renewed = await run(["login", "--profile", "default"], organization.token);
    assert.match(renewed.output, new RegExp(`at ${url} as the profile default`), "at the address that it had");
    assert.match((await run(["logout", "reports"])).output, /works until it is revoked/);
    assert.ok(!readFileSync(file, "utf8").includes(readOnly));
    await refused(["whoami", "--profile", "reports"], 2, /There is no profile reports/);
  });

  test("is refused if other users can read its file, or if the file is damaged", async () => {
    const stored = readFileSync(file, "utf8");
    if (process.platform !== "win32") {
      chmodSync(file, 0o644);
      await refused(["whoami"], 2, /other users can read it\. Run chmod 600 /);
      chmodSync(file, 0o600);
    }
    for (const damaged of ["", "{", "null", '{"current":1}', '{"current":"a","profiles":{"a":{"url":1}}}']) {
      writeFileSync(file, damaged);
      await refused(["whoami"], 2, /profiles\.json is damaged\. Remove it, and run bursar login\./);
    }
    writeFileSync(file, stored);
    await refused(["whoami", "--profile", "../etc"], 2, /is not a name for a profile/);
    await refused(["whoami", "--profile", "constructor"], 2, /There is no profile constructor/);
  });

  test("with a revoked token, or without its service, is one sentence", async () => {
    const token = await organization.newToken({ kind: "readOnly", name: "short-lived" });
    assert.equal((await run(["login", "--profile", "gone", "--url", url], token)).exitCode, 0);
    const { tokenId } = JSON.parse((await run(["whoami", "--json"])).output);
    const { organizationId } = organization;
    const { service } = world;
    await service.database.transaction((tx) => revokeToken(service, tx, { organizationId, tokenId, actor: operator }));
    await eventually("it is rejected", async () => (await run(["whoami"])).exitCode === 1);
    await refused(["accounts", "list"], 1, /^This API token was revoked at .* Create a new one\.$/m);
    await run(["logout", "gone"]);
    const away = await run(["accounts", "list", "--url", "http://127.0.0.1:9", "--json"], undefined, {
      BURSAR_TOKEN: token,
    });
    assert.equal(away.exitCode, 1);
    assert.match(JSON.parse(away.errors).message, /^No answer from http:\/\/127\.0\.0\.1:9: /);
  });
});
