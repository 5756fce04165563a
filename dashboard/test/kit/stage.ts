import { after } from "node:test";
import { type BrowserOptions, openBrowser, type TestBrowser } from "./browser.ts";
import { type EmptyDashboard, startDashboard, type TestDashboard } from "./dashboard.ts";
import { type MockService, startMock } from "./mock/mock-service.ts";
import type { SampleOptions } from "./mock/sample.ts";

interface Stage<D> {
  readonly dashboard: D;
  readonly browser: TestBrowser;
}

/**
 * The demo organization's service and a browser on it, for all tests of a file; both are closed after the last one. For
 * journeys whose point is money, rights, approvals, races, or what was stored.
 */
export async function openStage(options?: BrowserOptions): Promise<Stage<TestDashboard>> {
  return openStageOn(await startDashboard(), options);
}

/**
 * A browser on a service made from the contract, for tests of pages alone that would pass with any answers of the right
 * shape: what pages show, load, and how they are used. Everyone who signs in is an administrator.
 */
export const openMockStage = async (options: SampleOptions): Promise<Stage<MockService>> =>
  openStageOn(await startMock(options));

/** A browser on a service that the file has started. */
export async function openStageOn<D extends Pick<EmptyDashboard, "url" | "close">>(
  dashboard: D,
  options?: BrowserOptions,
): Promise<Stage<D>> {
  const opened = new AsyncDisposableStack();
  after(() => opened.disposeAsync());
  opened.defer(() => dashboard.close());
  const browser = openBrowser(dashboard, options);
  opened.defer(() => browser.close());
  return { dashboard, browser };
}
