import { useEffect, useRef } from "react";

/** Keeps the totals of the table above the bar in an element: both stick to the bottom of the window. */
export function useTotalsAbove() {
  const holder = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const bar = holder.current?.firstElementChild;
    const page = holder.current?.parentElement;
    if (!(bar instanceof HTMLElement) || !page) return undefined;
    const observer = new ResizeObserver(() => page.style.setProperty("--totals-bottom", `${bar.offsetHeight}px`));
    observer.observe(bar);
    return () => observer.disconnect();
  }, []);
  return holder;
}
