import { setupRoutes } from "../administration/setup/setup.routes.ts";
import type { Api } from "../kernel/http/api.ts";
import type { Metrics } from "../kernel/process/metrics.ts";
import type { Service } from "../kernel/process/service.ts";
import { absentListRoutes, accountRoutes } from "../modules/accounts/index.ts";
import {
  batchDecisionRoutes,
  batchRoutes,
  decisionRoutes,
  directSendRules,
  isRecipientInUse,
  paymentRequestRoutes,
  ruleRoutes,
  transferRequestRoutes,
} from "../modules/approvals/index.ts";
import { downloadRoute } from "../modules/attachments/index.ts";
import { auditRoutes } from "../modules/audit-trail/index.ts";
import { bankConnectionRoutes } from "../modules/bank-connections/index.ts";
import { bankFileRoutes } from "../modules/bank-files/index.ts";
import { categoryRoutes } from "../modules/categories/index.ts";
import { applyRoutes, categoryRuleRoutes } from "../modules/category-rules/index.ts";
import { commentRoutes } from "../modules/comments/index.ts";
import { dashboardRoutes } from "../modules/dashboard/index.ts";
import { eventRoutes } from "../modules/event-feed/index.ts";
import { bankNoticeRoutes, checkRoutes } from "../modules/file-rails/index.ts";
import { searchRoutes } from "../modules/global-search/index.ts";
import { identityMetrics, organizationRoutes, registerAuthentication, tokenRoutes } from "../modules/identity/index.ts";
import { invoicingRoutes } from "../modules/invoicing/index.ts";
import { notificationRoutes } from "../modules/notifications/index.ts";
import { paymentDocumentRoutes } from "../modules/payment-documents/index.ts";
import {
  activityRoutes,
  categorizeRoutes,
  exportRoutes,
  failureRoutes,
  type PaymentWriter,
  payeeReader,
  paymentRoutes,
  spendingRoutes,
  transactionRoutes,
  transferRoutes,
} from "../modules/payments/index.ts";
import {
  createSessionGate,
  listActors,
  nameActors,
  type PeopleService,
  peopleRoutes,
} from "../modules/people/index.ts";
import { recipientInviteRoutes } from "../modules/recipient-invites/index.ts";
import { recipientRoutes } from "../modules/recipients/index.ts";
import { reconciliationRoutes } from "../modules/reconciliation/index.ts";
import { recurringPaymentRoutes } from "../modules/recurring-payments/index.ts";
import { type SandboxTools, sandboxRoutes } from "../modules/sandbox/index.ts";
import { simulatedDebits } from "../modules/sandbox-bank/index.ts";
import { savedViewRoutes } from "../modules/saved-views/index.ts";
import { controlChangeRoutes, settingsRoutes } from "../modules/settings/index.ts";
import { statementFileRoutes, statementRoutes } from "../modules/statements/index.ts";
import { nextStepRoutes, timelineRoutes } from "../modules/timeline/index.ts";
import { treasuryRoutes } from "../modules/treasury/index.ts";
import { type Sender, webhookActionRoutes, webhookRoutes } from "../modules/webhooks/index.ts";
import { controlChangeKinds } from "./control-change-kinds.ts";

export interface RouteTools {
  /** The service with the machine's clock, which sign-in uses. */
  readonly people: PeopleService;
  readonly writer: PaymentWriter;
  readonly sender: Sender;
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
  { people, writer, sender, sandbox, metrics }: RouteTools,
): void {
  const gate = createSessionGate(people);
  registerAuthentication(api, service, { persons: gate, ...identityMetrics(metrics) });
  accountRoutes(api, service);
  absentListRoutes(api, service);
  recipientRoutes(api, service, { isInUse: isRecipientInUse });
  recipientInviteRoutes(api, people);
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
  activityRoutes(api, service);
  failureRoutes(api, service);
  searchRoutes(api, service);
  savedViewRoutes(api, service);
  notificationRoutes(api, service);
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
  organizationRoutes(api, service);
  settingsRoutes(api, people);
  controlChangeRoutes(api, service, controlChangeKinds(service, people));
  tokenRoutes(api, service);
  peopleRoutes(api, people, gate);
  invoicingRoutes(api, people, sandbox && simulatedDebits);
  bankFileRoutes(api, service, payeeReader(service.database));
  reconciliationRoutes(api, people);
  bankNoticeRoutes(api, service);
  checkRoutes(api, service);
  auditRoutes(api, service, { nameActors, listActors });
  setupRoutes(api, people);
  if (sandbox) sandboxRoutes(api, service, sandbox);
}
