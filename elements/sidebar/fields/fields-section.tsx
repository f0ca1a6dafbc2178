import { makeStyles } from '@griffel/react';
import { useQuery } from '@tanstack/react-query';
import { useSelector } from '@xstate/react';
import { useMemo, useState } from 'react';
import { allFieldsQuery } from '../../../api/queries/fields.js';
import type { SearchPageContext } from '../../../machines/search-page.js';
import { draftOf, type QueryDraft, type ViewDocument } from '../../../machines/view/document.js';
import { fieldsOfSet, matchingFields, type FieldSet, type ListedField } from '../../../machines/view/listed-fields.js';
import { useConnection } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import { FilterIcon } from '../../kit/icons.js';
import { SearchBox } from '../../kit/search-box.js';
import { Skeleton } from '../../kit/skeleton.js';
import { Tabs } from '../../kit/tabs.js';
import { tokens, type as textType } from '../../kit/tokens.js';
import { useAreaInteractions, useFieldTypes, useView, type ViewPageActor } from '../../view-area/index.js';
import { FieldInteractionsContext } from '../../widgets/index.js';
import type { SectionProps } from '../panel.js';
import { texts } from '../texts.js';
import { FieldList } from './field-list.js';
import { FieldStatistics } from './field-statistics.js';

const useStyles = makeStyles({
  // Three choices fit beside each other in a wide font, too.
  sets: { flexShrink: 0, '& > [role="tab"]': { flexGrow: 1, padding: '0 5px', ...textType.caption } },
  note: { ...textType.body, color: tokens.text.secondary },
  loading: { display: 'flex', flexDirection: 'column', gap: '10px' },
});

const setTabs = (['current', 'all', 'reserved'] as const).map((key) => ({ key, label: texts.fields.sets[key] }));

/** All fields there are, with their menus; one of them with its statistics. */
export function FieldsSection(props: SectionProps) {
  const { document } = useView(props.page);
  return document ? <Fields {...props} document={document} /> : <Waiting />;
}

function Fields({ page, config, document }: SectionProps & { readonly document: ViewDocument }) {
  const { readonly: readOnly } = useHostElement();
  const { queryId } = useView(page);
  const override = useSelector(page, ({ context }) => context.override);
  const executed = useMemo(() => overridden(draftOf(document, queryId), override), [document, queryId, override]);
  const current = useFieldTypes(executed, true);
  const interactions = useAreaInteractions(page, document, current.typeOf, config);
  const [shown, setShown] = useState<ListedField>();
  const [set, setSet] = useState<FieldSet>('current');
  const [filter, setFilter] = useState('');
  return (
    <FieldInteractionsContext value={readOnly ? undefined : interactions}>
      {shown ? (
        <FieldStatistics field={shown} executed={executed} onBack={() => setShown(undefined)} />
      ) : (
        <FieldBrowser
          page={page}
          current={current}
          set={set}
          filter={filter}
          onSet={setSet}
          onFilter={setFilter}
          onStatistics={setShown}
          analysisDisabled={config?.analysis_disabled_fields ?? []}
        />
      )}
    </FieldInteractionsContext>
  );
}

/** What is searched in all widgets of a dashboard is what its bar says, where it says something. */
function overridden(draft: QueryDraft, override: SearchPageContext['override']): QueryDraft {
  return {
    ...draft,
    ...(override?.timerange && { timeRange: override.timerange }),
    ...(override?.query && { queryString: override.query.query_string }),
  };
}

interface FieldBrowserProps {
  readonly page: ViewPageActor;
  readonly current: ReturnType<typeof useFieldTypes>;
  readonly set: FieldSet;
  readonly filter: string;
  readonly onSet: (set: FieldSet) => void;
  readonly onFilter: (text: string) => void;
  readonly onStatistics: (field: ListedField) => void;
  readonly analysisDisabled: readonly string[];
}

function FieldBrowser(props: FieldBrowserProps) {
  const { current, set, filter, onSet, onFilter, onStatistics, analysisDisabled } = props;
  const styles = useStyles();
  const { client } = useConnection();
  const all = useQuery({ ...allFieldsQuery(client), enabled: set !== 'current' });
  const listed = useMemo(() => fieldsOfSet(set, current.list ?? [], all.data), [set, current.list, all.data]);
  const fields = useMemo(() => matchingFields(listed, filter), [listed, filter]);
  const waiting = current.list === undefined || (set !== 'current' && all.isPending);
  return (
    <>
      <SearchBox label={texts.fields.filter} icon={<FilterIcon />} query={filter} onSearch={onFilter} size="small" />
      <Tabs
        kind="segments"
        label={texts.fields.set}
        tabs={setTabs}
        active={set}
        onChange={onSet}
        className={styles.sets}
      />
      {waiting ? (
        <Waiting />
      ) : all.isError && set !== 'current' ? (
        <p className={styles.note}>{texts.fields.failed}</p>
      ) : fields.length === 0 ? (
        <p className={styles.note}>{listed.length === 0 && filter === '' ? texts.fields.none : texts.fields.noMatch}</p>
      ) : (
        <FieldList fields={fields} analysisDisabled={analysisDisabled} onStatistics={onStatistics} />
      )}
      <span role="status" className="lc-unseen">
        {waiting ? '' : texts.fields.count(fields.length)}
      </span>
    </>
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
