/**
 * Renders the messages in and out per second of all nodes, polled every 2 s (spec 3 §9); a hidden tab does not poll.
 */
import { makeStyles, mergeClasses } from '@griffel/react';
import { useQuery } from '@tanstack/react-query';
import { gaugesQuery } from '../../api/queries/system.js';
import { useConnection } from '../element/connection-context.js';
import { useHostElement } from '../element/host-context.js';
import { Link } from '../kit/link.js';
import { tokens, weight } from '../kit/tokens.js';
import { laterTexts } from './later-texts.js';
import { usePageFirst } from './use-page-first.js';

const inputMetric = 'org.graylog2.throughput.input.1-sec-rate';
const outputMetric = 'org.graylog2.throughput.output.1-sec-rate';
const notKnown = '–';

const useStyles = makeStyles({
  root: {
    display: 'grid',
    gridTemplateColumns: 'auto auto',
    columnGap: '4px',
    // The numbers are on one line when the entries of the bar have collapsed into a menu
    // (screens/dashboards-sharing-alerts.md §2).
    '@container (max-width: 991px)': { gridTemplateColumns: 'repeat(4, auto)' },
    fontSize: '12px',
    lineHeight: '15px',
    fontVariantNumeric: 'tabular-nums',
    color: tokens.text.tertiary,
    textAlign: 'right',
    flexShrink: 0,
    whiteSpace: 'nowrap',
    textDecorationLine: 'none',
    borderRadius: '4px',
    ':hover': { backgroundColor: tokens.surface.hover },
  },
  number: {
    minWidth: '4ch',
    '@container (max-width: 991px)': { minWidth: '1ch' },
    textAlign: 'right',
    color: tokens.text.primary,
    fontWeight: weight.semibold,
  },
  unit: { textAlign: 'left' },
  next: { '@container (max-width: 991px)': { '::before': { content: '"/ " / ""', color: tokens.text.tertiary } } },
});

export function Throughput() {
  const styles = useStyles();
  const { client } = useConnection();
  const { locale } = useHostElement();
  const enabled = usePageFirst();
  const { data, error } = useQuery({ ...gaugesQuery(client, [inputMetric, outputMetric]), enabled });
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
  // Before the first answer a dash is shown, so that the space is reserved and the content beside it does not move.
  const shown = (metric: string): string => (data ? number.format(data[metric] ?? 0) : notKnown);
  const input = shown(inputMetric);
  const output = shown(outputMetric);
  return (
    <Link
      route="/system/nodes"
      className={styles.root}
      title={
        data
          ? laterTexts.nav.throughput(input, output)
          : error
            ? laterTexts.nav.throughputUnknown
            : laterTexts.nav.throughputLoading
      }
    >
      <span className="lc-unseen">{laterTexts.nav.perSecond}: </span>
      <span className={styles.number}>{input}</span>
      <span className={styles.unit}>in</span>
      <span className={mergeClasses(styles.number, styles.next)}>{output}</span>
      <span className={styles.unit}>out</span>
    </Link>
  );
}
