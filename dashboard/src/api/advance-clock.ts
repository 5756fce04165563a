import { isApiError } from "./api-error.ts";
import { advanceSandboxClock } from "./generated/sdk.gen.ts";

/** Moves the sandbox's clock. A long way takes several calls; the clock shows the progress. */
export async function advanceClockTo(to: Date): Promise<void> {
  for (let isThere = false; !isThere; )
    try {
      await advanceSandboxClock({ body: { to: to.toISOString() }, throwOnError: true });
      isThere = true;
    } catch (error) {
      if (!isApiError(error, "clockOnItsWay")) throw error;
    }
}
