import { makeStyles, mergeClasses } from '@griffel/react';
import type { CSSProperties, ReactNode } from 'react';
import { tokens } from './tokens.js';

const useStyles = makeStyles({
  bar: {
    display: 'block',
    height: '10px',
    borderRadius: tokens.radius.control,
    backgroundColor: tokens.surface.skeleton,
    animationName: { '0%': { opacity: 1 }, '50%': { opacity: 0.55 }, '100%': { opacity: 1 } },
    animationDuration: '1600ms',
    animationIterationCount: 'infinite',
    '@media (prefers-reduced-motion: reduce)': { animationName: 'none' },
    '@media (forced-colors: active)': { border: '1px solid CanvasText' },
  },
});

export interface SkeletonProps {
  readonly width?: CSSProperties['width'];
  readonly height?: CSSProperties['height'];
  readonly className?: string;
}

/** Renders a static placeholder bar with the size of the content that is loading. */
export function Skeleton({ width, height, className }: SkeletonProps): ReactNode {
  return <span className={mergeClasses(useStyles().bar, className)} style={{ width, height }} aria-hidden="true" />;
}
