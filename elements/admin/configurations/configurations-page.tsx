/** Renders the page of the server's settings, which shows one section at a time (screens/administration.md Part B). */
import { makeStyles, mergeClasses } from '@griffel/react';
import type { ReactNode } from 'react';
import { allowsAll } from '../../../api/permissions.js';
import { useCurrentUser } from '../../element/connection-context.js';
import { usePageTitle } from '../../element/page-title.js';
import { EmptyState } from '../../kit/empty-state.js';
import { ErrorBoundary } from '../../kit/error-boundary.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { Link } from '../../kit/link.js';
import { Loading } from '../../kit/loading.js';
import { PageHeader } from '../../kit/page-header.js';
import { PageLayout } from '../../kit/page-layout.js';
import type { PageProps } from '../../kit/pages.js';
import { Suspense } from '../../kit/suspense.js';
import { laterKitTexts } from '../../kit/later-texts.js';
import { container, focusRing, tokens, type } from '../../kit/tokens.js';
import { sectionRoute, sections, type ConfigurationSection } from './sections.js';
import { texts } from './texts.js';

const useStyles = makeStyles({
  columns: {
    display: 'grid',
    gridTemplateColumns: '220px minmax(0, 1fr)',
    gap: '24px',
    alignItems: 'start',
    [container.medium]: { gridTemplateColumns: 'minmax(0, 1fr)', gap: '16px' },
  },
  nav: {
    display: 'grid',
    gap: '2px',
    [container.medium]: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px' },
  },
  group: {
    padding: '12px 12px 4px',
    color: tokens.text.secondary,
    ...type.overline,
    [container.medium]: { padding: '0 4px 0 12px' },
  },
  entry: {
    padding: '6px 12px',
    borderRadius: '4px',
    color: tokens.text.secondary,
    textDecorationLine: 'none',
    ...type.control,
    ':hover': { backgroundColor: tokens.surface.hover, color: tokens.text.primary, textDecorationLine: 'none' },
    ':focus-visible': focusRing,
  },
  active: {
    color: tokens.selection.text,
    fontWeight: 600,
    backgroundColor: tokens.selection.background,
    '@media (forced-colors: active)': { outline: '2px solid Highlight' },
  },
});

export function ConfigurationsPage({ params }: PageProps): ReactNode {
  const styles = useStyles();
  const granted = useCurrentUser()?.permissions ?? [];
  const shown = sections.filter(({ needs = [] }) => allowsAll(granted, needs));
  const requested = params['section'] ?? sections[0]?.key;
  const section = shown.find(({ key }) => key === requested);
  usePageTitle(params['section'] !== undefined && section ? `${section.title} - ${texts.page}` : undefined);
  return (
    <PageLayout>
      <PageHeader title={texts.page} description={texts.description} />
      <div className={styles.columns}>
        <nav aria-label={texts.sections} className={styles.nav}>
          <Entries sections={shown.filter(({ plugin }) => !plugin)} active={section?.key} />
          <span className={styles.group}>{texts.plugins}</span>
          <Entries sections={shown.filter(({ plugin }) => plugin)} active={section?.key} />
        </nav>
        {section ? (
          <ErrorBoundary
            key={section.key}
            fallback={(error, reset) => (
              <ErrorPanel
                title={section.heading}
                errors={[`${texts.wentWrong} ${error instanceof Error ? error.message : String(error)}`]}
                onRetry={reset}
              />
            )}
          >
            <Suspense fallback={<Loading />}>
              <section.Content />
            </Suspense>
          </ErrorBoundary>
        ) : (
          <EmptyState title={laterKitTexts.noPage} />
        )}
      </div>
    </PageLayout>
  );
}

interface EntriesProps {
  readonly sections: readonly ConfigurationSection[];
  readonly active: string | undefined;
}

function Entries({ sections: listed, active }: EntriesProps): ReactNode {
  const styles = useStyles();
  return listed.map(({ key, title }) => (
    <Link
      key={key}
      route={sectionRoute(key)}
      className={mergeClasses(styles.entry, key === active && styles.active)}
      aria-current={key === active ? 'page' : undefined}
    >
      {title}
    </Link>
  ));
}
