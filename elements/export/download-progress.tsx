import { makeStyles, mergeClasses } from '@griffel/react';
import type { ReactNode } from 'react';
import type { ExportProgress } from '../../api/queries/exports.js';
import { formatBytes } from '../kit/format.js';
import { radius, space, tokens, type } from '../kit/tokens.js';
import { texts } from './texts.js';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: `${space.m}px`, padding: `${space.m}px 0` },
  name: { margin: 0, overflowWrap: 'anywhere', color: tokens.text.primary, ...type.control },
  track: {
    height: '6px',
    overflow: 'hidden',
    borderRadius: `${radius.pill}px`,
    backgroundColor: tokens.surface.inset,
    '@media (forced-colors: active)': { outline: '1px solid CanvasText' },
  },
  bar: {
    height: '100%',
    borderRadius: `${radius.pill}px`,
    backgroundColor: tokens.brand.solid,
    transitionProperty: 'width',
    transitionDuration: tokens.duration.normal,
    '@media (forced-colors: active)': { backgroundColor: 'Highlight' },
  },
  /** Progress bar for a download of unknown length. */
  unknown: {
    width: '30%',
    animationName: { from: { transform: 'translateX(-100%)' }, to: { transform: 'translateX(340%)' } },
    animationDuration: '1400ms',
    animationIterationCount: 'infinite',
    animationTimingFunction: 'ease-in-out',
    '@media (prefers-reduced-motion: reduce)': { animationName: 'none', width: '100%', opacity: 0.5 },
  },
  facts: {
    display: 'flex',
    justifyContent: 'space-between',
    gap: `${space.xl}px`,
    margin: 0,
    color: tokens.text.secondary,
    fontVariantNumeric: 'tabular-nums',
    ...type.body,
  },
});

export interface DownloadProgressProps {
  readonly fileName: string;
  readonly progress: ExportProgress;
  /** Expected number of messages; undefined: unknown. */
  readonly expected: number | undefined;
}

/** Shows the progress of a download: a bar, and the numbers of messages and bytes. */
export function DownloadProgress({ fileName, progress, expected }: DownloadProgressProps): ReactNode {
  const styles = useStyles();
  const { messages, bytes } = progress;
  const percent = expected === undefined || expected === 0 ? undefined : Math.min((messages / expected) * 100, 100);
  const progressText = bytes === 0 ? texts.preparing : texts.progress(messages, expected);
  return (
    <div className={styles.root}>
      <p className={styles.name}>{texts.downloading(fileName)}</p>
      <div
        role="progressbar"
        aria-label={texts.downloading(fileName)}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent === undefined ? undefined : Math.floor(percent)}
        aria-valuetext={progressText}
        className={styles.track}
      >
        <div
          className={mergeClasses(styles.bar, percent === undefined && styles.unknown)}
          style={percent === undefined ? undefined : { width: `${percent}%` }}
        />
      </div>
      <p className={styles.facts}>
        <span>{progressText}</span>
        <span>{bytes > 0 && formatBytes(bytes)}</span>
      </p>
    </div>
  );
}
