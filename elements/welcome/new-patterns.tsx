/** List of message patterns that occurred today but not yesterday. */
import { makeStyles } from '@griffel/react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { patternsOfMessages, type PatternOfMessages, type PatternsAnswer } from '../../api/contract/patterns.js';
import { unlessMissing } from '../../api/queries/missing.js';
import { newPatterns, type Today } from '../../machines/welcome/today.js';
import { useConnection } from '../element/connection-context.js';
import { useHostElement } from '../element/host-context.js';
import { formatDate, formatNumber } from '../kit/format.js';
import { Link } from '../kit/link.js';
import { container, tokens, type } from '../kit/tokens.js';
import { Box } from './box.js';
import { todayTexts } from './today-texts.js';

const texts = todayTexts.patterns;
const mostRows = 6;
/** Milliseconds for which an answer is reused, because the server examines all messages of two days for it. */
const keptMs = 600_000;

const useStyles = makeStyles({
  template: {
    minWidth: 0,
    flexGrow: 1,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    ...type.logSmall,
  },
  count: { flexShrink: 0, fontWeight: 600, fontVariantNumeric: 'tabular-nums' },
  first: { flexShrink: 0, color: tokens.text.tertiary, [container.compact]: { display: 'none' } },
});

export interface NewPatternsProps {
  readonly today: Today;
  /** Route of a search for the pattern; undefined when the pattern has no searchable words. */
  readonly routeOf: (pattern: PatternOfMessages) => string | undefined;
}

/** Renders nothing if the server does not support patterns. */
export function NewPatterns({ today, routeOf }: NewPatternsProps): ReactNode {
  const styles = useStyles();
  const { client } = useConnection();
  const { timezone } = useHostElement();
  const { data, error } = useQuery({
    queryKey: ['newPatterns', today.start],
    queryFn: ({ signal }) => {
      const range = { from: new Date(today.before).toISOString(), to: new Date(today.now).toISOString() };
      const query = {
        ...{ id: 'patterns', query: { type: 'elasticsearch' as const, query_string: '' } },
        timerange: { type: 'absolute' as const, ...range },
        search_types: [{ id: 'messages', type: 'messages' as const, limit: 1, offset: 0, decorators: [], sort: [] }],
      };
      const requested = client.call(patternsOfMessages, { body: { queries: [query] }, signal, check: isAnswer });
      return unlessMissing<PatternsAnswer, null>(requested, null);
    },
    staleTime: keptMs,
    gcTime: keptMs,
    retry: false,
    refetchOnWindowFocus: false,
  });
  const found = useMemo(() => data && newPatterns(data, today)?.slice(0, mostRows), [data, today]);
  if (data === null) return null;
  const isUnknown = data !== undefined && found === undefined;
  return (
    <Box
      title={texts.title}
      description={texts.description}
      items={data && (found ?? [])}
      failure={error}
      failed={texts.failed}
      empty={isUnknown ? texts.unknown : texts.none}
      emptyHelp={isUnknown ? texts.unknownHelp : texts.help}
      keyOf={({ template }) => template}
      renderItem={(pattern) => {
        const route = routeOf(pattern);
        return (
          <>
            <span className={styles.template} title={pattern.example}>
              {route === undefined ? pattern.template : <Link route={route}>{pattern.template}</Link>}
            </span>
            <span className={styles.count}>{formatNumber(pattern.count)}</span>
            <span className={styles.first}>
              {texts.first(formatDate(pattern.first, timezone, 'default').slice(11, 16))}
            </span>
          </>
        );
      }}
    />
  );
}

const isAnswer = (answer: unknown): boolean => Array.isArray((answer as Partial<PatternsAnswer> | null)?.patterns);
