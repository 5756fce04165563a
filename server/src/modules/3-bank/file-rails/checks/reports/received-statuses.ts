import type { BankFileId } from "#bank/exchange";
import type { Service } from "#kernel/process/service.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import type { BankFiles } from "../../channels.ts";
import type { CheckConnection } from "../check-connection.ts";
import type { CheckFileStatuses } from "./read-check-statuses.ts";

export interface CheckStatusTools {
  readonly service: Service;
  readonly files: BankFiles;
}

export interface ReceivedStatuses extends CheckFileStatuses {
  readonly organizationId: OrganizationId;
  readonly connection: CheckConnection;
  /** The received file. */
  readonly fileId: BankFileId;
}
