import { Type } from "typebox";
import type { Api } from "#kernel/http/api.ts";
import { cursorParameters, idParams, OneOf, object, SortOrder, Uuid } from "#kernel/http/schemas.ts";
import type { Service } from "#kernel/process/service.ts";
import { actorOf } from "#records/audit";
import { callerOf } from "#records/identity";
import { NoticeListSchema, NoticeSchema } from "./notice-schemas.ts";
import { closeNotice, listNotices } from "./read-notices.ts";

const tags = ["Bank files"];

/** Notices of banks, and what people have done about them. */
export function bankNoticeRoutes(app: Api, service: Service): void {
  app.get(
    "/bank-notices",
    {
      config: { scope: "bankFiles", refusals: ["unknownCursor", "conflictingCursors"] },
      schema: {
        operationId: "listBankNotices",
        summary: "List notices of banks",
        description:
          "Corrected bank details, returns that are late, dishonored, or contested, and reversals that went wrong; the latest first.",
        tags,
        querystring: object({
          ...cursorParameters,
          order: Type.Optional(SortOrder("Order of creation. The default is `desc`.")),
          open: Type.Optional(OneOf(["true", "false"], "`true`: only those that a person has to act on.")),
          recipientId: Type.Optional(Uuid("Only this recipient.")),
        }),
        response: { 200: NoticeListSchema },
      },
    },
    async (request) => {
      const { open, recipientId } = request.query;
      const isOpen = open === undefined ? undefined : open === "true";
      const { organizationId } = callerOf(request);
      const filter = { isOpen, recipientId };
      const { notices, page } = await listNotices(service, organizationId, { filter, query: request.query });
      return { notices: [...notices], page };
    },
  );
  app.post(
    "/bank-notices/:noticeId/done",
    {
      config: { scope: "person", permission: "manageOrganization", refusals: ["resourceNotFound"] },
      schema: {
        operationId: "markBankNoticeDone",
        summary: "Mark a notice as done",
        description: "Records that a person has done what it requires. Repeating it changes nothing.",
        tags,
        params: idParams("noticeId", "The notice."),
        response: { 200: NoticeSchema },
      },
    },
    (request) => {
      const caller = callerOf(request);
      const { organizationId } = caller;
      return closeNotice(service, { organizationId, noticeId: request.params.noticeId, actor: actorOf(caller) });
    },
  );
}
