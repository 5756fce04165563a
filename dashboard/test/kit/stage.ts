import { type BrowserOptions, openBrowser, type TestBrowser } from "./browser.ts";
import { type EmptyDashboard, startDashboard } from "./dashboard.ts";

export async function openStage(opened: AsyncDisposableStack, options?: BrowserOptions) {
  return onStage(opened, await startDashboard(), options);
}

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
