/**
 * Ranks the values that are more common in a part of the messages than in the rest; a click narrows the search to a
 * value or excludes it. The code of this panel is loaded on demand.
 */
import { makeStyles, mergeClasses } from '@griffel/react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent, useMemo, useRef, useState, type ReactNode } from 'react';
import { addToQuery, excludeFromQuery } from '../../../api/language/index.js';
import { differencesOfMessages, type DifferencesAnswer } from '../../../api/contract/differences.js';
import { reasonOf } from '../../../api/failures.js';
import { isMissing } from '../../../api/queries/missing.js';
import {
  differenceRows,
  differencesRequest,
  ratioText,
  shareText,
  type Compared,
} from '../../../machines/differences/differences.js';
import { randomIds } from '../../../machines/view/ids.js';
import { searchDraft } from '../../../machines/search-page.js';
import { deepActiveElement } from '../../element/document-proxy.js';
import { useHostElement } from '../../element/host-context.js';
import { useKeptData } from '../../element/use-kept-data.js';
import { Button } from '../../kit/button.js';
import { formatNumber } from '../../kit/format.js';
import { IconButton } from '../../kit/icon-button.js';
import { CloseIcon, FilterIcon, RemoveIcon } from '../../kit/icons.js';
import { useSaidAbove } from '../../kit/said-above.js';
import { kitTexts } from '../../kit/texts.js';
import { container, radius, space, tokens, type } from '../../kit/tokens.js';
import { useFieldTypes, useView, useViewClient } from '../../view-area/index.js';
import { clauseOf } from '../../widgets/actions/actions.js';
import { shortNumber } from '../../widgets/values/value-text.js';
import type { SearchPageActor } from '../page/use-search-page.js';
import { differencesTexts as texts } from './texts.js';

const firstRows = 10;
const columns = 'minmax(90px, 1fr) minmax(120px, 1.6fr) minmax(96px, 1fr) minmax(96px, 1fr) 72px 64px';

const useStyles = makeStyles({
  card: {
    marginTop: `${space.l}px`,
    border: `1px solid ${tokens.border.subtle}`,
    borderRadius: `${radius.card}px`,
    backgroundColor: tokens.surface.card,
    overflow: 'clip',
    // The panel gets the focus only from the button that opened it.
    outlineStyle: 'none',
  },
  head: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: `${space.xs}px ${space.m}px`,
    minHeight: '36px',
    padding: '2px 6px 2px 12px',
    borderBottom: `1px solid ${tokens.border.subtle}`,
    // The button stays beside the title when the facts below take lines of their own.
    [container.compact]: { position: 'relative', padding: '8px 48px 8px 12px' },
  },
  close: { [container.compact]: { position: 'absolute', top: '2px', right: '4px' } },
  title: { margin: 0, ...type.cardTitle },
  facts: { color: tokens.text.tertiary, ...type.caption },
  gap: { flexGrow: 1, [container.compact]: { display: 'none' } },
  body: { display: 'flex', flexWrap: 'wrap' },
  rows: { flex: '1 1 560px', minWidth: 0, maxHeight: '420px', overflowY: 'auto' },
  row: {
    display: 'grid',
    gridTemplateColumns: columns,
    alignItems: 'center',
    columnGap: '12px',
    minHeight: '30px',
    padding: '0 8px 0 12px',
    borderBottom: `1px solid ${tokens.border.divider}`,
    ...type.body,
    ':hover': { backgroundColor: tokens.surface.hover },
    [container.compact]: {
      gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr) 64px 58px',
      padding: '4px 8px 4px 12px',
    },
  },
  headRow: {
    backgroundColor: tokens.surface.subtle,
    color: tokens.text.secondary,
    ...type.overline,
    // A narrow row shows field and value on a line of their own, so only the headers of the numbers are shown.
    [container.compact]: { '& > :nth-child(-n+2)': { display: 'none' } },
  },
  cell: { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  mono: { ...type.logSmall },
  // A narrow row shows field and value together on a separate line. If there is enough room, each is as wide as its
  // text.
  names: { display: 'contents', [container.compact]: { display: 'flex', gridColumn: '1 / -1', columnGap: '12px' } },
  field: { color: tokens.text.secondary },
  share: { display: 'flex', alignItems: 'center', gap: '8px', fontVariantNumeric: 'tabular-nums' },
  track: {
    flexGrow: 1,
    height: '6px',
    borderRadius: '2px',
    backgroundColor: tokens.surface.inset,
    '::after': {
      content: '""',
      display: 'block',
      width: 'var(--lc-share)',
      minWidth: '1px',
      height: '100%',
      borderRadius: '2px',
      backgroundColor: 'var(--lc-bar)',
      '@media (forced-colors: active)': { backgroundColor: 'CanvasText' },
    },
  },
  percent: { width: '40px', textAlign: 'right' },
  ratio: { textAlign: 'right', fontWeight: 600, fontVariantNumeric: 'tabular-nums' },
  tools: { display: 'flex', justifyContent: 'flex-end' },
  numbers: {
    flex: '0 1 280px',
    minWidth: '220px',
    borderLeft: `1px solid ${tokens.border.subtle}`,
    backgroundColor: tokens.surface.subtle,
    [container.compact]: { flexBasis: '100%', borderLeft: 'none' },
  },
  numbersHead: { margin: 0, padding: '8px 12px', color: tokens.text.secondary, ...type.overline },
  number: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto auto',
    gap: '12px',
    padding: '4px 12px',
    borderTop: `1px solid ${tokens.border.divider}`,
    fontVariantNumeric: 'tabular-nums',
    ...type.body,
  },
  foot: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '4px 12px',
    padding: '6px 12px',
    color: tokens.text.tertiary,
    ...type.caption,
  },
  notice: { margin: 0, padding: '12px', color: tokens.text.secondary, ...type.body },
});

