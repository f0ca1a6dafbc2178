import { makeStyles, mergeClasses } from '@griffel/react';
import { useContext, type ReactNode } from 'react';
import type { SearchError } from '../../../api/contract/searches.js';
import { Button } from '../../kit/button.js';
import { IconButton } from '../../kit/icon-button.js';
import { ChevronLeftIcon, ChevronRightIcon, ErrorIcon } from '../../kit/icons.js';
import { SpinnerRing } from '../../kit/spinner.js';
import { tokens, type } from '../../kit/tokens.js';
import { errorTexts } from '../frame/error-texts.js';
import { StillWidgetsContext } from '../frame/widget-frame.js';
import { texts } from '../texts.js';
import { formatNumber } from '../values/number-format.js';

export interface PagerProps {
  readonly mode: 'pages' | 'endless';
  /** Page number, counted from 1. */
  readonly page: number;
  readonly pageSize: number;
  /** Number of loaded messages: of the page in mode `pages`, of all pages so far in mode `endless`. */
  readonly loaded: number;
  readonly total: number;
  readonly loading: boolean;
  readonly onPage?: ((page: number) => void) | undefined;
  /** Duration of the search in ms. */
  readonly duration?: number | undefined;
  /** Errors of the latest attempt to load more messages in mode `endless`. */
  readonly errors?: readonly SearchError[];
  /**
   * Place of a pager that a widget has twice: wide widgets show the one in their head, narrow ones the one at their foot.
   */
  readonly place?: 'head' | 'foot' | undefined;
  /** Tools of the list, for a widget without a header. */
  readonly tools?: ReactNode;
}

/** Container query for widgets whose header has room for a pager. */
const wide = '@container widget (min-width: 800px)';

const useStyles = makeStyles({
  pager: {
    display: 'flex',
    alignItems: 'center',
    gap: '4px',
    minHeight: '32px',
    flexShrink: 0,
    paddingLeft: '12px',
    paddingRight: '8px',
    borderTop: `1px solid ${tokens.border.subtle}`,
    color: tokens.text.tertiary,
    fontVariantNumeric: 'tabular-nums',
    whiteSpace: 'nowrap',
    overflow: 'hidden',
    ...type.caption,
  },
  head: { display: 'none', minHeight: 0, border: 'none', padding: 0, [wide]: { display: 'flex' } },
  foot: { [wide]: { display: 'none' } },
  gap: { flexGrow: 1 },
  pages: { '@container widget (max-width: 479.98px)': { display: 'none' } },
  error: { display: 'inline-flex', alignItems: 'center', gap: '6px', minWidth: 0, color: tokens.status.danger.text },
  errorText: { overflow: 'hidden', textOverflow: 'ellipsis' },
  loading: { display: 'inline-flex', alignItems: 'center', gap: '6px' },
});

/** Shows the range of the listed messages and the buttons for other pages. */
export function Pager(props: PagerProps) {
  const styles = useStyles();
  const { mode, page, pageSize, loaded, total, loading } = props;
  // Wall displays have no page buttons.
  const onPage = useContext(StillWidgetsContext) ? undefined : props.onPage;
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const first = mode === 'pages' ? (page - 1) * pageSize + 1 : 1;
  const last = first + loaded - 1;
  return (
    <nav className={mergeClasses(styles.pager, props.place && styles[props.place])} aria-label={texts.pager}>
      <span aria-live="polite">
        {loaded > 0 && texts.rangeOf(formatNumber(first), formatNumber(last), formatNumber(total))}
      </span>
      {props.errors && props.errors.length > 0 && (
        <span role="alert" className={styles.error} title={errorTexts(props.errors, pageSize).join(' ')}>
          <ErrorIcon />
          <span className={styles.errorText}>{errorTexts(props.errors, pageSize).join(' ')}</span>
        </span>
      )}
      <span className={styles.gap} />
      {loading && (
        <span className={styles.loading}>
          <SpinnerRing size={12} />
          {texts.loadingMore}
        </span>
      )}
      {props.duration !== undefined && <span>{texts.duration(formatNumber(props.duration))}</span>}
      {onPage && mode === 'endless' && loaded < total && !loading && (
        <Button size="small" appearance="subtle" onClick={() => onPage(page + 1)}>
          {texts.loadMore}
        </Button>
      )}
      {onPage && mode === 'pages' && pages > 1 && (
        <>
          <IconButton
            size="small"
            quiet
            label={texts.previousPage}
            icon={<ChevronLeftIcon />}
            disabled={page <= 1}
            onClick={() => onPage(page - 1)}
          />
          <span className={styles.pages}>{texts.pageOf(formatNumber(page), formatNumber(pages))}</span>
          <IconButton
            size="small"
            quiet
            label={texts.nextPage}
            icon={<ChevronRightIcon />}
            disabled={page >= pages}
            onClick={() => onPage(page + 1)}
          />
        </>
      )}
      {props.tools}
    </nav>
  );
}
