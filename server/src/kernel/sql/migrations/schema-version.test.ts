import assert from "node:assert/strict";
import { it } from "node:test";
import { isOlderVersion } from "./schema-version.ts";

const order = ["0.1.0", "0.1.1", "0.2.0", "0.9.1", "0.10.0", "1.0.0", "10.0.0"];
for (const [index, version] of order.entries())
  it(`${version} precedes exactly the later versions`, () =>
    assert.deepEqual(
      order.filter((other) => isOlderVersion(version, other)),
      order.slice(index + 1),
    ));
