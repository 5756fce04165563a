import { useQuery } from "@tanstack/react-query";
import { getSessionChatChannelOptions } from "../../api/generated/@tanstack/react-query.gen.ts";
import {
  removeSessionChatChannel,
  setSessionChatChannel,
  testSessionChatChannel,
} from "../../api/generated/sdk.gen.ts";
import { type ChannelCalls, ChatChannelForm } from "../../ui/chat/chat-channel-form.tsx";
import { Loaded } from "../../ui/feedback/loaded.tsx";
import { Section } from "../../ui/page/section.tsx";

const calls: ChannelCalls = {
  resource: "profile",
  set: ({ kind, url }) => setSessionChatChannel({ body: { kind, url }, throwOnError: true }),
  remove: () => removeSessionChatChannel({ throwOnError: true }),
  test: async () => (await testSessionChatChannel({ throwOnError: true })).data,
};

/** Where the user is notified besides email. */
export function ChatSection() {
  const setting = useQuery(getSessionChatChannelOptions());
  return (
    <Section title="Chat notifications">
      <Loaded query={setting}>
        {({ channel }) => <ChatChannelForm channel={channel} withGroups={false} calls={calls} />}
      </Loaded>
    </Section>
  );
}
