import { IconPaperclip } from "@tabler/icons-react";
import { useEffect, useEffectEvent, useState } from "react";
import classes from "./files.module.css";

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") ?? false;
const isDialogOpen = (): boolean => document.querySelector("[aria-modal=true]") !== null;

/**
 * Files can be dropped anywhere on the page; while one is dragged, the page says where it goes. The keyboard has the
 * button of the file picker.
 */
export function PageDrop({
  label,
  isOff = false,
  onDrop,
}: {
  readonly label: string;
  readonly isOff?: boolean;
  readonly onDrop: (files: readonly File[]) => void;
}) {
  const [isOver, setOver] = useState(false);
  const over = useEffectEvent((event: DragEvent) => {
    if (isOff || !hasFiles(event) || isDialogOpen()) return;
    // Without this, the browser would leave the page and open the file.
    event.preventDefault();
    setOver(true);
  });
  const drop = useEffectEvent((event: DragEvent) => {
    setOver(false);
    // What was dropped on a file picker is handled there.
    if (isOff || event.defaultPrevented || !hasFiles(event) || isDialogOpen()) return;
    event.preventDefault();
    onDrop([...(event.dataTransfer?.files ?? [])]);
  });
  useEffect(() => {
    const onOver = (event: DragEvent) => over(event);
    const onDropped = (event: DragEvent) => drop(event);
    // Without a related element, the pointer has left the window.
    const onLeave = ({ relatedTarget }: DragEvent) => relatedTarget === null && setOver(false);
    window.addEventListener("dragover", onOver);
    window.addEventListener("dragleave", onLeave);
    window.addEventListener("drop", onDropped);
    return () => {
      window.removeEventListener("dragover", onOver);
      window.removeEventListener("dragleave", onLeave);
      window.removeEventListener("drop", onDropped);
    };
  }, []);
  if (!isOver) return null;
  return (
    <div className={classes["pageDrop"]} aria-hidden>
      <div>
        <IconPaperclip size={22} />
        {label}
      </div>
    </div>
  );
}
