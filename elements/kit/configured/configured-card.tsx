/** Renders the card of an input or output: title, actions, state and configuration. */
import { makeStyles, mergeClasses } from '@griffel/react';
import { createContext, useContext, useId, type ReactNode } from 'react';
import { Link } from '../link.js';
import { container, tokens, type } from '../tokens.js';

const useStyles = makeStyles({
  list: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: '12px',
    margin: 0,
    padding: 0,
    listStyle: 'none',
  },
  card: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: '12px',
    padding: '16px 20px',
    border: `1px solid ${tokens.border.subtle}`,
    borderRadius: tokens.radius.card,
    backgroundColor: tokens.surface.card,
    [container.compact]: { padding: '12px' },
  },
  /** Item inside a section that is already a card: it has no frame, and lines separate the items. */
  within: {
    padding: '16px 0',
    border: 'none',
    borderRadius: 0,
    borderTop: `1px solid ${tokens.border.divider}`,
    ':first-child': { paddingTop: 0, borderTop: 'none' },
    ':last-child': { paddingBottom: 0 },
    [container.compact]: { padding: '12px 0' },
  },
  closer: { gap: 0 },
  head: { display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', gap: '8px 16px' },
  about: { flex: '1 1 280px', minWidth: 0 },
  title: { overflowWrap: 'anywhere', ...type.cardTitle },
  line: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '4px 8px',
    marginTop: '4px',
    color: tokens.text.secondary,
    ...type.body,
  },
  mono: { overflowWrap: 'anywhere', ...type.logSmall },
  actions: { display: 'flex', flexWrap: 'wrap', gap: '8px' },
  detail: { color: tokens.text.secondary, overflowWrap: 'anywhere' },
});

const WithinContext = createContext(false);

export interface CardListProps {
  /** True if the list is inside a section that is already a card. */
  readonly within?: boolean;
  readonly children: ReactNode;
}

export function CardList({ within = false, children }: CardListProps): ReactNode {
  const styles = useStyles();
  return (
    <WithinContext value={within}>
      <ul className={mergeClasses(styles.list, within && styles.closer)}>{children}</ul>
    </WithinContext>
  );
}

export interface ConfiguredCardProps {
  readonly title: string;
  /** Route opened by a click on the title. */
  readonly route?: string;
  /** Heading level of the title. */
  readonly level: 2 | 3;
  /** Facts, which are shown side by side below the title. */
  readonly facts: ReactNode;
  readonly actions: ReactNode;
  readonly children: ReactNode;
}

/** Renders a card of an input or output in a `CardList`. */
export function ConfiguredCard({ title, route, level, facts, actions, children }: ConfiguredCardProps): ReactNode {
  const styles = useStyles();
  const titleId = useId();
  const within = useContext(WithinContext);
  const Heading = `h${level}` as const;
  return (
    <li className={mergeClasses(styles.card, within && styles.within)} aria-labelledby={titleId}>
      <div className={styles.head}>
        <div className={styles.about}>
          <Heading id={titleId} className={styles.title}>
            {route === undefined ? (
              <bdi>{title}</bdi>
            ) : (
              <Link route={route}>
                <bdi>{title}</bdi>
              </Link>
            )}
          </Heading>
          <div className={styles.line}>{facts}</div>
        </div>
        <div className={styles.actions}>{actions}</div>
      </div>
      {children}
    </li>
  );
}

/** Renders an id or type name among the facts of a card. */
export const Identifier = ({ children }: { readonly children: ReactNode }): ReactNode => (
  <span className={useStyles().mono}>{children}</span>
);

/** Renders an error text of another system, which may be long. */
export const Detail = ({ children }: { readonly children: ReactNode }): ReactNode => (
  <p className={useStyles().detail}>{children}</p>
);
