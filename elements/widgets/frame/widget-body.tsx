import { makeStyles, mergeClasses } from '@griffel/react';
import { useEffect, type ReactNode } from 'react';
import type { SearchError } from '../../../api/contract/searches.js';
import { lazyPart } from '../../kit/lazy-part.js';
import { Part } from '../../kit/part.js';
import { tokens } from '../../kit/tokens.js';
import { texts } from '../texts.js';
import { RenderBoundary } from './render-boundary.js';
import { WidgetSkeleton, type WidgetSkeletonProps } from './widget-skeleton.js';

export interface WidgetBodyProps<Result> {
  readonly result: Result | undefined;
  readonly executing: boolean;
  readonly errors?: readonly SearchError[] | undefined;
  readonly onRetry?: (() => void) | undefined;
  readonly skeleton: WidgetSkeletonProps['shape'];
  /** Number of messages per page, for the text about the result window. */
  readonly pageSize?: number;
  /** Renders the content; called only with a result. */
  readonly children: (result: Result) => ReactNode;
}

const loadErrors = () => import('./widget-errors.js');
const WidgetErrors = lazyPart(loadErrors, 'WidgetErrors');
/** Milliseconds after the first result at which the script that shows errors starts to load. */
const errorsAfterMs = 1_000;

const quietText = { '--lc-text-primary': tokens.text.tertiary, '--lc-text-secondary': tokens.text.tertiary };

const useStyles = makeStyles({
  content: { display: 'flex', flexDirection: 'column', flexGrow: 1, minHeight: 0, minWidth: 0 },
  /** While a new result is loading, a chart fades, and text gets a lower contrast that is still readable. */
  stale: {
    '& canvas': { opacity: 0.6, transitionProperty: 'opacity', transitionDuration: '120ms', transitionDelay: '200ms' },
    animationName: { from: quietText, to: quietText },
    animationDuration: '1ms',
    animationDelay: '200ms',
    animationFillMode: 'forwards',
  },
});

const defaultPageSize = 150;
/** Error of a widget whose search has ended without a result and without an error. */
const noResult: readonly SearchError[] = [{ type: 'search_type', description: texts.resultsMissing }];

/**
 * Shows the errors of a search that has ended, otherwise the result. The result is dimmed while a new result is
 * loading. While the first result is loading, a skeleton is shown.
 */
export function WidgetBody<Result>(props: WidgetBodyProps<Result>) {
  const styles = useStyles();
  const { result, executing, errors, onRetry } = props;
  const failed = errors && errors.length > 0 ? errors : result === undefined ? noResult : undefined;
  const hasResult = result !== undefined;
  useEffect(() => {
    if (!hasResult) return undefined;
    // The script is loaded in advance: if widgets fail because the server does not answer, it could not be loaded.
    const timer = setTimeout(() => void loadErrors().catch(() => undefined), errorsAfterMs);
    return () => clearTimeout(timer);
  }, [hasResult]);
  if (failed && !executing) {
    return (
      <Part>
        <WidgetErrors errors={failed} onRetry={onRetry} pageSize={props.pageSize ?? defaultPageSize} />
      </Part>
    );
  }
  if (result === undefined) return <WidgetSkeleton shape={props.skeleton} />;
  return (
    <div className={mergeClasses(styles.content, executing && styles.stale)}>
      <RenderBoundary resetKey={result}>{props.children(result)}</RenderBoundary>
    </div>
  );
}
