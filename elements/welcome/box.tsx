/** Renders the box of the welcome page: title, rows or the reason why there are none, and a footer. */
import { makeStyles } from '@griffel/react';
import { useEffect, type ReactNode } from 'react';
import { reasonOf } from '../../api/failures.js';
import { allowsAny } from '../../api/permissions.js';
import { parseGrn } from '../../api/grn.js';
import { useCurrentUser } from '../element/connection-context.js';
import { EmptyState } from '../kit/empty-state.js';
import { useToasts } from '../kit/feedback.js';
import { entityRoute } from '../kit/entity-route.js';
import { Link } from '../kit/link.js';
import { Loading } from '../kit/loading.js';
import { container, space, tokens, type } from '../kit/tokens.js';
import { readPermissions } from './entities.js';
import { texts } from './texts.js';

const useStyles = makeStyles({
  box: {
    display: 'flex',
    flexDirection: 'column',
    minWidth: 0,
    border: `1px solid ${tokens.border.subtle}`,
    borderRadius: '6px',
    backgroundColor: tokens.surface.card,
    overflow: 'clip',
  },
  head: { padding: `${space.xl}px ${space.xxl}px`, borderBottom: `1px solid ${tokens.border.divider}` },
  title: { ...type.sectionTitle, margin: 0 },
  description: { ...type.body, margin: 0, color: tokens.text.secondary },
  rows: { margin: 0, padding: 0, listStyleType: 'none', flexGrow: 1 },
  row: {
    display: 'flex',
    alignItems: 'center',
    gap: `${space.xl}px`,
    minHeight: tokens.density.row,
    padding: `0 ${space.xxl}px`,
    borderBottom: `1px solid ${tokens.border.divider}`,
    ...type.body,
    ':last-child': { borderBottomColor: 'transparent' },
    ':hover': { backgroundColor: tokens.surface.hover },
  },
  state: { padding: `${space.xxl}px 0` },
  label: {
    flexShrink: 0,
    width: '104px',
    [container.compact]: { width: '76px' },
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    color: tokens.text.tertiary,
    '::first-letter': { textTransform: 'uppercase' },
  },
  name: {
    minWidth: 0,
    flexGrow: 1,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontWeight: 600,
  },
  time: { flexShrink: 0, color: tokens.text.tertiary, fontVariantNumeric: 'tabular-nums' },
});

export interface BoxProps<Item> {
  readonly title: string;
  readonly description: string;
  /** Rows; undefined until the first answer. */
  readonly items: readonly Item[] | undefined;
  readonly failure: unknown;
  readonly failed: (error: string) => string;
  readonly empty: string;
  readonly emptyHelp: string;
  readonly emptyAction?: ReactNode;
  readonly keyOf: (item: Item) => string;
  readonly renderItem: (item: Item) => ReactNode;
  readonly footer?: ReactNode;
}

export function Box<Item>(props: BoxProps<Item>): ReactNode {
  const { title, description, items, failure, failed, empty, emptyHelp, emptyAction } = props;
  const { keyOf, renderItem, footer } = props;
  const styles = useStyles();
  const { toast } = useToasts();
  useEffect(() => {
    if (failure) toast('error', failed(reasonOf(failure)), texts.error);
  }, [failure, failed, toast]);
  return (
    <section className={styles.box} aria-label={title}>
      <div className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
        <p className={styles.description}>{description}</p>
      </div>
      {items === undefined && !failure ? (
        <Loading />
      ) : !items || items.length === 0 ? (
        <div className={styles.state}>
          <EmptyState title={empty} {...(emptyAction !== undefined && { action: emptyAction })}>
            {emptyHelp}
          </EmptyState>
        </div>
      ) : (
        <ul className={styles.rows}>
          {items.map((item) => (
            <li key={keyOf(item)} className={styles.row}>
              {renderItem(item)}
            </li>
          ))}
        </ul>
      )}
      {footer}
    </section>
  );
}

export interface EntityLinkProps {
  readonly grn: string;
  readonly title: string;
  readonly hasRoute: (route: string) => boolean;
  readonly newTab?: boolean;
  /** True when the entity was deleted, so its title is not a link. */
  readonly gone?: boolean;
}

/**
 * Renders the title of an entity, as a link if the console has its page and the user may read it. Without a title the
 * id is shown.
 */
export function EntityLink({ grn, title, hasRoute, newTab = false, gone = false }: EntityLinkProps): ReactNode {
  const user = useCurrentUser();
  const entity = parseGrn(grn);
  const text = title || entity?.id || grn;
  const route = entity && entityRoute(entity);
  const readable = entity && user && allowsAny(user.permissions, readPermissions(entity));
  if (gone || route === undefined || !readable || !hasRoute(route)) return text;
  return (
    <Link route={route} {...(newTab && { target: '_blank', rel: 'noopener' })}>
      {text}
    </Link>
  );
}

/** Renders a row of an entity: its type and title, and optional content at the end. */
export function EntityRow({ end, ...link }: EntityLinkProps & { readonly end?: ReactNode }): ReactNode {
  const styles = useStyles();
  return (
    <>
      <span className={styles.label}>{texts.typeName(parseGrn(link.grn)?.type ?? '')}</span>
      <span className={styles.name} title={link.title}>
        <EntityLink {...link} />
      </span>
      {end !== undefined && <span className={styles.time}>{end}</span>}
    </>
  );
}
