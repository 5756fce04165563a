import type { Call } from "./call.ts";

/** Decisions of the organization's users about approval requests, with every check of the dashboard. */
export interface ApprovalControl {
  /** As this user, or as the first who may. Returns the request, as the API shows it. */
  approve(requestId: string, options?: { readonly userEmail?: string }): Promise<Readonly<Record<string, unknown>>>;
  reject(
    requestId: string,
    options?: { readonly userEmail?: string; readonly reason?: string },
  ): Promise<Readonly<Record<string, unknown>>>;
}

export const approvalControlOf = (call: Call): ApprovalControl => ({
  approve: (requestId, options = {}) => call("POST", `/sandbox/request-send-money/${requestId}/approve`, options),
  reject: (requestId, options = {}) => call("POST", `/sandbox/request-send-money/${requestId}/reject`, options),
});
