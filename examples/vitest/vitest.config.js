import { defineConfig } from "vitest/config";

// A first start of a day, and days that pass on the clock, take longer than a unit test on a busy machine.
export default defineConfig({ test: { testTimeout: 60_000, hookTimeout: 60_000 } });
