/** Renders a lazy dashboard with a skeleton: the element paints at once and loads the page afterwards. */
import { makeStyles, mergeClasses } from '@griffel/react';
import type { ReactNode } from 'react';
import { lazyPart } from '../kit/lazy-part.js';
import { Part } from '../kit/part.js';
import { space, tokens } from '../kit/tokens.js';
import { Suspense } from '../kit/suspense.js';
import type { LogDashboardProps } from './page/log-dashboard.js';

const Page = lazyPart(
  () => import('./page/log-dashboard.js').then(({ LogDashboard: page }) => ({ LogDashboard: page })),
  'LogDashboard',
);

const ElementKeys = lazyPart(() => import('../kit/shortcuts/element-keys.js'), 'ElementKeys');

const useStyles = makeStyles({
  root: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 320px), 1fr))',
    gap: `${space.xl}px`,
    padding: `${space.xl}px ${space.xxl}px`,
  },
  card: {
    height: '212px',
    borderRadius: tokens.radius.card,
    border: `1px solid ${tokens.border.subtle}`,
    backgroundColor: tokens.surface.card,
  },
  bar: { gridColumn: '1 / -1', height: '52px' },
});

export function LogDashboard(props: LogDashboardProps): ReactNode {
  return (
    <>
      <Suspense fallback={<Outline />}>
        <Page {...props} />
      </Suspense>
      <Part>
        <ElementKeys />
      </Part>
    </>
  );
}

function Outline(): ReactNode {
  const styles = useStyles();
  return (
    <div className={styles.root} aria-busy="true">
      <div className={mergeClasses(styles.card, styles.bar)} />
      <div className={styles.card} />
      <div className={styles.card} />
      <div className={styles.card} />
    </div>
  );
}
