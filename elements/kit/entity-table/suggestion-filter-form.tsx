/**
 * Renders a form to select an entity as the value of a filter; the server searches and pages the entities
 * (screens/dashboards-sharing-alerts.md §4 "Filters").
 */
import { makeStyles } from '@griffel/react';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { EntitySuggestions } from '../../../api/contract/catalogue.js';
import { reasonOf } from '../../../api/failures.js';
import { entitySuggestionsQuery } from '../../../api/queries/catalogue.js';
import { pageCount } from '../../../machines/paged-list.js';
import { useConnection } from '../../element/connection-context.js';
import { Button } from '../button.js';
import { ErrorPanel } from '../error-panel.js';
import { Loading } from '../loading.js';
import { SearchBox } from '../search-box.js';
import { tokens, type } from '../tokens.js';
import { Pager } from './pager.js';
import { useLastPage } from './use-last-page.js';
import { tableTexts } from './texts.js';

const perPage = 10;
/** Milliseconds after the last keystroke until the search is sent to the server. */
const debounceMs = 1000;

const useStyles = makeStyles({
  form: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '8px', width: 'min(280px, 100vw - 48px)' },
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  option: { width: '100%', justifyContent: 'flex-start' },
  title: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  hint: { margin: 0, color: tokens.text.secondary, ...type.caption },
  pager: { padding: 0 },
});

type Suggestion = EntitySuggestions['suggestions'][number];

export interface SuggestionFilterFormProps {
  /** Title of the attribute. */
  readonly what: string;
  readonly collection: string;
  /** Ids that are already filter values. */
  readonly taken: readonly string[];
  /** True lets the user select several entities with Shift. */
  readonly several: boolean;
  /** Called with the selected entity; `goesOn` is true when the user wants to select further entities. */
  readonly onPick: (suggestion: Suggestion, goesOn: boolean) => void;
}

export function SuggestionFilterForm({
  what,
  collection,
  taken,
  several,
  onPick,
}: SuggestionFilterFormProps): ReactNode {
  const styles = useStyles();
  const { client } = useConnection();
  const [requested, setRequested] = useState({ text: '', page: 1 });
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(
    entitySuggestionsQuery(client, { ...requested, text: requested.text.trim(), collection, perPage }),
  );
  const total = data?.pagination.total ?? 0;
  const pages = pageCount(total, perPage);
  const goTo = (page: number): void => setRequested({ ...requested, page });
  useLastPage({ page: requested.page, pages: data && !isPlaceholderData ? pages : undefined, onPage: goTo });
  return (
    <div className={styles.form}>
      <SearchBox
        label={tableTexts.searchFor(what)}
        query={requested.text}
        onSearch={(text) => setRequested({ text, page: 1 })}
        debounceMs={debounceMs}
        loading={isFetching && data !== undefined}
        data-autofocus=""
      />
      {error && (
        <ErrorPanel
          title={tableTexts.suggestionsFailed(what)}
          errors={[reasonOf(error)]}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <Loading />}
      {data && total === 0 && (
        <p className={styles.hint} role="status">
          {tableTexts.noSuggestions}
        </p>
      )}
      {data && total > 0 && (
        <>
          <ul className={styles.list} aria-label={tableTexts.suggestions(what)}>
            {data.suggestions.map((suggestion) => (
              <li key={suggestion.id}>
                <Button
                  size="small"
                  appearance="subtle"
                  className={styles.option}
                  disabled={taken.includes(suggestion.id)}
                  disabledReason={tableTexts.taken}
                  onClick={(event) => onPick(suggestion, several && event.shiftKey)}
                >
                  <span className={styles.title} title={suggestion.value}>
                    {suggestion.value}
                  </span>
                </Button>
              </li>
            ))}
          </ul>
          {several && <p className={styles.hint}>{tableTexts.pickSeveral}</p>}
          {total > perPage && (
            <Pager
              short
              page={requested.page}
              pages={pages}
              shown={data.suggestions.length}
              total={total}
              onPage={goTo}
              className={styles.pager}
            />
          )}
        </>
      )}
    </div>
  );
}
