import { endRehearsalOf } from "#administration/end-rehearsal.ts";
import { openingBalanceKind } from "#administration/setup/opening-balance.ts";
import { acceptanceKind, goLiveKind, resendKind } from "#bank/exchange";
import { checkExceptionKind, itemAssignmentKind } from "#bank/file-rails";
import type { Service } from "#kernel/process/service.ts";
import { screenerKind, screeningCaseKind } from "#money/screening";
import { importKind } from "#money/treasury/earnings";
import { approvalChangeKinds } from "#payments/approvals";
import { paymentInWords, wakePayments } from "#payments/payments";
import { type ChangeKinds, changeKinds } from "#records/controls";
import { settingsKind } from "#records/controls/settings";
import { type PeopleService, peopleChangeKinds } from "#records/people";
import { signOnChangeKinds } from "#records/single-sign-on";
import { bookingKind } from "#reports/reconciliation";

/** Every kind of change that takes two people. */
export const controlChangeKinds = (service: Service, people: PeopleService): ChangeKinds =>
  changeKinds([
    ...peopleChangeKinds(people),
    ...signOnChangeKinds(people),
    settingsKind(people),
    ...approvalChangeKinds(service),
    importKind(service),
    bookingKind(service),
    checkExceptionKind(service),
    openingBalanceKind(service),
    goLiveKind(service, endRehearsalOf(service)),
    resendKind(service),
    acceptanceKind(service),
    itemAssignmentKind(service, paymentInWords),
    screenerKind(service),
    screeningCaseKind(service, (...held) => wakePayments(service, ...held)),
  ]);
