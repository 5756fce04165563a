import type { FastifyRequest } from "fastify";
import type { Api } from "#kernel/http/api.ts";
import { actorOf } from "#records/audit";
import { callerOf, readSettings } from "#records/identity";
import {
  type PeopleService,
  personOf,
  renderWaiting,
  requireStepUp,
  TAKES_TWO,
  WaitingChangeSchema,
} from "#records/people";
import { bodyOf, changeSettingsByPerson } from "./settings-change.ts";
import { ChangeSchema, SettingsSchema } from "./settings-schemas.ts";

const tags = ["Organization"];

/** Settings: readable by every signed-in user, changed by users with the permission `manageOrganization`. */
export function settingsRoutes(app: Api, service: PeopleService): void {
  const read = async (request: FastifyRequest) =>
    bodyOf(await readSettings(service.database, callerOf(request).organizationId));
  app.get(
    "/organization/settings",
    {
      config: { scope: "person" },
      schema: {
        operationId: "getOrganizationSettings",
        summary: "Get the organization's settings",
        description: "The organization's settings.",
        tags,
        response: { 200: SettingsSchema },
      },
    },
    read,
  );
  app.post(
    "/organization/settings",
    {
      config: {
        scope: "person",
        permission: "manageOrganization",
        refusals: ["stepUpNeeded", "settingsChanged", "tooManyControlChanges"],
        updates: { schema: SettingsSchema, read, patch: "patchOrganizationSettings" },
      },
      schema: {
        operationId: "changeOrganizationSettings",
        summary: "Change the organization's settings",
        description: `Omitted members keep their values. Rejected if the settings have changed since they were read. Requires recent reauthentication (POST /session/step-up). A change that weakens a control (fewer hours, a higher amount, a removed confirmation, self-approval) ${TAKES_TWO} Requests whose approval depends on a changed setting must be approved again.`,
        tags,
        body: {
          ...ChangeSchema,
          examples: [{ version: 1, confirmBankDetailChanges: true, bankDetailsCoolingOffHours: 48 }],
        },
        response: { 200: SettingsSchema, 202: WaitingChangeSchema },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      requireStepUp(caller);
      const { organizationId, userId } = personOf(caller);
      const outcome = await service.database.transaction((tx) =>
        changeSettingsByPerson(service, tx, { organizationId, userId, actor: actorOf(caller), body: request.body }),
      );
      return "settings" in outcome ? bodyOf(outcome.settings) : reply.code(202).send(renderWaiting(outcome.waiting));
    },
  );
}
