/** Renders a lazy search page with a skeleton: the element paints at once and loads the page afterwards. */
import { makeStyles, mergeClasses } from '@griffel/react';
import type { ReactNode } from 'react';
import { lazyPart } from '../kit/lazy-part.js';
import { Part } from '../kit/part.js';
import { space, tokens } from '../kit/tokens.js';
import { Suspense } from '../kit/suspense.js';
import type { LogSearchProps } from './page/log-search.js';

const Page = lazyPart(
  () => import('./page/log-search.js').then(({ LogSearch: page }) => ({ LogSearch: page })),
  'LogSearch',
);

const ElementKeys = lazyPart(() => import('../kit/shortcuts/element-keys.js'), 'ElementKeys');

const useStyles = makeStyles({
  root: { display: 'grid', rowGap: `${space.xl}px`, padding: `${space.xl}px ${space.xxl}px` },
  card: {
    borderRadius: tokens.radius.card,
    border: `1px solid ${tokens.border.subtle}`,
    backgroundColor: tokens.surface.card,
  },
  bar: { height: '90px' },
  chart: { height: '200px' },
});

export function LogSearch(props: LogSearchProps): ReactNode {
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
      <div className={mergeClasses(styles.card, styles.chart)} />
    </div>
  );
}
