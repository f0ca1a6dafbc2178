/** Renders the list of message patterns that occurred today but not yesterday. */
import { makeStyles } from '@griffel/react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import type { PatternOfMessages } from '../../api/contract/patterns.js';
import { newPatterns, type Today } from '../../machines/welcome/today.js';
import { useConnection } from '../element/connection-context.js';
import { useHostElement } from '../element/host-context.js';
import { formatDate, formatNumber } from '../kit/format.js';
import { Link } from '../kit/link.js';
import { container, tokens, type } from '../kit/tokens.js';
import { Box } from './box.js';
import { newPatternsQuery } from './new-patterns-query.js';
import { todayTexts } from './today-texts.js';

const texts = todayTexts.patterns;
const mostRows = 6;

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
  const { data, error } = useQuery(newPatternsQuery(client, today));
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
