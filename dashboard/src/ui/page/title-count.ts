import { createContext } from "react";

/** What waits for the user, as in the menu; undefined if nothing does, or nobody is signed in. */
export const TitleCount = createContext<string | undefined>(undefined);
