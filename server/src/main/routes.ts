import { examineInstallation } from "#administration/doctor/examine.ts";
import { endRehearsalOf } from "#administration/end-rehearsal.ts";
import { firstAccountRoutes } from "#administration/setup/first-accounts.routes.ts";
import { legalAddressRoutes } from "#administration/setup/legal-address.routes.ts";
import { setupRoutes } from "#administration/setup/setup.routes.ts";
import { bankConnectionRoutes, bankFileRoutes, setUpConnectionRoutes } from "#bank/exchange";
import { bankFileItemRoutes, bankNoticeRoutes, checkRoutes, connectedChannels } from "#bank/file-rails";
import { commentRoutes } from "#desk/comments";
import { dashboardRoutes } from "#desk/dashboard";
import { fileDraftRoutes } from "#desk/payment-file-drafts";
import { nextStepRoutes, paymentDocumentRoutes, timelineRoutes } from "#desk/payment-tracking";
import { savedViewRoutes } from "#desk/saved-views";
import { setUpListRoutes } from "#desk/set-up";
import type { Api } from "#kernel/http/api.ts";
import type { Metrics } from "#kernel/process/metrics.ts";
import type { Service } from "#kernel/process/service.ts";
import { acrossOrganizations } from "#kernel/sql/scope.ts";
import { absentListRoutes, accountRoutes } from "#money/accounts";
import { categoryRoutes } from "#money/categories";
import { applyRoutes, categoryRuleRoutes } from "#money/categories/rules";
import { recipientInviteRoutes, recipientRoutes } from "#money/recipients";
import { screeningRoutes } from "#money/screening";
import { treasuryRoutes } from "#money/treasury/earnings";
import {
  batchDecisionRoutes,
  batchRoutes,
  decisionRoutes,
  directSendRules,
  findRequestersOf,
  isRecipientInUse,
  paymentRequestRoutes,
  ruleRoutes,
  transferRequestRoutes,
} from "#payments/approvals";
import { findByInvoice, invoicingRoutes } from "#payments/invoicing";
import {
  activityRoutes,
  categorizeRoutes,
  exportRoutes,
  failureRoutes,
  type PaymentWriter,
  payeeReader,
  paymentInWords,
  paymentRoutes,
  spendingRoutes,
  transactionRoutes,
  transferRoutes,
  validationRoutes,
} from "#payments/payments";
import { recurringPaymentRoutes } from "#payments/recurring-payments";
import { undoRoutes } from "#payments/undoing";
import { downloadRoute } from "#records/attachments";
import { auditRoutes } from "#records/audit/trail";
import { brandRoutes, controlChangeRoutes, settingsRoutes } from "#records/controls/settings";
import { eventRoutes } from "#records/events/feed";
import {
  identityMetrics,
  oauthRoutes,
  organizationRoutes,
  registerAuthentication,
  tokenRoutes,
} from "#records/identity";
import { notificationRoutes } from "#records/notifications";
import { channelRoutes } from "#records/notifications/chat";
import { createSessionGate, listActors, nameActors, type PeopleService, peopleRoutes } from "#records/people";
import { searchRoutes } from "#records/search/everything";
import { type ProviderReach, signOnRoutes } from "#records/single-sign-on";
import { reconciliationRoutes } from "#reports/reconciliation";
import { statementFileRoutes, statementRoutes } from "#reports/statements";
import { type Sender, webhookActionRoutes, webhookRoutes } from "#reports/webhooks";
import { type SandboxTools, sandboxRoutes } from "#sandbox/sandbox";
import { simulatedDebits } from "#sandbox/sandbox-bank";
import { controlChangeKinds } from "./control-change-kinds.ts";
import type { OpenScreening } from "./screening.ts";

export interface RouteTools {
  /** The service with the machine's clock, which sign-in uses. */
  readonly people: PeopleService;
  readonly writer: PaymentWriter;
  readonly sender: Sender;
  readonly screening: OpenScreening;
  readonly providers: ProviderReach;
  /** Present in sandbox mode only, as are its routes. */
  readonly sandbox: SandboxTools | undefined;
  readonly metrics: Metrics;
}

/**
 * Every route of the API, in the order of the reference page. Authentication comes first, because it guards the rest.
 */
export function registerRoutes(
  api: Api,
  service: Service,
  { people, writer, sender, screening, providers, sandbox, metrics }: RouteTools,
): void {
  const gate = createSessionGate(people);
  const wrong = registerAuthentication(api, service, { persons: gate, ...identityMetrics(metrics) });
  accountRoutes(api, service);
  absentListRoutes(api, service);
  recipientRoutes(api, service, { isInUse: isRecipientInUse });
  recipientInviteRoutes(api, people);
  validationRoutes(api, service);
  screeningRoutes(api, service, screening);
  downloadRoute(api, service);
  paymentRoutes(api, service, { writer, rules: directSendRules(service) });
  transferRoutes(api, service);
  paymentRequestRoutes(api, service);
  transferRequestRoutes(api, service);
  decisionRoutes(api, service);
  batchRoutes(api, service);
  batchDecisionRoutes(api, service);
  ruleRoutes(api, service);
  commentRoutes(api, service);
  dashboardRoutes(api, service);
  recurringPaymentRoutes(api, service);
  transactionRoutes(api, service);
  exportRoutes(api, service);
  activityRoutes(api, service, { findRequesters: findRequestersOf, findByInvoice });
  failureRoutes(api, service);
  undoRoutes(api, service, connectedChannels(service));
  searchRoutes(api, service);
  savedViewRoutes(api, service);
  fileDraftRoutes(api, service);
  notificationRoutes(api, service);
  channelRoutes(api, service, sender);
  statementRoutes(api, service);
  statementFileRoutes(api, service);
  timelineRoutes(api, service);
  paymentDocumentRoutes(api, service);
  nextStepRoutes(api, service);
  treasuryRoutes(api, service);
  categorizeRoutes(api, service);
  spendingRoutes(api, service);
  categoryRoutes(api, service);
  categoryRuleRoutes(api, service);
  applyRoutes(api, service);
  eventRoutes(api, service);
  webhookRoutes(api, service);
  webhookActionRoutes(api, service, sender);
  bankConnectionRoutes(api, service);
  setUpConnectionRoutes(api, service, { endRehearsal: endRehearsalOf(service) });
  organizationRoutes(api, service);
  settingsRoutes(api, people);
  brandRoutes(api, people);
  controlChangeRoutes(api, service, controlChangeKinds(service, people));
  tokenRoutes(api, service);
  oauthRoutes(api, service, wrong);
  peopleRoutes(api, people, gate);
  signOnRoutes(api, people, providers);
  invoicingRoutes(api, people, sandbox && simulatedDebits);
  bankFileRoutes(api, service, payeeReader(service.database));
  reconciliationRoutes(api, people);
  bankNoticeRoutes(api, service);
  bankFileItemRoutes(api, service, paymentInWords);
  checkRoutes(api, service);
  auditRoutes(api, service, { nameActors, listActors });
  setupRoutes(api, people);
  firstAccountRoutes(api, service);
  legalAddressRoutes(api, service);
  setUpListRoutes(api, service, {
    examine: () => acrossOrganizations(() => examineInstallation({ ...service, keys: async () => service.vault })),
  });
  if (sandbox) sandboxRoutes(api, service, sandbox);
}
