import { makeStyles } from '@griffel/react';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useEffect, useMemo, useRef } from 'react';
import { reasonOf } from '../../../api/failures.js';
import { syncSearchQuery } from '../../../api/queries/sync-search.js';
import type { SearchedDraft } from '../../../machines/view/draft-search.js';
import {
  statisticsFor,
  statisticsOf as readStatistics,
  statisticsSearch,
} from '../../../machines/view/field-statistics.js';
import type { ListedField } from '../../../machines/view/listed-fields.js';
import { useKeptData } from '../../element/use-kept-data.js';
import { Button } from '../../kit/button.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { AddIcon, ChevronLeftIcon } from '../../kit/icons.js';
import { Skeleton } from '../../kit/skeleton.js';
import { tokens, type as textType } from '../../kit/tokens.js';
import { useViewClient } from '../../view-area/index.js';
import { useFieldInteractions } from '../../widgets/actions/interactions.js';
import { statisticsOf as statisticsWidget } from '../../widgets/actions/new-widgets.js';
import { exactText } from '../../widgets/values/value-text.js';
import { formatMeasured } from '../../widgets/visualizations/measured.js';
import { texts } from '../texts.js';
import { fieldTypeIcon } from './field-type-icon.js';
import { fieldTypeText } from './field-type-text.js';

const useStyles = makeStyles({
  back: { alignSelf: 'flex-start', marginLeft: '-8px' },
  field: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    minWidth: 0,
    '& > svg': { flexShrink: 0, fontSize: '16px', color: tokens.text.tertiary },
  },
  name: { minWidth: 0, overflowWrap: 'anywhere', ...textType.logSmall, color: tokens.text.primary },
  type: { marginLeft: 'auto', flexShrink: 0, ...textType.caption, color: tokens.text.tertiary },
  table: { width: '100%' },
  /** Numbers use the room that the longest label leaves. */
  label: {
    width: '1%',
    padding: '4px 8px 4px 0',
    ...textType.body,
    color: tokens.text.secondary,
    fontWeight: 400,
    textAlign: 'left',
  },
  value: {
    padding: '4px 0',
    ...textType.logSmall,
    textAlign: 'right',
    fontVariantNumeric: 'tabular-nums',
    overflowWrap: 'break-word',
  },
  row: { borderBottom: `1px solid ${tokens.border.divider}` },
  note: { ...textType.caption, color: tokens.text.tertiary },
});

export interface FieldStatisticsProps {
  readonly field: ListedField;
  /** The latest executed draft. */
  readonly executed: SearchedDraft;
  readonly onBack: () => void;
}

/** Renders the statistics of a field, chosen by its type, over all messages that the current query finds. */
export function FieldStatistics({ field: { name, type }, executed, onBack }: FieldStatisticsProps) {
  const styles = useStyles();
  const client = useViewClient();
  const interactions = useFieldInteractions();
  const back = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    back.current?.focus({ preventScroll: true });
  }, []);
  const statistics = useMemo(() => statisticsFor(name, type), [name, type]);
  const search = useMemo(() => statisticsSearch(executed, statistics), [executed, statistics]);
  const answered = useQuery(syncSearchQuery(client, search));
  const { data: job, failure } = useKeptData(answered, JSON.stringify({ ...executed, timeRange: null, name }));
  // Not an option `select` of the query: after a change of the query, it would return another object at each rendering,
  // and `useKeptData` renders again for each other object.
  const data = useMemo(() => job && readStatistics(job), [job]);
  const problems = data?.errors.map(({ description }) => description) ?? [];
  const addWidget = interactions?.onAddWidget;
  return (
    <>
      <Button
        ref={back}
        size="small"
        appearance="subtle"
        icon={<ChevronLeftIcon />}
        className={styles.back}
        onClick={onBack}
      >
        {texts.statistics.back}
      </Button>
      <div className={styles.field}>
        {fieldTypeIcon(type.type)}
        <h3 className={styles.name}>{name}</h3>
        <span className={styles.type}>{fieldTypeText(type.type)}</span>
      </div>
      {failure || problems.length > 0 ? (
        <ErrorPanel
          title={texts.statistics.failed}
          errors={failure ? [reasonOf(failure)] : problems}
          onRetry={() => void answered.refetch()}
        />
      ) : (
        <table className={styles.table} aria-label={texts.fields.statisticsOf(name)} aria-busy={!data}>
          <tbody>
            {statistics.map((one) => (
              <tr key={one.name} className={styles.row}>
                <th scope="row" className={styles.label}>
                  {texts.statistics.names[one.name]}
                </th>
                <td className={styles.value} title={data && exactOf(data.values.get(one.function))}>
                  {data ? <ValueText text={valueText(data.values.get(one.function))} /> : <Skeleton width="80px" />}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className={styles.note}>{texts.statistics.refersTo}</p>
      {addWidget && (
        <Button size="small" icon={<AddIcon />} onClick={() => addWidget(statisticsWidget(name, type))}>
          {texts.statistics.addWidget}
        </Button>
      )}
    </>
  );
}

/** Renders a number that wraps only after a separator, never within a group of three digits. */
const ValueText = ({ text }: { readonly text: string }) =>
  text.split(/(?<=,)/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));

const exactOf = (value: unknown): string | undefined => exactText(value, valueText(value));

function valueText(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'bigint') return formatMeasured(value);
  return value === null || value === undefined ? texts.statistics.noValue : String(value);
}
