import type { Service } from "#kernel/process/service.ts";
import { listIndexOf } from "../lists/load-list.ts";
import { type Findings, type Party, partyKey, ScreenerFailed } from "../party.ts";
import type { Screener } from "../screener.ts";
import { questionOf, readAnswer } from "./answer.ts";
import { runCommand } from "./command-screener.ts";
import { countryMatches, screenByList } from "./list-screener.ts";
import { screenerSecret } from "./screener-secret.ts";

/** How a screener at a URL is reached: the application uses what sends webhooks, which never reaches private addresses. */
export interface ScreenerReach {
  /** What is wrong with a URL; undefined if it may be called. */
  urlProblem(url: string): string | undefined;
  /** Sends a signed question. Rejects with ScreenerFailed unless the answer is complete and its status is 200 to 299. */
  post(question: {
    readonly url: string;
    readonly id: string;
    readonly body: string;
    readonly secret: string;
    readonly at: Date;
  }): Promise<string>;
}

/** Asks the screener about parties. Uses the network, so never in a transaction. Rejects with ScreenerFailed. */
export async function screen(
  service: Service,
  reach: ScreenerReach,
  { screener, parties }: { readonly screener: Screener; readonly parties: readonly Party[] },
): Promise<Findings> {
  const found = await ask(service, reach, { screener, parties });
  return new Map(
    parties.map((party) => {
      const matches = found.get(partyKey(party));
      if (matches === undefined) throw new ScreenerFailed("The screener did not say something about every recipient");
      return [partyKey(party), [...matches, ...countryMatches(party, screener.countries)]];
    }),
  );
}

async function ask(
  service: Service,
  reach: ScreenerReach,
  { screener, parties }: { readonly screener: Screener; readonly parties: readonly Party[] },
): Promise<Findings> {
  const { organizationId, threshold, listId, url } = screener;
  if (screener.kind === "list") {
    if (listId === undefined)
      throw new ScreenerFailed("No list is loaded. A server administrator loads one with bursar screening load");
    const list = await listIndexOf(service, service.database, { organizationId, listId });
    return screenByList(list, { parties, threshold });
  }
  const id = service.newId();
  const body = questionOf(id, organizationId, parties);
  if (screener.kind === "url" && url !== null) {
    const secret = screenerSecret(service, screener);
    return readAnswer(await reach.post({ url, id, body, secret, at: service.clock.now() }), id, parties);
  }
  const { screeningCommand } = service.config;
  if (screener.kind !== "command" || screeningCommand === undefined)
    throw new ScreenerFailed("A server administrator has removed the screening command from the configuration");
  return readAnswer(await runCommand(screeningCommand, body), id, parties);
}
