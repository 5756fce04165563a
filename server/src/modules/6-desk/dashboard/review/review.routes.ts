import type { Api } from "#kernel/http/api.ts";
import { idParams } from "#kernel/http/schemas.ts";
import type { Service } from "#kernel/process/service.ts";
import { callerOf } from "#records/identity";
import { reviewOf } from "./review.ts";
import { ReviewSchema } from "./review-schema.ts";

const queues = [
  { kind: undefined, path: "/approvals", operationId: "reviewRequest" },
  { kind: "payment", path: "/request-send-money", operationId: "reviewSendMoneyRequest" },
  { kind: "transfer", path: "/request-transfer", operationId: "reviewTransferRequest" },
] as const;

/** What an approver reads before deciding. */
export function reviewRoutes(app: Api, service: Service): void {
  for (const { kind, path, operationId } of queues) {
    app.get(
      `${path}/:requestId/review`,
      {
        config: { scope: "person", permission: "fetchSendMoneyRequests", refusals: ["resourceNotFound"] },
        schema: {
          operationId,
          summary: "Get a request for review",
          description:
            "The request with its recipient and their history, the applicable rule, who has approved and who still may, the outcome, possible duplicates and other warnings, and what the signed-in user may do. If the rule or the bank details have changed, the request gets a new version now; a decision must name the version shown here.",
          tags: ["Dashboard"],
          params: idParams("requestId", "The approval request."),
          response: { 200: ReviewSchema },
        },
      },
      (request) => {
        const caller = callerOf(request);
        return reviewOf(service, caller, { requestId: request.params.requestId, kind });
      },
    );
  }
}
