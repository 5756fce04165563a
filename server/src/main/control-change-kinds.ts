import type { Service } from "../kernel/process/service.ts";
import { approvalChangeKinds } from "../modules/approvals/index.ts";
import { resendKind } from "../modules/bank-files/index.ts";
import { type ChangeKinds, changeKinds } from "../modules/control-changes/index.ts";
import { checkExceptionKind } from "../modules/file-rails/index.ts";
import { type PeopleService, peopleChangeKinds } from "../modules/people/index.ts";
import { bookingKind } from "../modules/reconciliation/index.ts";
import { settingsKind } from "../modules/settings/index.ts";
import { importKind } from "../modules/treasury/index.ts";

/** Every kind of change that takes two people. */
export const controlChangeKinds = (service: Service, people: PeopleService): ChangeKinds =>
  changeKinds([
    ...peopleChangeKinds(people),
    settingsKind(people),
    ...approvalChangeKinds(service),
    importKind(service),
    bookingKind(service),
    checkExceptionKind(service),
    resendKind(service),
  ]);
