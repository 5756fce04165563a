import { type StatesOf, stateTable } from "#kernel/states/state-table.ts";

/** An attached file. Its content is stored before it becomes visible, and deleted after it stopped being visible. */
export const attachmentStates = stateTable({
  title: "Attachments",
  table: "attachments",
  column: "status",
  states: {
    uploading: "its content is being stored; nobody sees it yet",
    stored: "its content is stored, and it is shown",
    removing: "it is no longer shown, and its content will be deleted",
    removed: "its content and its key are deleted",
  },
  initial: ["uploading"],
  columns: {
    attachment_id: { set: ["stored"], either: ["removing", "removed"] },
    stored_at: { set: ["stored"], either: ["removing", "removed"] },
    content_key: { set: ["uploading", "stored", "removing"] },
    removed_at: { set: ["removed"] },
  },
  moves: {
    store: { from: ["uploading"], to: "stored", when: "Its content is stored" },
    abandon: { from: ["uploading"], to: "removing", when: "The upload fails, or its process dies" },
    remove: { from: ["stored"], to: "removing", when: "A caller deletes it", refusal: "resourceNotFound" },
    erase: { from: ["removing"], to: "removed", when: "Its content is deleted from the store" },
  },
});
export type AttachmentStatus = StatesOf<typeof attachmentStates>;
