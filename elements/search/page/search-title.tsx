/** Renders the title row of the search page: name, breadcrumbs, favourite and actions. */
import { useSelector } from '@xstate/react';
import { isGuest, useUsername } from '../../element/connection-context.js';
import { lazyPart } from '../../kit/lazy-part.js';
import { Part } from '../../kit/part.js';
import { SidebarButton } from '../../sidebar/index.js';
import { texts } from '../texts.js';
import { useTitleFacts } from './page-facts.js';
import { TitleRow } from './title-row.js';
import type { SearchPageActor } from './use-search-page.js';

const SearchActions = lazyPart(() => import('./search-actions.js'), 'SearchActions');
const SearchMarks = lazyPart(() => import('./search-marks.js'), 'SearchMarks');

/** Source of a search that another page has created, such as an event. */
export interface SearchOrigin {
  /** Name of the page that lists sources of this kind; the breadcrumb shows it. */
  readonly name: string;
  readonly route: string;
  readonly title: string;
}

interface SearchTitleProps {
  readonly page: SearchPageActor;
  /** True when the address names a saved search, which may not exist. */
  readonly stored: boolean;
  /** Returns true if the host has a page for the route; absent: the user may not search, so no actions are offered. */
  readonly hasRoute?: (route: string) => boolean;
  readonly origin: SearchOrigin | undefined;
}

export function SearchTitle({ page, stored, hasRoute, origin }: SearchTitleProps) {
  const execution = useSelector(page, ({ context }) => context.execution);
  const cancelled = useSelector(execution, (state) => state.matches({ run: 'cancelled' }));
  const { fresh, row } = useTitleFacts(page);
  // Guests cannot save searches, so "unsaved" would have no meaning for them.
  const isNamed = isGuest(useUsername()) || (stored && !fresh);
  // A saved search no longer depends on the source from which it was created.
  const madeOf = fresh ? origin : undefined;
  return (
    <TitleRow
      leading={<SidebarButton />}
      untitled={madeOf?.title ?? (isNamed ? texts.page.unopened : texts.page.unsaved)}
      {...row}
      cancelled={cancelled}
      {...(madeOf
        ? { crumb: madeOf.name, crumbRoute: madeOf.route, newTab: true }
        : hasRoute
          ? { crumbRoute: '/search/new' }
          : // A user who may not search may not open a new search either.
            { crumb: texts.page.welcome, crumbRoute: '/welcome' })}
      marks={
        <Part>
          <SearchMarks page={page} />
        </Part>
      }
      actions={
        hasRoute && (
          <Part>
            <SearchActions page={page} hasRoute={hasRoute} />
          </Part>
        )
      }
    />
  );
}
