import { makeStyles } from '@griffel/react';
import { Fragment, type ReactNode } from 'react';
import { allowsAll } from '../../api/permissions.js';
import { useCurrentUser } from '../element/connection-context.js';
import { Chip } from './chip.js';
import { ChevronRightIcon } from './icons.js';
import { Link } from './link.js';
import { usePagesAbove } from './pages.js';
import { laterKitTexts } from './later-texts.js';
import { tokens, type } from './tokens.js';

const useStyles = makeStyles({
  header: { display: 'flex', alignItems: 'flex-start', gap: '16px', flexWrap: 'wrap' },
  // Actions that do not fit wrap below the title instead of squeezing the title into a narrow column.
  text: { flex: '1 1 320px', minWidth: 0 },
  title: { display: 'flex', alignItems: 'center', gap: '8px', flexWrap: 'wrap', ...type.pageTitle },
  name: { fontWeight: 400, color: tokens.text.secondary, overflowWrap: 'anywhere' },
  description: {
    marginTop: '2px',
    color: tokens.text.secondary,
    ...type.body,
    // Links in the description are underlined, because colour alone does not distinguish a link within a text.
    '& a': { textDecorationLine: 'underline' },
  },
  actions: { display: 'flex', flexShrink: 0, gap: '8px', maxWidth: '100%', flexWrap: 'wrap' },
  crumbs: { display: 'flex', alignItems: 'center', gap: '6px', minWidth: 0, ...type.control },
  // The crumbs of the ancestors keep their width; only the name of the page itself is cut.
  above: { flexShrink: 0 },
  separator: { color: tokens.text.tertiary, fontSize: '14px', lineHeight: 0 },
  current: { fontWeight: 600, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
});

export interface PageHeaderProps {
  readonly title: string;
  /** Name of the page's entity, shown after the title. */
  readonly name?: string;
  /**
   * Label of the page in the breadcrumbs, for pages that the entity's name alone would not identify; default: `name`,
   * otherwise `title`.
   */
  readonly crumb?: string;
  readonly description?: ReactNode;
  /** Mark after the title: the feature is experimental or legacy (spec 1 §2). */
  readonly lifecycle?: 'experimental' | 'legacy';
  readonly actions?: ReactNode;
}

/** Renders the header of a page with breadcrumbs, title, one-line description and actions; a page has only one. */
export function PageHeader({ title, name, crumb, description, lifecycle, actions }: PageHeaderProps): ReactNode {
  const styles = useStyles();
  const granted = useCurrentUser()?.permissions ?? [];
  const above = usePagesAbove().filter(({ needs = [] }) => allowsAll(granted, needs));
  const crumbs = above.map((page): Crumb => ({ label: page.title, route: page.path }));
  return (
    <header className={styles.header}>
      <div className={styles.text}>
        {crumbs.length > 0 && (
          <Breadcrumbs label={laterKitTexts.breadcrumbs} crumbs={[...crumbs, { label: crumb ?? name ?? title }]} />
        )}
        <h1 className={styles.title}>
          <span>
            {title}
            {name !== undefined && <span className={styles.name}> {name}</span>}
          </span>
          {lifecycle !== undefined && <Chip size="small">{lifecycle}</Chip>}
        </h1>
        {description !== undefined && <div className={styles.description}>{description}</div>}
      </div>
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </header>
  );
}

export interface Crumb {
  readonly label: ReactNode;
  /** Route of the console to which the crumb links; the last crumb has none. */
  readonly route?: string;
}

/** Renders the breadcrumbs of a page: links to its ancestors; the last crumb is the page itself. */
export function Breadcrumbs({
  label,
  crumbs,
}: {
  readonly label: string;
  readonly crumbs: readonly Crumb[];
}): ReactNode {
  const styles = useStyles();
  return (
    <nav aria-label={label}>
      <ol className={styles.crumbs}>
        {crumbs.map((crumb, index) => (
          <Fragment key={index}>
            {index > 0 && (
              <li className={styles.separator} aria-hidden="true">
                <ChevronRightIcon />
              </li>
            )}
            {crumb.route === undefined ? (
              <li className={styles.current} aria-current="page">
                {crumb.label}
              </li>
            ) : (
              <li className={styles.above}>
                <Link route={crumb.route}>{crumb.label}</Link>
              </li>
            )}
          </Fragment>
        ))}
      </ol>
    </nav>
  );
}
