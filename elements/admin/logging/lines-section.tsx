/** Renders a section with the latest lines of the server's log, which the user can filter, follow and download. */
import { useQuery } from '@tanstack/react-query';
import { makeStyles, mergeClasses } from '@griffel/react';
import { useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import type { LogLevelName } from '../../../api/contract/loggers.js';
import { reasonOf } from '../../../api/failures.js';
import { recentLinesQuery } from '../../../api/queries/loggers.js';
import { useConnection } from '../../element/connection-context.js';
import { Button } from '../../kit/button.js';
import { Section } from '../../kit/detail-page/index.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { DownloadIcon, RetryIcon } from '../../kit/icons.js';
import { Loading } from '../../kit/loading.js';
import { saveFile } from '../../kit/save-file.js';
import { SearchBox } from '../../kit/search-box.js';
import { Select } from '../../kit/select.js';
import { Switch } from '../../kit/switch.js';
import { contentTokens } from '../../kit/content-tokens.js';
import { tokens, type } from '../../kit/tokens.js';
import { shownLines } from './log-line.js';
import { texts } from './texts.js';

const limit = 1000;
const { lines: words, levels } = texts;

const useStyles = makeStyles({
  tools: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px 12px', marginBottom: '8px' },
  filter: { flex: '1 1 200px', maxWidth: '320px' },
  level: { width: '160px' },
  count: {
    marginLeft: 'auto',
    color: tokens.text.secondary,
    fontVariantNumeric: 'tabular-nums',
    ...type.caption,
  },
  box: {
    maxHeight: '420px',
    overflow: 'auto',
    padding: '6px 0',
    border: `1px solid ${tokens.border.subtle}`,
    borderRadius: '4px',
    backgroundColor: tokens.surface.inset,
  },
  line: {
    padding: '0 10px 0 8px',
    borderLeft: '3px solid transparent',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    ...type.log,
    fontSize: '12px',
    lineHeight: '18px',
  },
  error: { borderLeftColor: contentTokens.level.error.graphic },
  warn: { borderLeftColor: contentTokens.level.warning.graphic },
  none: { padding: '4px 12px', color: tokens.text.secondary, ...type.body },
});

type Lowest = 'any' | keyof typeof levels;
const lowestOptions: readonly { readonly value: Lowest; readonly label: string }[] = [
  { value: 'any', label: words.allLevels },
  ...(['info', 'warn', 'error'] as const).map((value) => ({ value, label: words.andAbove(levels[value]) })),
];

export function LinesSection(): ReactNode {
  const styles = useStyles();
  const { client } = useConnection();
  const [filter, setFilter] = useState('');
  const [lowest, setLowest] = useState<Lowest>('any');
  const [follow, setFollow] = useState(true);
  const recent = useQuery(recentLinesQuery(client, limit, follow));
  const { data } = recent;
  const shown = useMemo(
    () => shownLines(data ?? [], filter, lowest === 'any' ? undefined : lowest),
    [data, filter, lowest],
  );
  const box = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  // New lines scroll the list to its end, unless the user has scrolled up to read.
  useLayoutEffect(() => {
    const { current } = box;
    if (current && atEnd.current) current.scrollTop = current.scrollHeight;
  }, [shown]);
  const save = (): void =>
    saveFile({
      blob: new Blob([shown.map(({ text }) => `${text}\n`).join('')], { type: 'text/plain' }),
      fileName: 'log-console.log',
    });
  return (
    <Section title={words.title} intro={words.intro(limit)}>
      {data === null ? (
        <p className={styles.none}>{words.notKept}</p>
      ) : recent.error && !data ? (
        <ErrorPanel title={words.failed} errors={[reasonOf(recent.error)]} onRetry={() => void recent.refetch()} />
      ) : !data ? (
        <Loading />
      ) : (
        <>
          <div className={styles.tools}>
            <div className={styles.filter}>
              <SearchBox label={words.filter} query={filter} onSearch={setFilter} />
            </div>
            <Select
              className={styles.level}
              aria-label={words.level}
              options={lowestOptions}
              value={lowest}
              onChange={setLowest}
            />
            <Switch label={words.follow} checked={follow} onChange={setFollow} />
            {!follow && (
              <Button icon={<RetryIcon />} busy={recent.isFetching} onClick={() => void recent.refetch()}>
                {words.refresh}
              </Button>
            )}
            <Button icon={<DownloadIcon />} disabled={shown.length === 0} onClick={save}>
              {words.download}
            </Button>
            <span className={styles.count}>{words.count(shown.length, data.length)}</span>
          </div>
          <div
            ref={box}
            className={styles.box}
            role="log"
            aria-live="off"
            aria-label={words.label}
            tabIndex={0}
            onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) =>
              (atEnd.current = scrollHeight - scrollTop - clientHeight < 24)
            }
          >
            {shown.length === 0 && <p className={styles.none}>{data.length === 0 ? words.none : words.noMatch}</p>}
            {shown.map(({ text, level }, index) => (
              <div key={index} className={mergeClasses(styles.line, styles[markOf(level)])}>
                {text}
              </div>
            ))}
          </div>
        </>
      )}
    </Section>
  );
}

const markOf = (level: LogLevelName | undefined): 'error' | 'warn' | 'line' =>
  level === 'fatal' || level === 'error' ? 'error' : level === 'warn' ? 'warn' : 'line';