export interface DifferencesPanelProps {
  readonly page: SearchPageActor;
  readonly compared: Compared;
  /** Description of the compared messages. */
  readonly label: string;
  /** Returns true once, for a comparison that the user has just requested with a button. */
  readonly takesFocus: () => boolean;
  readonly onClose: () => void;
}

export function DifferencesPanel({ page, compared, label, takesFocus, onClose }: DifferencesPanelProps): ReactNode {
  const styles = useStyles();
  const client = useViewClient();
  const { document, queryId } = useView(page);
  const bindings = useSelector(page, ({ context }) => context.bindings);
  const request = useMemo(
    () => document && differencesRequest({ document, queryId, bindings }, compared, randomIds),
    [document, queryId, bindings, compared],
  );
  const answered = useQuery({
    queryKey: ['differences', request, client.computed],
    queryFn: ({ signal }) => {
      if (!request) throw new Error(texts.noSelection);
      return client.call(differencesOfMessages, { body: request, signal, check: isAnswer });
    },
    enabled: request !== undefined,
    staleTime: Infinity,
    retry: false,
    refetchOnWindowFocus: false,
    placeholderData: keepPreviousData,
  });
  const { isFetching } = answered;
  const { data, failure } = useKeptData(answered, JSON.stringify([compared, request?.search.queries[0]?.query]));
  const isShownLater = useSaidAbove(failure && reasonOf(failure));
  const card = useRef<HTMLElement>(null);
  const isRequested = useEffectEvent(takesFocus);
  // This panel replaces the pressed button, so it takes the focus once. It does not if the user has begun to type, or
  // has opened a menu or dialog, while the panel was loading.
  useEffect(() => {
    if (!isRequested()) return;
    const elsewhere = 'input, textarea, select, [role=textbox], [role=menu], [role=listbox], [role=dialog]';
    if (!deepActiveElement(window.document)?.closest(elsewhere)) card.current?.focus({ preventScroll: true });
  }, [compared]);
  return (
    <section
      ref={card}
      tabIndex={-1}
      className={styles.card}
      aria-label={texts.title}
      aria-busy={isFetching}
      data-differences=""
    >
      <div className={styles.head}>
        <h2 className={styles.title}>{texts.title}</h2>
        <span className={styles.facts}>{label}</span>
        <span className={styles.gap} />
        {data && (
          <span className={styles.facts}>{texts.counts(formatNumber(data.selected), formatNumber(data.rest))}</span>
        )}
        <span className={styles.close}>
          <IconButton quiet size="small" label={texts.close} icon={<CloseIcon />} onClick={onClose} />
        </span>
      </div>
      {failure && !isFetching ? (
        <p role={isShownLater ? 'status' : 'alert'} className={styles.notice}>
          {isShownLater ? kitTexts.shownLater : isMissing(failure) ? texts.missing : texts.failed(reasonOf(failure))}
        </p>
      ) : data ? (
        <Found page={page} compared={compared} answer={data} />
      ) : (
        <p role="status" className={styles.notice}>
          {texts.comparing}
        </p>
      )}
    </section>
  );
}

const isAnswer = (answer: unknown): boolean => Array.isArray((answer as Partial<DifferencesAnswer> | null)?.values);

interface FoundProps extends Pick<DifferencesPanelProps, 'page' | 'compared'> {
  readonly answer: DifferencesAnswer;
}

