/** Renders the title row of a search or dashboard: breadcrumbs, facts of the last execution, and actions. */
import { makeStyles } from '@griffel/react';
import type { ReactNode } from 'react';
import { ChevronRightIcon } from '../../kit/icons.js';
import { Link } from '../../kit/link.js';
import { container, radius, space, tokens, type } from '../../kit/tokens.js';
import { useAfter } from '../bar/use-after.js';
import { texts } from '../texts.js';

export interface TitleRowProps {
  /** The view's title; empty for a view without a title, such as an unsaved search. */
  readonly title: string;
  /** Text in place of an empty title. */
  readonly untitled: string;
  /** Text of the first breadcrumb; default "Search". */
  readonly crumb?: string;
  readonly unsavedChanges: boolean;
  readonly running: boolean;
  /** Duration in ms and formatted time of the last execution; undefined when there is none. */
  readonly executed: { readonly duration: number; readonly at: string } | undefined;
  /** True if the last search was cancelled; the displayed result then belongs to the search before it. */
  readonly cancelled?: boolean;
  /** Route of the console to which the first breadcrumb leads. */
  readonly crumbRoute: string;
  /** True if the first breadcrumb opens a new tab. */
  readonly newTab?: boolean;
  /** Favourite and edit buttons beside the title. */
  readonly marks?: ReactNode;
  /** Content before the breadcrumbs. */
  readonly leading?: ReactNode;
  /** Action buttons, such as Save and Share. */
  readonly actions?: ReactNode;
}

const updatingAfterMs = 500;

const useStyles = makeStyles({
  row: {
    display: 'flex',
    alignItems: 'center',
    gap: `${space.xl}px`,
    minHeight: '44px',
    minWidth: 0,
    // On narrow screens the actions move below a title that would not be readable beside them.
    [container.compact]: { gap: `${space.s}px`, flexWrap: 'wrap' },
  },
  crumbs: { flex: '1 1 auto', minWidth: 0 },
  list: {
    display: 'flex',
    alignItems: 'center',
    gap: `${space.m}px`,
    margin: 0,
    padding: 0,
    listStyleType: 'none',
    ...type.control,
    color: tokens.text.tertiary,
  },
  item: { display: 'flex', alignItems: 'center', minWidth: 0 },
  first: { display: 'flex', alignItems: 'center', gap: `${space.m}px`, [container.compact]: { display: 'none' } },
  link: {
    color: tokens.text.link,
    textDecorationLine: 'none',
    ':hover': { color: tokens.text.linkHover, textDecorationLine: 'underline' },
  },
  title: {
    margin: 0,
    overflow: 'hidden',
    ...type.control,
    fontWeight: 600,
    color: tokens.text.primary,
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  facts: {
    ...type.caption,
    color: tokens.text.tertiary,
    whiteSpace: 'nowrap',
    fontVariantNumeric: 'tabular-nums',
    // A live region must exist before it announces something; while empty it takes no gap.
    ':empty': { marginLeft: `-${space.xl}px` },
    [container.compact]: { display: 'none' },
  },
  unsaved: {
    display: 'flex',
    alignItems: 'center',
    gap: `${space.s}px`,
    ...type.caption,
    color: tokens.text.tertiary,
    whiteSpace: 'nowrap',
    // On narrow screens the dot on the Save button shows that there are changes.
    [container.compact]: { display: 'none' },
  },
  /** Reserves the width of the lazily loaded action buttons, so that the text beside them does not move. */
  actions: {
    display: 'flex',
    justifyContent: 'flex-end',
    flexShrink: 0,
    marginLeft: 'auto',
    minWidth: '270px',
    [container.wide]: { minWidth: '136px' },
  },
  dot: {
    flexShrink: 0,
    width: '8px',
    height: '8px',
    borderRadius: `${radius.pill}px`,
    backgroundColor: tokens.change.unsavedDot,
  },
});

export function TitleRow({
  leading,
  title,
  untitled,
  crumb = texts.page.crumbSearch,
  unsavedChanges,
  running,
  executed,
  cancelled = false,
  crumbRoute,
  newTab = false,
  marks,
  actions,
}: TitleRowProps) {
  const styles = useStyles();
  return (
    <div className={styles.row}>
      {leading}
      <nav aria-label="Breadcrumbs" className={styles.crumbs}>
        <ol className={styles.list}>
          <li className={styles.first}>
            <Link className={styles.link} route={crumbRoute} {...(newTab && { target: '_blank', rel: 'noopener' })}>
              {crumb}
            </Link>
            <ChevronRightIcon />
          </li>
          <li className={styles.item} aria-current="page">
            <h1 className={styles.title}>{title === '' ? untitled : title}</h1>
            {marks}
          </li>
        </ol>
      </nav>
      {unsavedChanges && (
        <span className={styles.unsaved}>
          <span className={styles.dot} />
          {texts.page.unsavedChanges}
        </span>
      )}
      <Facts running={running} executed={executed} cancelled={cancelled} />
      {actions && <span className={styles.actions}>{actions}</span>}
    </div>
  );
}

/** Shows the duration of the last search, or that it was cancelled, or that a slow search is running. */
function Facts({ running, executed, cancelled }: Pick<TitleRowProps, 'running' | 'executed' | 'cancelled'>) {
  const styles = useStyles();
  const waiting = useAfter(running, updatingAfterMs);
  return (
    <span role="status" data-screen-only="" className={styles.facts}>
      {waiting ? (
        texts.page.updating
      ) : cancelled ? (
        <span title={texts.page.cancelledHelp}>{texts.page.cancelled}</span>
      ) : executed ? (
        <span title={texts.page.executedIn(executed.duration, executed.at)}>
          {texts.page.executedInShort(executed.duration)}
        </span>
      ) : null}
    </span>
  );
}
