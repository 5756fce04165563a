import { useState } from "react";
import type { Brand } from "../../api/generated/types.gen.ts";
import classes from "./letterhead.module.css";

/**
 * The logo and the color of the organization, above its name on pages for its customers and recipients. Decoration: the
 * name and every warning are the service's own text below.
 */
export function Letterhead({ brand: { color, logoUrl } }: { readonly brand: Brand }) {
  const [lacksPicture, setLacksPicture] = useState<string>();
  if (color === null && logoUrl === null) return null;
  return (
    <span className={classes["letterhead"]}>
      {color !== null && <span className={classes["band"]} style={{ background: color }} />}
      {logoUrl !== null && lacksPicture !== logoUrl && (
        <img
          // The path: the service may be reached under another address than its public one.
          src={new URL(logoUrl).pathname}
          alt=""
          className={classes["logo"]}
          // Its link ends after 12 hours, on a page that is still open.
          onError={() => setLacksPicture(logoUrl)}
        />
      )}
    </span>
  );
}
