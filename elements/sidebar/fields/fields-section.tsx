import { makeStyles } from '@griffel/react';
import { useQuery } from '@tanstack/react-query';
import { useSelector } from '@xstate/react';
import { useMemo, useState } from 'react';
import { allFieldsQuery } from '../../../api/queries/fields.js';
import { appliedOverride } from '../../../machines/page-parts.js';
import { sameWire } from '../../../machines/wire-equality.js';
import type { Override } from '../../../machines/page-parts.js';
import type { ViewDocument } from '../../../machines/view/document.js';
import { searchedDraft, type SearchedDraft } from '../../../machines/view/draft-search.js';
import type { Bindings } from '../../../machines/parameters.js';
import { groupedFields, rankedFields } from '../../../machines/view/field-presence.js';
import { fieldsOfSet, type FieldSet, type ListedField } from '../../../machines/view/listed-fields.js';
import { useConnection } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import { Button } from '../../kit/button.js';
import { FilterIcon, RetryIcon } from '../../kit/icons.js';
import { SearchBox } from '../../kit/search-box.js';
import { Skeleton } from '../../kit/skeleton.js';
import type { StoredListOptions } from '../../kit/stored-list.js';
import { Tabs } from '../../kit/tabs.js';
import { tokens, type as textType } from '../../kit/tokens.js';
import { useDelayed } from '../../kit/use-delayed.js';
import { useStoredList } from '../../kit/use-stored-list.js';
import { lookingOnly, useAreaInteractions, useFieldTypes, useView, type ViewPageActor } from '../../view-area/index.js';
import { FieldInteractionsContext } from '../../widgets/index.js';
import type { SectionProps } from '../panel.js';
import { texts } from '../texts.js';
import { FieldFigures } from './field-figures.js';
import { FieldList } from './field-list.js';
import { FieldStatistics } from './field-statistics.js';
import { usePresence, useShownDraft } from './use-presence.js';

const useStyles = makeStyles({
  // Three options fit side by side, also in a wide font.
  sets: {
    flexShrink: 0,
    '& > [role="tab"]': { flexGrow: 1, padding: '0 5px', textAlign: 'center', ...textType.caption },
  },
  note: { ...textType.body, color: tokens.text.secondary },
  problem: { ...textType.caption, color: tokens.status.danger.text, overflowWrap: 'anywhere' },
  loading: { display: 'flex', flexDirection: 'column', gap: '10px' },
});

const names = {
  read: (stored: unknown) => (typeof stored === 'string' ? stored : undefined),
  same: (one: string, other: string) => one === other,
};
const pinnedOptions: StoredListOptions<string> = { ...names, longest: 50 };
const recentOptions: StoredListOptions<string> = { ...names, longest: 5 };

/**
 * Milliseconds that the list waits for the result of a slow search. The list is ordered by the number of messages with
 * each field, and this number cannot be counted before that result.
 */
const searchWaitMs = 1000;

const unbound: Bindings = {};
const setTabs = (['current', 'all', 'reserved'] as const).map((key) => ({ key, label: texts.fields.sets[key] }));

/** Renders a section with all fields and their menus, or with the statistics of one field. */
export function FieldsSection(props: SectionProps) {
  const styles = useStyles();
  const { view, document } = useView(props.page);
  const isFailed = useSelector(view, ({ context }) => context.failure != null);
  if (document) return <Fields {...props} document={document} />;
  return isFailed ? <p className={styles.note}>{texts.fields.unopened}</p> : <Waiting />;
}

function Fields({ page, config, document }: SectionProps & { readonly document: ViewDocument }) {
  const { readonly: readOnly, allows } = useHostElement();
  const { queryId } = useView(page);
  const override = useSelector(page, ({ context }) => appliedOverride(context), sameWire);
  const execution = useSelector(page, ({ context }) => context.execution);
  // The executed bindings are used, so that parameter values that are still being typed do not count.
  const bindings = useSelector(execution, ({ context }) => context.request?.bindings) ?? unbound;
  const executed = useMemo(
    () => overridden(searchedDraft(document, queryId, bindings), override),
    [document, queryId, bindings, override],
  );
  const current = useFieldTypes(executed, true);
  const interactions = useAreaInteractions(page, document, current, config);
  const offered = useMemo(
    () => (!readOnly ? interactions : allows('filter') ? lookingOnly(page, interactions, true) : undefined),
    [page, readOnly, allows, interactions],
  );
  const [statistics, setStatistics] = useState<ListedField>();
  const [set, setSet] = useState<FieldSet>('current');
  const [filter, setFilter] = useState('');
  const [open, setOpen] = useState<string>();
  return (
    <FieldInteractionsContext value={offered}>
      {statistics ? (
        <FieldStatistics field={statistics} executed={executed} onBack={() => setStatistics(undefined)} />
      ) : (
        <FieldBrowser
          page={page}
          executed={executed}
          // Widgets of a dashboard have their own ranges and queries, so a share of all their messages is meaningless.
          counted={document.view.type === 'SEARCH'}
          current={current}
          {...{ set, filter, open }}
          onSet={setSet}
          onFilter={setFilter}
          onOpen={setOpen}
          onStatistics={setStatistics}
          analysisDisabled={config?.analysis_disabled_fields ?? []}
        />
      )}
    </FieldInteractionsContext>
  );
}

