import { IconStar, IconUsers } from "@tabler/icons-react";
import { useRouter } from "@tanstack/react-router";
import { type MouseEvent, useEffect, useEffectEvent } from "react";
import type { SavedView } from "#api/generated/types.gen.ts";
import { opensHere } from "../row-target.ts";
import classes from "./saved-views.module.css";
import { type SavedPage, useDefaultView, useViews } from "./use-views.ts";
import { ViewActions } from "./view-actions.tsx";
import { isPlain, queryOf, stateOfView, type UrlState } from "./view-state.ts";

/** In the address: the list without a view, although another one opens by default. */
const PLAIN = "all";

interface ViewsOfList<State extends UrlState> {
  readonly page: SavedPage;
  /** The state of the list, from the address. */
  readonly search: State & { readonly view?: string | undefined };
  /** The `validateSearch` of the page's route. */
  readonly validate: (url: Record<string, unknown>) => State;
}

/** The views of a list, above its filters. */
export function SavedViews<State extends UrlState>(list: ViewsOfList<State>) {
  const { views, active, isModified, query, defaultId, setDefaultId, stateWith } = useOpenView(list);
  const linkTo = useStateLinks();
  const open = (view: SavedView | undefined) => linkTo(stateWith(view)).open(true);
  useDefault({ search: list.search, view: views.views.find(({ id }) => id === defaultId), open });
  const isOpen = (id: string | undefined) => views.isKnown && id === active?.id;
  // Nothing to choose, and nothing to save. Of what the address filters, this is known before the views are.
  if (!views.hasViews && !isModified) return null;
  return (
    <nav className={classes["bar"]} aria-label="Views">
      <ul className={classes["views"]}>
        <li>
          <ViewLink
            link={linkTo(stateWith(undefined))}
            name="All"
            isActive={isOpen(undefined)}
            isModified={isOpen(undefined) && isModified}
          />
        </li>
        {views.views.map((view) => (
          <li key={view.id}>
            <ViewLink
              link={linkTo(stateWith(view))}
              name={view.name}
              isShared={view.isShared}
              isDefault={view.id === defaultId}
              isActive={isOpen(view.id)}
              isModified={isOpen(view.id) && isModified}
            />
          </li>
        ))}
      </ul>
      {views.isKnown && (
        <ViewActions
          active={active}
          isModified={isModified}
          query={query}
          views={views}
          isDefault={active !== undefined && active.id === defaultId}
          onDefault={setDefaultId}
          onOpen={(view) => {
            if (view === undefined && active?.id === defaultId) setDefaultId(undefined);
            open(view);
          }}
        />
      )}
    </nav>
  );
}

/** The view that is open, whether the list differs from it, and the state that opens another one. */
function useOpenView<State extends UrlState>({ page, search, validate }: ViewsOfList<State>) {
  const views = useViews(page);
  const [defaultId, setDefaultId] = useDefaultView(page);
  const query = queryOf(search);
  const savedIn = (view: SavedView): string => queryOf(stateOfView(view.query, validate));
  const active =
    views.views.find(({ id }) => id === search.view) ??
    (search.view === undefined && query !== "" ? views.views.find((view) => savedIn(view) === query) : undefined);
  const stateWith = (view: SavedView | undefined): UrlState =>
    view === undefined
      ? { ...validate({}), view: defaultId === undefined ? undefined : PLAIN }
      : { ...stateOfView(view.query, validate), view: view.id };
  return {
    views,
    active,
    isModified: query !== (active === undefined ? "" : savedIn(active)),
    query,
    defaultId,
    setDefaultId,
    stateWith,
  };
}

/** Opens the default view when the page was opened without anything in its address. */
function useDefault({
  search,
  view,
  open,
}: {
  readonly search: UrlState;
  readonly view: SavedView | undefined;
  readonly open: (view: SavedView) => void;
}): void {
  const isWanted = view !== undefined && isPlain(search);
  const openIt = useEffectEvent(() => {
    if (view !== undefined) open(view);
  });
  useEffect(() => {
    if (isWanted) openIt();
  }, [isWanted]);
}

interface StateLink {
  readonly href: string;
  readonly open: (replace: boolean) => void;
}

/** Links to this page with another state of its list. */
function useStateLinks(): (state: UrlState) => StateLink {
  const router = useRouter();
  return (state) => {
    // The router knows the parameters of each page; here, `validate` has checked them.
    const target = { to: ".", search: state } as never;
    return {
      href: router.buildLocation(target).publicHref,
      open: (replace) => void router.navigate({ ...Object(target), replace } as never),
    };
  };
}

function ViewLink({
  link,
  name,
  isShared = false,
  isDefault = false,
  isActive,
  isModified,
}: {
  readonly link: StateLink;
  readonly name: string;
  readonly isShared?: boolean;
  readonly isDefault?: boolean;
  readonly isActive: boolean;
  readonly isModified: boolean;
}) {
  return (
    <a
      className={classes["view"]}
      href={link.href}
      {...(isActive ? { "aria-current": true } : {})}
      onClick={(event: MouseEvent) => {
        if (!opensHere(event)) return;
        event.preventDefault();
        link.open(false);
      }}
    >
      <span>{name}</span>
      {isShared && <IconUsers size={14} role="img" aria-label="Shared" />}
      {isDefault && <IconStar size={14} role="img" aria-label="Opens by default" />}
      {isModified && <span className={classes["modified"]}>Modified</span>}
    </a>
  );
}
