import { type BrowserOptions, openBrowser, type TestBrowser } from "./browser.ts";
import { type EmptyDashboard, startDashboard } from "./dashboard.ts";

/**
 * What a file's stories play on: the demo organisation's service, unless another is named, and a browser on it. Each goes
 * into `opened` as soon as it is there, so ending that ends both, also when something after them failed.
 */
export async function openStage(opened: AsyncDisposableStack, options?: BrowserOptions) {
  return onStage(opened, await startDashboard(), options);
}

/** A browser on a service that has been started. */
export async function onStage<D extends EmptyDashboard>(
  opened: AsyncDisposableStack,
  dashboard: D,
  options?: BrowserOptions,
): Promise<{ dashboard: D; browser: TestBrowser }> {
  opened.defer(() => dashboard.close());
  const browser = await openBrowser(dashboard, options);
  opened.defer(() => browser.close());
  return { dashboard, browser };
}
