import assert from "node:assert/strict";
import { test } from "node:test";
import { findPlanted } from "../../simulation/find-planted.ts";
import { plantedBugs } from "../../simulation/planted.ts";

/** Law 7 can fail: a bug of each kind that is planted around the service is found within 20 seeds. */
const SEEDS_MAX = 20;

for (const planted of plantedBugs)
  test(`finds a ${planted.name}`, async (t) => {
    const { seeds, violation } = await findPlanted(planted, SEEDS_MAX);
    assert.ok(violation !== undefined, `not found within ${SEEDS_MAX} seeds`);
    t.diagnostic(`seed ${seeds}: ${violation.law}: ${violation.about}: ${violation.details}`);
  });
