/** Renders rates and counts in table cells; one request loads all metrics that a page shows. */
import { makeStyles, mergeClasses } from '@griffel/react';
import { useQuery } from '@tanstack/react-query';
import { createContext, useContext, type ReactNode } from 'react';
import {
  pipelineFiguresQuery,
  type PipelineFigure,
  type PipelineFigures,
} from '../../../api/queries/pipeline-figures.js';
import { useConnection } from '../../element/connection-context.js';
import { formatNumber } from '../../kit/format.js';
import { ErrorIcon } from '../../kit/icons.js';
import { Link } from '../../kit/link.js';
import { tokens } from '../../kit/tokens.js';
import { partTexts } from './texts.js';

const useStyles = makeStyles({
  figure: { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
  quiet: { color: tokens.text.tertiary },
  errors: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '4px',
    color: tokens.status.danger.text,
    fontWeight: 600,
    fontVariantNumeric: 'tabular-nums',
  },
});

const FiguresContext = createContext<PipelineFigures | undefined>(undefined);

/** Polls the metrics with these names, and provides them to the cells among its children. */
export function FiguresSource({
  names,
  children,
}: {
  readonly names: readonly string[];
  readonly children: ReactNode;
}): ReactNode {
  const { client } = useConnection();
  const { data } = useQuery(pipelineFiguresQuery(client, names));
  return <FiguresContext value={data}>{children}</FiguresContext>;
}

/** Returns the metric with this name; undefined while loading, and when the server has no such metric. */
export function useFigure(name: string): PipelineFigure | undefined {
  const figures = useContext(FiguresContext);
  return figures && Object.hasOwn(figures, name) ? figures[name] : undefined;
}

export const useFigures = (): PipelineFigures | undefined => useContext(FiguresContext);

/** Formats a rate with at most two decimals below 10, one below 100, and none from 100 on. */
export function rateText(rate: number): string {
  const digits = rate >= 100 || rate === 0 ? 0 : rate >= 10 ? 1 : 2;
  return rate.toLocaleString('en', { maximumFractionDigits: digits });
}

/** Shows the rate of a meter in messages per second. */
export function Rate({ name }: { readonly name: string }): ReactNode {
  const styles = useStyles();
  const figure = useFigure(name);
  const rate = figure?.rate;
  return (
    <span className={mergeClasses(styles.figure, !rate && styles.quiet)}>
      {partTexts.rate(rate === undefined ? partTexts.noRate : rateText(rate))}
    </span>
  );
}

/**
 * Shows the number of failures since the server started, as a link to `route`. Without failures, and while the number
 * is being loaded, it shows a muted zero.
 */
export function FailedCount({ name, route }: { readonly name: string; readonly route: string }): ReactNode {
  const styles = useStyles();
  const failed = useFigure(name)?.total ?? 0;
  if (failed === 0) return <span className={styles.quiet}>0</span>;
  return (
    <Link route={route} aria-label={partTexts.failures(formatNumber(failed))}>
      <span className={styles.errors}>
        <ErrorIcon />
        {formatNumber(failed)}
      </span>
    </Link>
  );
}
