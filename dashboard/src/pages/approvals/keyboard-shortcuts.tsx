import { Kbd, Modal, Table } from "@mantine/core";

const keys = [
  ["j", "Next request"],
  ["k", "Previous request"],
  ["Enter", "Open request"],
  ["x", "Select request"],
  ["a", "Approve request or selection"],
  ["r", "Reject request or selection"],
  ["?", "Show keyboard shortcuts"],
] as const;

export function KeyboardShortcuts({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Keyboard shortcuts"
      size="sm"
      closeButtonProps={{ "aria-label": "Close" }}
    >
      <Table withRowBorders={false} verticalSpacing={4}>
        <Table.Tbody>
          {keys.map(([key, meaning]) => (
            <Table.Tr key={key}>
              <Table.Td w={80}>
                <Kbd>{key}</Kbd>
              </Table.Td>
              <Table.Td>{meaning}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  );
}
