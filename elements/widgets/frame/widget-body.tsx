import { makeStyles, mergeClasses } from '@griffel/react';
import type { ReactNode } from 'react';
import type { SearchError } from '../../../api/contract/searches.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { tokens } from '../../kit/tokens.js';
import { texts } from '../texts.js';
import { errorTexts } from './error-texts.js';
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

/**
 * Shows the errors of a search that has ended, or the result, which is dimmed while a new result is loading, or a
 * skeleton while the first result is loading.
 */
export function WidgetBody<Result>(props: WidgetBodyProps<Result>) {
  const styles = useStyles();
  const { result, executing, errors, onRetry } = props;
  if (errors && errors.length > 0 && !executing) {
    return (
      <ErrorPanel
        title={texts.retrievalErrors}
        errors={errorTexts(errors, props.pageSize ?? defaultPageSize)}
        {...(onRetry && { onRetry })}
      />
    );
  }
  if (result === undefined) {
    if (executing) return <WidgetSkeleton shape={props.skeleton} />;
    return <ErrorPanel title={texts.retrievalErrors} errors={[texts.resultsMissing]} {...(onRetry && { onRetry })} />;
  }
  return (
    <div className={mergeClasses(styles.content, executing && styles.stale)}>
      <RenderBoundary resetKey={result}>{props.children(result)}</RenderBoundary>
    </div>
  );
}