function Found({ page, compared, answer }: FoundProps): ReactNode {
  const styles = useStyles();
  const { allows } = useHostElement();
  const draft = useSelector(page, ({ context }) => searchDraft(context));
  const { typeOf } = useFieldTypes(draft, true);
  const [all, setAll] = useState(false);
  const rows = useMemo(
    () => differenceRows(answer, compared, (field, value) => clauseOf(field, value, typeOf(field)?.type, typeOf)),
    [answer, compared, typeOf],
  );
  const shown = all ? rows : rows.slice(0, firstRows);
  const mayFilter = allows('query');
  const narrow = (field: string, value: string, change: (query: string, clause: string) => string): void => {
    const clause = clauseOf(field, value, typeOf(field)?.type, typeOf);
    const { queryString } = page.getSnapshot().context.draft;
    page.send({ type: 'draft.submitted', draft: { queryString: change(queryString, clause) } });
  };
  const empty =
    answer.selected === 0 ? texts.noSelection : answer.rest === 0 ? texts.noRest : rows.length === 0 ? texts.none : '';
  const share = (part: number, bar: string): ReactNode => (
    <span className={styles.share} role="cell">
      <span className={styles.track} style={{ '--lc-share': `${part * 100}%`, '--lc-bar': bar }} aria-hidden="true" />
      <span className={styles.percent}>{shareText(part)}</span>
    </span>
  );
  return (
    <>
      <div className={styles.body}>
        {empty !== '' ? (
          <p role="status" className={mergeClasses(styles.rows, styles.notice)}>
            {empty}
          </p>
        ) : (
          <div className={styles.rows} role="table" aria-label={texts.title}>
            <div className={mergeClasses(styles.row, styles.headRow)} role="row">
              {[texts.field, texts.value, texts.selection, texts.rest].map((name) => (
                <span key={name} role="columnheader">
                  {name}
                </span>
              ))}
              <span role="columnheader" className={styles.ratio}>
                {texts.difference}
              </span>
              <span />
            </div>
            {shown.map(({ field, value, selected, rest, ratio }) => (
              <div key={`${field} ${value}`} className={styles.row} role="row">
                <span role="presentation" className={styles.names}>
                  <span role="cell" className={mergeClasses(styles.cell, styles.field, styles.mono)} title={field}>
                    {field}
                  </span>
                  <span role="cell" className={mergeClasses(styles.cell, styles.mono)} title={value}>
                    {value}
                  </span>
                </span>
                {share(selected, tokens.selection.border)}
                {share(rest, tokens.text.tertiary)}
                <span role="cell" className={styles.ratio}>
                  {ratio === Infinity ? texts.onlyRest : ratioText(ratio)}
                </span>
                <span role="cell" className={styles.tools}>
                  {mayFilter && (
                    <>
                      <IconButton
                        quiet
                        size="small"
                        label={texts.only(field, value)}
                        icon={<FilterIcon />}
                        onClick={() => narrow(field, value, addToQuery)}
                      />
                      <IconButton
                        quiet
                        size="small"
                        label={texts.exclude(field, value)}
                        icon={<RemoveIcon />}
                        onClick={() => narrow(field, value, excludeFromQuery)}
                      />
                    </>
                  )}
                </span>
              </div>
            ))}
          </div>
        )}
        {answer.numbers.length > 0 && (
          <div className={styles.numbers}>
            <h3 className={styles.numbersHead}>{texts.numbers}</h3>
            {answer.numbers.map(({ field, selected, rest }) => (
              <div key={field} className={styles.number}>
                <span className={mergeClasses(styles.cell, styles.mono)} title={field}>
                  {field}
                </span>
                <span>
                  <b>{selected === null ? '–' : shortNumber(selected)}</b>{' '}
                  <span className={styles.facts}>
                    {texts.numberRest(rest === null ? '–' : String(shortNumber(rest)))}
                  </span>
                </span>
                <b>{ratioText((selected ?? 0) / (rest ?? 1))}</b>
              </div>
            ))}
          </div>
        )}
      </div>
      <div className={styles.foot}>
        <span>
          {texts.extent(
            answer.fields_examined,
            formatNumber(answer.examined),
            answer.examined < answer.total_results ? formatNumber(answer.total_results) : undefined,
          )}
        </span>
        {answer.fields_left_out > 0 && <span>{texts.leftOut(answer.fields_left_out)}</span>}
        <span className={styles.gap} />
        <span>{texts.ranked}</span>
        {shown.length < rows.length && (
          <Button size="small" onClick={() => setAll(true)}>
            {texts.showAll(rows.length)}
          </Button>
        )}
      </div>
    </>
  );
}
