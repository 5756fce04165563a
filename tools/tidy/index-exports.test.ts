import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { unusedExports } from "./index-exports.ts";
import { sourceOf } from "./source.ts";

describe("the check of exports", () => {
  const INDEX = "server/src/modules/1-records/mail/index.ts";
  const unusedWith = (text: string, users: Readonly<Record<string, string>>): readonly string[] => {
    const files = Object.entries({ [INDEX]: text, ...users });
    return unusedExports(files.map(([path, content]) => sourceOf(path, content))).map(({ what }) => what);
  };
  const exported = 'export { a as b, type C } from "./file.ts";\nexport const d = 1;\nexport function e() {}';
  const importing = (names: string) => `import { ${names} } from "../mail/index.ts";`;

  it("reports each name that nothing imports, including types", () => {
    assert.deepEqual(unusedWith(exported, {}), ["b", "C", "d", "e"]);
  });

  it("accepts what another module imports, under any name", () => {
    const users = { "server/src/modules/1-records/people/invite.ts": importing("b, type C as Mail, d, e as f") };
    assert.deepEqual(unusedWith(exported, users), []);
  });

  it("does not count tests or another module's export of the same name", () => {
    const users = {
      "server/src/modules/1-records/people/invite.test.ts": importing("b"),
      "server/test/kit/worlds/people.ts": 'import { b } from "../../../src/modules/mail/index.ts";',
      "server/src/modules/1-records/people/names.ts": 'import { C } from "../audit/index.ts";',
    };
    assert.deepEqual(unusedWith(exported, users), ["b", "C", "d", "e"]);
  });
});
