import type { FastifyReply } from "fastify";
import { Type } from "typebox";
import type { Api } from "#kernel/http/api.ts";
import { cursorParameters, idParams, object, PageSchema } from "#kernel/http/schemas.ts";
import type { Answer } from "#kernel/idempotency/idempotently.ts";
import { idempotencyKeyOf } from "#kernel/idempotency/key.ts";
import type { Service } from "#kernel/process/service.ts";
import { callerOf } from "#records/identity";
import { type Comment, CommentSchema, MentionableSchema, NewCommentSchema, type Subject, scopeOf } from "./comment.ts";
import { listComments, listMentionable } from "./list-comments.ts";
import { answerQuestion, askQuestion, postComment, withdrawQuestion } from "./post-comment.ts";

const tags = ["Dashboard"];

/** The pages with a conversation. A transaction made from a request has the conversation of the request. */
const pages = [
  {
    type: "approvalRequest",
    path: "/approvals/:requestId",
    param: "requestId",
    noun: "approval request",
    aNoun: "an approval request",
    name: "Request",
    example: { text: "The invoice is for October; I attached it." },
  },
  {
    type: "transaction",
    path: "/transaction/:transactionId",
    param: "transactionId",
    noun: "transaction",
    aNoun: "a transaction",
    name: "Transaction",
    example: { text: "They confirmed on the phone that it arrived." },
  },
] as const;
type Page = (typeof pages)[number];

/** Comments, and questions with which approvers send requests back. For signed-in users: tokens have no part in it. */
export function commentRoutes(app: Api, service: Service): void {
  for (const page of pages) {
    listRoute(app, service, page);
    mentionableRoute(app, service, page);
    postRoute(app, service, page);
  }
  questionRoutes(app, service);
}

/** The id in the path, under the name that the page's path has. */
const subjectOf = ({ type, param }: Page, params: Readonly<Record<Page["param"], string>>): Subject => ({
  type,
  id: params[param],
});

function listRoute(app: Api, service: Service, page: Page): void {
  app.get(
    `${page.path}/comments`,
    {
      config: {
        scope: "person",
        permission: scopeOf[page.type],
        refusals: ["resourceNotFound", "unknownCursor", "conflictingCursors"],
      },
      schema: {
        operationId: `list${page.name}Comments`,
        summary: `List the comments on ${page.aNoun}`,
        description:
          "Comments, questions, and answers, in the order in which they were written. A transaction made from a request has those of the request, and both sides of a transfer have the same.",
        tags,
        params: idParams(page.param, `The ${page.noun}.`),
        querystring: object({ ...cursorParameters }),
        response: {
          200: object(
            { comments: Type.Array(CommentSchema, { description: "The page." }), page: PageSchema },
            { title: "CommentList" },
          ),
        },
      },
    },
    (request) =>
      listComments(service, callerOf(request), { on: subjectOf(page, request.params), cursors: request.query }),
  );
}

function mentionableRoute(app: Api, service: Service, page: Page): void {
  app.get(
    `${page.path}/mentionable`,
    {
      config: { scope: "person", permission: scopeOf[page.type], refusals: ["resourceNotFound"] },
      schema: {
        operationId: `list${page.name}Mentionable`,
        summary: "List the users who can be mentioned",
        description: `Users who may open the ${page.noun}. A mention notifies them.`,
        tags,
        params: idParams(page.param, `The ${page.noun}.`),
        response: { 200: MentionableSchema },
      },
    },
    (request) => listMentionable(service, callerOf(request), subjectOf(page, request.params)),
  );
}

