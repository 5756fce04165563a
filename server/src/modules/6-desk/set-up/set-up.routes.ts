import { type Static, Type } from "typebox";
import type { Api } from "#kernel/http/api.ts";
import { Nullable, OneOf, object, Timestamp } from "#kernel/http/schemas.ts";
import type { Service } from "#kernel/process/service.ts";
import { actorOf } from "#records/audit";
import { callerOf } from "#records/identity";
import { personOf, requireStepUp } from "#records/people";
import { confirmItem, withdrawConfirmation } from "./confirm-item.ts";
import { type ExamineInstallation, readSetUp, type SetUpState } from "./read-set-up.ts";
import { type SetUpItem, setUpItemNames, setUpItems } from "./set-up-items.ts";
import { sendTestEmail } from "./test-email.ts";

const ItemName = OneOf(setUpItemNames, "The item.", "SetUpItemName");

const ItemSchema = object(
  {
    item: ItemName,
    title: Type.String({ description: "Its title." }),
    why: Type.String({ description: "Why it matters." }),
    done: Type.Boolean({ description: "Whether the service sees that it is done, or a user confirmed it." }),
    found: Type.String({ description: "What the service sees now." }),
    todo: Nullable(Type.String({ description: "What the operator does about it: the exact setting or command." })),
    confirms: Nullable(
      Type.String({ description: "What a user can confirm now, because the service cannot see it; null: nothing." }),
    ),
    confirmation: Nullable(
      object(
        {
          by: Type.String({ description: "The name of the user who confirmed it." }),
          at: Timestamp("When."),
          statement: Type.String({ description: "What they confirmed." }),
        },
        { title: "SetUpConfirmation", description: "Who confirmed it; null: nobody, or it needs nobody." },
      ),
    ),
  },
  { title: "SetUpItem" },
);
const ListSchema = object(
  { items: Type.Array(ItemSchema, { description: "In the order in which they are done." }) },
  { title: "SetUpList" },
);

const render = ({ item, done, found, todo, mayConfirm, confirmation }: SetUpState): Static<typeof ItemSchema> => {
  const { title, why, confirms }: SetUpItem = setUpItems[item];
  return {
    item,
    title,
    why,
    done,
    found,
    todo: todo ?? null,
    confirms: mayConfirm === true && confirmation === undefined ? (confirms ?? null) : null,
    confirmation:
      confirmation === undefined || confirms === undefined
        ? null
        : { by: confirmation.by, at: confirmation.at.toISOString(), statement: confirms },
  };
};

const tags = ["Organization"];
const byUser = { scope: "person", permission: "manageOrganization" } as const;
const params = object({ item: ItemName });

/** What is left to do until payments are live, for users who manage the organization. */
export function setUpListRoutes(
  app: Api,
  service: Service,
  { examine }: { readonly examine: ExamineInstallation },
): void {
  const list = async (organizationId: Parameters<typeof readSetUp>[1]) => ({
    items: (await readSetUp(service, organizationId, examine)).map(render),
  });
  app.get(
    "/set-up-to-live",
    {
      config: { ...byUser, refusals: [] },
      schema: {
        operationId: "getSetUpList",
        summary: "List what is left to do until payments are live",
        description:
          "Each item is checked by the service or confirmed by a user. The list decides nothing: going live has conditions of its own.",
        tags,
        response: { 200: ListSchema },
      },
    },
    async (request) => list(callerOf(request).organizationId),
  );
  app.post(
    "/set-up-to-live/:item/confirm",
    {
      config: { ...byUser, refusals: ["stepUpNeeded", "setUpItemNotConfirmable"] },
      schema: {
        operationId: "confirmSetUpItem",
        summary: "Confirm an item of the setup",
        description: "Records the user's name and the time. Requires recent reauthentication (POST /session/step-up).",
        tags,
        params,
        response: { 200: ListSchema },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      requireStepUp(caller);
      const { organizationId, userId } = personOf(caller);
      await confirmItem(service, {
        organizationId,
        userId,
        item: request.params.item,
        actor: actorOf(caller),
        examine,
      });
      return list(organizationId);
    },
  );
  app.post(
    "/set-up-to-live/:item/withdraw",
    {
      config: { ...byUser, refusals: ["resourceNotFound"] },
      schema: {
        operationId: "withdrawSetUpConfirmation",
        summary: "Withdraw the confirmation of an item of the setup",
        description: "Also of another user: the item is open again.",
        tags,
        params,
        response: { 200: ListSchema },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const { organizationId } = caller;
      await withdrawConfirmation(service, { organizationId, item: request.params.item, actor: actorOf(caller) });
      return list(organizationId);
    },
  );
  testEmailRoute(app, service);
}

function testEmailRoute(app: Api, service: Service): void {
  app.post(
    "/set-up-to-live/test-email",
    {
      config: { ...byUser, refusals: ["tooManyTestEmails"] },
      schema: {
        operationId: "sendTestEmail",
        summary: "Send a test email",
        description: "To the user's own address. The list shows whether the mail server took it.",
        tags,
        response: {
          202: object({ recipient: Type.String({ description: "The address." }) }, { title: "TestEmail" }),
        },
      },
    },
    async (request, reply) => {
      const recipient = await sendTestEmail(service, personOf(callerOf(request)));
      return reply.code(202).send({ recipient });
    },
  );
}
