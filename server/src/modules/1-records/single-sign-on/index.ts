/**
 * Signing in with the identity provider of a company (OpenID Connect), and users and groups that it sends (SCIM 2.0).
 *
 * Guarantees: who someone is, is what the provider has signed for this browser, once; what they may do is what two people
 * agreed on; nothing that only the database vouches for admits anyone; a user whom the provider deactivates is out
 * everywhere within a second; administrators who are named for it get in without the provider.
 *
 * Folders, from the bottom: provider, links, users, sign-in, scim, settings.
 */
import type { Api } from "#kernel/http/api.ts";
import type { AnyChangeKind } from "#records/controls";
import type { PeopleService } from "#records/people";
import type { ProviderReach } from "./provider/reach.ts";
import { scimRoutes } from "./scim/scim.routes.ts";
import { singleSignOnKind } from "./settings/change-provider.ts";
import { signOnSettingsRoutes } from "./settings/settings.routes.ts";
import { providerUnlinkKind } from "./settings/unlink.ts";
import { singleSignOnRoutes } from "./sign-in/single-sign-on.routes.ts";

export type { ProviderReach } from "./provider/reach.ts";
export { scimRefusals } from "./scim/scim-refusals.ts";
export { signOnRefusals } from "./sign-on-refusals.ts";

/** The kinds of changes to single sign-on that need two people. */
export const signOnChangeKinds = (service: PeopleService): readonly AnyChangeKind[] => [
  singleSignOnKind(service),
  providerUnlinkKind(service),
];

export function signOnRoutes(app: Api, service: PeopleService, reach: ProviderReach): void {
  singleSignOnRoutes(app, service, reach);
  signOnSettingsRoutes(app, service, reach);
  scimRoutes(app, service);
}
