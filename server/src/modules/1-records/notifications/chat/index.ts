/**
 * Notifications in Slack and Teams: the channels of users and organizations, and how messages reach them. The messages are
 * written with the notifications (modules/1-records/notifications) and wait among the emails.
 *
 * Guarantees: a channel's URL is stored sealed and shown to nobody again; nothing is sent to an address that is not public
 * (in sandbox mode, or loopback); what is written by others is shown as text; a channel that fails says so and keeps no
 * email waiting; nothing can be decided in a channel.
 */
export { channelRoutes } from "./channels.routes.ts";
export { chatRefusals } from "./chat-refusals.ts";
export { createChatTransport } from "./chat-transport.ts";
