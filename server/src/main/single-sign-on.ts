import { SECOND_MS } from "#kernel/clock/clock.ts";
import type { Service } from "#kernel/process/service.ts";
import type { ProviderReach } from "#records/single-sign-on";
import { createGuardedFetch, webhookUrlProblem, webhookUrlRulesOf } from "#reports/webhooks";

const TIMEOUT_MS = 10 * SECOND_MS;
/** Keys of large providers are a few kilobytes. */
const BODY_BYTES_MAX = 1024 * 1024;

export interface OpenProviderReach extends ProviderReach {
  close(): Promise<void>;
}

/** The way to identity providers: the guarded way out that webhooks use, and to hosts that the operator has named. */
export function createProviderReach({ config }: Service): OpenProviderReach {
  const rules = webhookUrlRulesOf(config);
  const { internalProviders: internalHosts } = config;
  const guarded = createGuardedFetch({ ...rules, timeoutMs: TIMEOUT_MS, bodyBytesMax: BODY_BYTES_MAX, internalHosts });
  return {
    urlProblem: (url) => {
      if (internalHosts.includes(URL.parse(url)?.hostname.toLowerCase() ?? "") && url.startsWith("https://"))
        return undefined;
      return webhookUrlProblem(url, rules)?.replace("The webhook URL", "The issuer");
    },
    allowHttp: rules.allowHttp,
    fetch: guarded.fetch,
    close: guarded.close,
  };
}
