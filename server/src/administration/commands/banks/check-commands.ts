import { Type } from "typebox";
import {
  confirmStop,
  listCheckExceptions,
  markChecksMailed,
  type ShownCheck,
  type ShownCheckException,
  showCheck,
  stopCheck,
} from "#bank/file-rails";
import { object, Uuid } from "#kernel/http/schemas.ts";
import { type AdminCommand, adminCommand } from "../command.ts";
import { pickOrganization } from "../pick-organization.ts";

export type { ShownCheck, ShownCheckException };

const organization = Type.Optional(Type.String());
const id = Uuid("The payment or file.");
const ofPayment = object({ organization, transactionId: id });

/** Checks that banks receive in files. */
export const checkCommands: Readonly<Record<string, AdminCommand>> = {
  "checks.show": adminCommand(
    ofPayment,
    async ({ service }, { organization: named, transactionId }): Promise<ShownCheck> => {
      const { organizationId } = await pickOrganization(service, named);
      return showCheck(service.database, { organizationId, transactionId });
    },
  ),
  "checks.exceptions": adminCommand(
    object({ organization }),
    async ({ service }, { organization: named }): Promise<readonly ShownCheckException[]> => {
      const { organizationId } = await pickOrganization(service, named);
      return listCheckExceptions(service.database, organizationId);
    },
  ),
  "checks.stop": adminCommand(ofPayment, async ({ service }, { organization: named, transactionId }, actor) => {
    const { organizationId } = await pickOrganization(service, named);
    return { outcome: await stopCheck(service, { organizationId, transactionId, actor }) };
  }),
  "checks.confirmStop": adminCommand(
    ofPayment,
    async ({ service }, { organization: named, transactionId }, actor): Promise<ShownCheck> => {
      const { organizationId } = await pickOrganization(service, named);
      await confirmStop(service, { organizationId, transactionId, actor });
      return showCheck(service.database, { organizationId, transactionId });
    },
  ),
  "checks.mailed": adminCommand(
    object({ organization, fileId: id }),
    async ({ service }, { organization: named, fileId }, actor) => {
      const { organizationId } = await pickOrganization(service, named);
      return { checks: await markChecksMailed(service, { organizationId, fileId, actor }) };
    },
  ),
};
