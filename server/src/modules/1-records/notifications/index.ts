/**
 * What concerns each user: shown by the bell, and sent by email at once, in a daily summary, or not at all, as the user
 * chooses.
 *
 * Guarantees: a notification exists if and only if the change it reports was committed; the same cause notifies a user
 * once; nobody is notified of their own action, or of what they may not open; at most one summary per user and day; no
 * bank details. Emails about signing in are not notifications: they are always sent.
 */
export {
  type ChannelId,
  type ChatChannelRow,
  type ChatKind,
  chatKinds,
  deleteChannelOf,
  findChannel,
  findChannelOf,
  insertChannel,
  markDelivered,
  markFailing,
} from "./chat-channels.queries.ts";
export type { KindGroup, NotificationSubjectType } from "./kinds.ts";
export type { NotificationFacts } from "./notification.ts";
export { KEPT_DAYS, notificationJobs } from "./notification-jobs.ts";
export { notificationRoutes } from "./notifications.routes.ts";
export {
  type Notifier,
  notify,
  openNotifier,
  settleNotifications,
  settleOtherSubjects,
  withoutNotified,
} from "./notify.ts";
export { notifyPaymentProblem, tellPaymentProblem } from "./payment-problem.ts";
export { channelUrls } from "./tables.ts";
export { organizationGroups } from "./write-to-channels.ts";
