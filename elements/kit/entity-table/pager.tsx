import { makeStyles, mergeClasses } from '@griffel/react';
import type { ReactNode } from 'react';
import { pagerNumbers } from '../../../machines/entity-list.js';
import { Button } from '../button.js';
import { IconButton } from '../icon-button.js';
import { ChevronLeftIcon, ChevronRightIcon } from '../icons.js';
import { tokens, type } from '../tokens.js';
import { tableTexts } from './texts.js';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    minHeight: '44px',
    padding: '0 16px',
    borderTop: `1px solid ${tokens.border.subtle}`,
    ...type.body,
    color: tokens.text.secondary,
    fontVariantNumeric: 'tabular-nums',
  },
  pages: { display: 'flex', alignItems: 'center', gap: '4px', marginLeft: 'auto' },
  page: { minWidth: '28px', padding: '0 6px', color: tokens.text.secondary },
  current: {
    backgroundColor: tokens.selection.background,
    color: tokens.selection.text,
    fontWeight: 600,
    ':hover': { backgroundColor: tokens.selection.background },
  },
  gap: { minWidth: '20px', textAlign: 'center', color: tokens.text.tertiary },
});

export interface PagerProps {
  readonly page: number;
  readonly pages: number;
  /** Number of rows on this page; `total` is the number of rows on all pages. */
  readonly shown: number;
  readonly total: number;
  readonly onPage: (page: number) => void;
  /** True shows only the previous, the current and the next page number. */
  readonly short?: boolean;
  /** Accessible name of the pagination, for pages with several lists. */
  readonly label?: string | undefined;
  readonly className?: string;
}

/** Renders the footer of a paged list with the number of entries and the buttons for the pages. */
export function Pager({
  page,
  pages,
  shown,
  total,
  onPage,
  short = false,
  label = tableTexts.pages,
  className,
}: PagerProps): ReactNode {
  const styles = useStyles();
  const numbers = short
    ? [page - 1, page, page + 1].filter((number) => number >= 1 && number <= pages)
    : pagerNumbers(page, pages);
  return (
    <div className={mergeClasses(styles.root, className)}>
      <span>{tableTexts.count(shown, total)}</span>
      <nav aria-label={label} className={styles.pages}>
        <IconButton
          size="small"
          quiet
          label={tableTexts.previous}
          icon={<ChevronLeftIcon />}
          disabled={page <= 1}
          disabledReason={tableTexts.firstPage}
          onClick={() => onPage(page - 1)}
        />
        {numbers.map((number, index) =>
          number === 0 ? (
            <span key={`gap-${index}`} className={styles.gap} aria-hidden="true">
              …
            </span>
          ) : (
            <Button
              key={number}
              size="small"
              appearance="subtle"
              aria-label={tableTexts.page(number)}
              aria-current={number === page ? 'page' : undefined}
              className={mergeClasses(styles.page, number === page && styles.current)}
              onClick={() => onPage(number)}
            >
              {number}
            </Button>
          ),
        )}
        <IconButton
          size="small"
          quiet
          label={tableTexts.next}
          icon={<ChevronRightIcon />}
          disabled={page >= pages}
          disabledReason={tableTexts.lastPage}
          onClick={() => onPage(page + 1)}
        />
      </nav>
    </div>
  );
}
