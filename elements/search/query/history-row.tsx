/** Renders an entry of the search history in the dialog: its query, the known facts about it, and its buttons. */
import { makeStyles } from '@griffel/react';
import { Fragment, type ReactNode } from 'react';
import { useHostElement } from '../../element/host-context.js';
import { IconButton } from '../../kit/icon-button.js';
import { CloseIcon, PlayIcon, ShareIcon, TimeIcon } from '../../kit/icons.js';
import { RelativeTime } from '../../kit/timestamp.js';
import { focusRing, space, tokens, type } from '../../kit/tokens.js';
import { briefRangeText } from '../time-range/range-text.js';
import { historyTexts } from './history-texts.js';
import type { PastSearch } from './past-searches.js';

const useStyles = makeStyles({
  row: {
    display: 'flex',
    flexShrink: 0,
    alignItems: 'center',
    gap: `${space.xs}px`,
    paddingRight: `${space.xs}px`,
    borderRadius: tokens.radius.control,
    ':hover': { backgroundColor: tokens.surface.hover },
    ':focus-within': { backgroundColor: tokens.surface.hover },
    '@media (max-width: 479.98px)': { flexWrap: 'wrap', justifyContent: 'flex-end' },
  },
  use: {
    display: 'flex',
    flexDirection: 'column',
    flex: '1 1 auto',
    minWidth: 0,
    padding: `${space.s}px ${space.m}px`,
    border: 'none',
    borderRadius: tokens.radius.control,
    backgroundColor: 'transparent',
    textAlign: 'start',
    fontFamily: 'inherit',
    cursor: 'pointer',
    ':focus-visible': focusRing,
    '@media (max-width: 479.98px)': { flexBasis: '100%' },
  },
  query: {
    ...type.log,
    display: '-webkit-box',
    overflow: 'hidden',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: '3',
    color: tokens.text.primary,
    overflowWrap: 'anywhere',
    whiteSpace: 'pre-wrap',
  },
  about: { ...type.caption, color: tokens.text.tertiary, overflowWrap: 'anywhere' },
});

/** Largest number of streams whose titles a row shows. */
const mostTitles = 3;

export interface HistoryRowProps {
  readonly search: PastSearch;
  /** True if another user has shared the search. */
  readonly foreign: boolean;
  /** Titles of the streams that the user may read, by id; undefined until they are loaded. */
  readonly streams: ReadonlyMap<string, string> | undefined;
  /** Called to insert the query into the search bar. */
  readonly onUse: () => void;
  /** Called to run the query with the streams and the time range of the search bar. */
  readonly onRun: () => void;
  /** Called to run the query with its own streams and time range; undefined: not offered. */
  readonly onRepeat: (() => void) | undefined;
  readonly onShare: (() => void) | undefined;
  readonly onForget: (() => void) | undefined;
}

export function HistoryRow({ search, foreign, streams, ...actions }: HistoryRowProps): ReactNode {
  const styles = useStyles();
  const { timezone } = useHostElement();
  const { query, at, times, range, entry } = search;
  const facts: readonly ReactNode[] = [
    foreign && entry && historyTexts.sharedBy(entry.owner),
    at > 0 && <RelativeTime instant={at} />,
    times !== undefined && times > 1 && historyTexts.times(times),
    streamsText(search.streams, streams),
    range && briefRangeText(range, timezone),
    !foreign && entry?.shared && historyTexts.isShared,
  ].filter((fact) => fact !== false && fact !== undefined);
  const forget = foreign && entry ? historyTexts.forgetForAll(entry.owner) : historyTexts.forget;
  return (
    <li className={styles.row}>
      <button
        type="button"
        data-query
        className={styles.use}
        onClick={(event) => (event.ctrlKey || event.metaKey ? actions.onRun() : actions.onUse())}
        // A key that is held down removes one query, and not those that take its place.
        onKeyDown={(event) => event.key === 'Delete' && !event.repeat && actions.onForget?.()}
      >
        <span className={styles.query}>{query}</span>
        {facts.length > 0 && (
          <span className={styles.about}>
            {facts.map((fact, index) => (
              // The facts of a row keep their order, and none has a state of its own.
              <Fragment key={index}>
                {index > 0 && ' · '}
                {fact}
              </Fragment>
            ))}
          </span>
        )}
      </button>
      <IconButton quiet size="small" label={historyTexts.run} icon={<PlayIcon />} onClick={actions.onRun} />
      {actions.onRepeat && (
        <IconButton quiet size="small" label={historyTexts.repeat} icon={<TimeIcon />} onClick={actions.onRepeat} />
      )}
      {actions.onShare && (
        <IconButton quiet size="small" label={historyTexts.share} icon={<ShareIcon />} onClick={actions.onShare} />
      )}
      {actions.onForget && (
        <IconButton quiet size="small" label={forget} icon={<CloseIcon />} onClick={actions.onForget} />
      )}
    </li>
  );
}

/** Returns the titles of the searched streams; undefined until they are known, and for a search of all streams. */
function streamsText(ids: readonly string[], titles: ReadonlyMap<string, string> | undefined): string | undefined {
  if (ids.length === 0 || !titles) return undefined;
  const shown = ids.slice(0, mostTitles).map((id) => titles.get(id) ?? id);
  const text = shown.join(', ');
  return ids.length > mostTitles ? historyTexts.moreStreams(text, ids.length - mostTitles) : text;
}