/** Applies a dashboard's global override of range and query to the draft. */
function overridden(draft: SearchedDraft, override: Override | undefined): SearchedDraft {
  return {
    ...draft,
    ...(override?.timerange && { timeRange: override.timerange }),
    ...(override?.query && { queryString: override.query.query_string }),
  };
}

interface FieldBrowserProps {
  readonly page: ViewPageActor;
  readonly executed: SearchedDraft;
  readonly counted: boolean;
  readonly current: ReturnType<typeof useFieldTypes>;
  readonly set: FieldSet;
  readonly filter: string;
  readonly open: string | undefined;
  readonly onSet: (set: FieldSet) => void;
  readonly onFilter: (text: string) => void;
  readonly onOpen: (field: string | undefined) => void;
  readonly onStatistics: (field: ListedField) => void;
  readonly analysisDisabled: readonly string[];
}

function FieldBrowser(props: FieldBrowserProps) {
  const { current, counted, set, filter, open, onSet, onFilter, onOpen, onStatistics, analysisDisabled } = props;
  const styles = useStyles();
  const { client } = useConnection();
  const draft = useShownDraft(props.page, props.executed);
  const all = useQuery({ ...allFieldsQuery(client), enabled: set !== 'current' });
  const listed = useMemo(() => fieldsOfSet(set, current.list ?? [], all.data), [set, current.list, all.data]);
  const requested = useMemo(() => current.list && listed.filter(({ inQuery }) => inQuery), [current.list, listed]);
  const { presence, waiting: counting, problem, onRetry } = usePresence(counted ? draft : undefined, requested);
  const pinned = useStoredList('pinned-fields', pinnedOptions);
  const used = useStoredList('recent-fields', recentOptions);
  // The order of recently used fields stays fixed until the section is opened again.
  const [recent] = useState(used.entries);
  const ranked = useMemo(
    () => rankedFields(listed, presence, set !== 'current', pinned.entries),
    [listed, presence, set, pinned.entries],
  );
  const groups = useMemo(
    () => groupedFields(ranked, pinned.entries, recent, filter),
    [ranked, pinned.entries, recent, filter],
  );
  const shown = groups.pinned.length + groups.recent.length + groups.others.length;
  const unknown = current.list === undefined || (set !== 'current' && all.isPending);
  // Once shown, the list stays mounted: one of its menus may be open when a slow search is answered.
  const [wasShown, setWasShown] = useState(false);
  const [entered, setEntered] = useState(0);
  // Showing the list early would sort it by name first and then reorder it below the pointer.
  const late = useDelayed(searchWaitMs);
  const searching = counted && draft === undefined && !late;
  const waiting = unknown || ((searching || counting) && !wasShown);
  if (!waiting && !wasShown) setWasShown(true);
  return (
    <>
      <SearchBox
        label={texts.fields.filter}
        icon={<FilterIcon />}
        query={filter}
        onSearch={onFilter}
        size="small"
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          // The filter state lags behind typing, so the latest text is applied first.
          onFilter(event.currentTarget.value);
          setEntered(entered + 1);
        }}
      />
      <Tabs
        kind="segments"
        label={texts.fields.set}
        tabs={setTabs}
        active={set}
        onChange={onSet}
        className={styles.sets}
      />
      {problem !== undefined && <Uncounted partly={presence?.total !== undefined} reason={problem} onRetry={onRetry} />}
      {waiting ? (
        <Waiting />
      ) : all.isError && set !== 'current' ? (
        <p className={styles.note}>{texts.fields.failed}</p>
      ) : shown === 0 ? (
        <>
          <p className={styles.note}>
            {listed.length === 0 && filter === '' ? texts.fields.none : texts.fields.noMatch}
          </p>
          {current.isLeftOut(filter.trim()) && <p className={styles.note}>{texts.fields.leftOut}</p>}
        </>
      ) : (
        <FieldList
          groups={groups}
          entered={entered}
          filter={filter}
          total={presence?.total || undefined}
          pinned={pinned.entries}
          open={open}
          onOpen={(field) => {
            if (field) used.add(field.name);
            onOpen(field?.name);
          }}
          onPin={(field, on) => (on ? pinned.add(field) : pinned.remove(field))}
          figures={(field) => (
            <FieldFigures
              key={field.name}
              field={field}
              draft={counted ? draft : props.executed}
              analysed={!analysisDisabled.includes(field.name)}
              onStatistics={() => onStatistics(field)}
              onUsed={() => used.add(field.name)}
            />
          )}
        />
      )}
      <span role="status" className="lc-unseen">
        {waiting ? '' : texts.fields.count(shown)}
      </span>
    </>
  );
}

/** Renders a note that shares are missing or incomplete; the list of fields works without them. */
function Uncounted({ partly, reason, onRetry }: { partly: boolean; reason: string; onRetry: () => void }) {
  const styles = useStyles();
  return (
    <div role="alert" className={styles.problem} title={reason}>
      {partly ? texts.fields.presencePartly(reason) : texts.fields.presenceFailed}
      <Button size="small" appearance="subtle" icon={<RetryIcon />} onClick={onRetry}>
        {texts.fields.tryAgain}
      </Button>
    </div>
  );
}

function Waiting() {
  const styles = useStyles();
  return (
    <div className={styles.loading} aria-busy="true">
      {[70, 55, 80, 45, 60, 75, 50].map((width, index) => (
        <Skeleton key={index} width={`${width}%`} />
      ))}
    </div>
  );
}
