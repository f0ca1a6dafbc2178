/**
 * Renders a page that is a list of entities (screens/administration.md, "Standard overview table"): tabs of related
 * pages, a header with actions, the table with search, filters, columns and pages, and the texts for an empty list, no
 * results and a failure. The caller supplies the columns; `useEntityList` loads the data.
 */
import type { ReactNode } from 'react';
import { Forbidden } from '../../../api/failures.js';
import { isSearched } from '../../../machines/entity-list.js';
import { EmptyState } from '../empty-state.js';
import { EntityTable, type EntityTableProps } from '../entity-table/index.js';
import { PageHeader } from '../page-header.js';
import { PageLayout } from '../page-layout.js';
import { Refusal } from '../refusal.js';
import { PageTabs, type PageTab } from './page-tabs.js';

interface ListTexts {
  readonly page: string;
  readonly description: string;
  readonly search: string;
  /** Text shown while no entities exist; `noneHelp` is a hint on how to create the first. */
  readonly none: string;
  readonly noneHelp?: string;
  /** Text shown when a search has no results. */
  readonly found: string;
  readonly failedTitle: string;
  readonly failed: (reason: string) => string;
}

export interface ListPageProps<Entity extends { readonly id: string }> extends Omit<
  EntityTableProps<Entity>,
  'label' | 'search' | 'empty' | 'failedTitle' | 'failed'
> {
  readonly texts: ListTexts;
  /** Help on the search syntax: the searchable fields, and pairs of an example query and its meaning. */
  readonly help: { readonly fields: readonly string[]; readonly examples: readonly (readonly [string, string])[] };
  /** The create button, shown in the header, or below the message while the list is empty. */
  readonly create?: ReactNode;
  /** Buttons of the header that are placed before the create button. */
  readonly actions?: ReactNode;
  readonly icon?: ReactNode;
  readonly tabs?: readonly PageTab[];
  /** Content between the header and the table. */
  readonly above?: ReactNode;
  /** Content after the table, such as dialogs. */
  readonly children?: ReactNode;
}

export function ListPage<Entity extends { readonly id: string }>(props: ListPageProps<Entity>): ReactNode {
  const { texts, help, create, actions, icon, tabs, above, children, ...table } = props;
  const { failure } = table.list;
  if (failure instanceof Forbidden) return <Refusal error={failure} />;
  const { rows, question } = table.list;
  const bare = rows?.length === 0 && !isSearched(question);
  const inHeader = bare ? undefined : create;
  return (
    <PageLayout>
      {tabs && <PageTabs tabs={tabs} />}
      <PageHeader
        title={texts.page}
        description={texts.description}
        {...((actions !== undefined || inHeader !== undefined) && {
          actions: (
            <>
              {actions}
              {inHeader}
            </>
          ),
        })}
      />
      {above}
      <EntityTable
        {...table}
        label={texts.page}
        search={{ label: texts.search, ...help }}
        empty={(searched) => (
          <EmptyState
            icon={icon}
            title={searched ? texts.found : texts.none}
            {...(!searched && create !== undefined && { action: create })}
          >
            {!searched && texts.noneHelp}
          </EmptyState>
        )}
        failedTitle={texts.failedTitle}
        failed={texts.failed}
      />
      {children}
    </PageLayout>
  );
}
