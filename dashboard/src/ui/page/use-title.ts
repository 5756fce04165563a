import { useContext, useEffect } from "react";
import { TitleCount } from "./title-count.ts";

/** The browser's title begins with the number of requests that the user may approve: "(3) Accounts · Bursar". */
export function useTitle(title: string): void {
  const count = useContext(TitleCount);
  useEffect(() => {
    document.title = `${count === undefined ? "" : `(${count}) `}${title} · Bursar`;
  }, [title, count]);
}