function postRoute(app: Api, service: Service, page: Page): void {
  app.post(
    `${page.path}/comments`,
    {
      config: {
        scope: "person",
        permission: scopeOf[page.type],
        refusals: ["resourceNotFound", "cannotBeMentioned", "tooManyComments", "tooManyOwnComments"],
      },
      schema: {
        operationId: `commentOn${page.name}`,
        summary: `Comment on ${page.aNoun}`,
        description:
          "Notifies the users it mentions, the requester, and those who have commented before. Comments are a record: nobody can change or delete them.",
        tags,
        params: idParams(page.param, `The ${page.noun}.`),
        body: { ...NewCommentSchema, examples: [page.example] },
        response: { 201: CommentSchema },
      },
    },
    async (request, reply) =>
      sent(
        reply,
        await postComment(service, {
          caller: callerOf(request),
          on: subjectOf(page, request.params),
          body: request.body,
          key: idempotencyKeyOf(request, request.body),
        }),
      ),
  );
}

const sent = (reply: FastifyReply, { body, replayed }: Answer<Comment>) => {
  if (replayed) reply.header("idempotent-replayed", "true");
  return reply.code(201).send(body);
};

const params = idParams("requestId", "The approval request.");

function questionRoutes(app: Api, service: Service): void {
  app.post(
    "/approvals/:requestId/question",
    {
      config: {
        scope: "person",
        permission: "approvePayments",
        refusals: [
          "resourceNotFound",
          "mayNotDecide",
          "requestAlreadyDecided",
          "ownRequest",
          "requestSentBack",
          "cannotBeMentioned",
          "tooManyComments",
          "tooManyOwnComments",
        ],
      },
      schema: {
        operationId: "askAboutRequest",
        summary: "Send a request back with a question",
        description:
          "The request keeps its status and its approvals, and cannot be approved until the question is answered or withdrawn. It can be rejected or withdrawn, which ends the question. Notifies the requester; for a token, the user who created it. If they are locked, the administrators.",
        tags,
        params,
        body: { ...NewCommentSchema, examples: [{ text: "Which invoice is this for?" }] },
        response: { 201: CommentSchema },
      },
    },
    async (request, reply) =>
      sent(
        reply,
        await askQuestion(service, {
          caller: callerOf(request),
          requestId: request.params.requestId,
          body: request.body,
          key: idempotencyKeyOf(request, request.body),
        }),
      ),
  );
  answerRoute(app, service);
  withdrawRoute(app, service);
}

function answerRoute(app: Api, service: Service): void {
  app.post(
    "/approvals/:requestId/answer",
    {
      config: {
        scope: "person",
        permission: "fetchSendMoneyRequests",
        refusals: ["resourceNotFound", "noOpenQuestion", "mayNotAnswer", "cannotBeMentioned"],
      },
      schema: {
        operationId: "answerAboutRequest",
        summary: "Answer the question about a request",
        description:
          "Returns the request to its approvers. For the requester and every other user who may request payments.",
        tags,
        params,
        body: { ...NewCommentSchema, examples: [{ text: "For invoice 43. I attached it." }] },
        response: { 201: CommentSchema },
      },
    },
    async (request, reply) =>
      sent(
        reply,
        await answerQuestion(service, {
          caller: callerOf(request),
          requestId: request.params.requestId,
          body: request.body,
          key: idempotencyKeyOf(request, request.body),
        }),
      ),
  );
}

function withdrawRoute(app: Api, service: Service): void {
  app.post(
    "/approvals/:requestId/question/withdraw",
    {
      config: {
        scope: "person",
        permission: "fetchSendMoneyRequests",
        refusals: ["resourceNotFound", "noOpenQuestion", "mayNotWithdrawQuestion"],
      },
      schema: {
        operationId: "withdrawQuestion",
        summary: "Withdraw the question about a request",
        description:
          "Returns the request to its approvers without an answer. For the user who asked, and for administrators.",
        tags,
        params,
        response: { 201: CommentSchema },
      },
    },
    async (request, reply) => {
      const comment = await withdrawQuestion(service, {
        caller: callerOf(request),
        requestId: request.params.requestId,
      });
      return reply.code(201).send(comment);
    },
  );
}
