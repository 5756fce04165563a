import { type Bursar, type ClientOptions, createClient } from "@bursar/sdk";
import { openWorldOfFile, type TestOrganization, type TestWorld } from "../service/full-app.ts";

/** A service that listens, with an organization that has money, and clients for it. */
export interface SdkWorld {
  readonly world: TestWorld;
  readonly organization: TestOrganization;
  /** Without a path. */
  readonly url: string;
  readonly port: number;
  /** A client of the organization's token, without pauses worth waiting for. */
  client(options?: Partial<ClientOptions>): Bursar;
}

/** For the tests of a file, before the first. */
export async function openSdkWorld(...options: Parameters<typeof openWorldOfFile>): Promise<SdkWorld> {
  const world = await openWorldOfFile(...options);
  const organization = await world.newOrganization();
  await organization.deposit(organization.accountId, 10_000_000_00n);
  const url = await world.app.api.listen({ host: "127.0.0.1", port: 0 });
  return {
    world,
    organization,
    url,
    port: Number(new URL(url).port),
    client: (own) => createClient({ baseUrl: url, token: organization.token, retryDelayMs: 5, ...own }),
  };
}
