import { useQuery } from "@tanstack/react-query";
import { getOrganizationChatChannelOptions } from "#api/generated/@tanstack/react-query.gen.ts";
import {
  removeOrganizationChatChannel,
  setOrganizationChatChannel,
  testOrganizationChatChannel,
} from "#api/generated/sdk.gen.ts";
import { type ChannelCalls, ChatChannelForm } from "#ui/chat/chat-channel-form.tsx";
import { Loaded } from "#ui/feedback/loaded.tsx";
import { Section } from "#ui/page/section.tsx";

const calls: ChannelCalls = {
  resource: "controls",
  set: (body) => setOrganizationChatChannel({ body, throwOnError: true }),
  remove: () => removeOrganizationChatChannel({ throwOnError: true }),
  test: async () => (await testOrganizationChatChannel({ throwOnError: true })).data,
};

/** Where the organization is notified. Everyone in the channel sees names and amounts. */
export function ChatSettings() {
  const setting = useQuery(getOrganizationChatChannelOptions());
  return (
    <Section title="Chat channel" maw={720} mt="md">
      <Loaded query={setting}>{({ channel }) => <ChatChannelForm channel={channel} withGroups calls={calls} />}</Loaded>
    </Section>
  );
}
