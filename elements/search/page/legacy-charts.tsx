/**
 * An earlier version of the console stored charts in this browser. This component offers once to add these charts to
 * the search as widgets (screens/search.md §15).
 */
import { makeStyles } from '@griffel/react';
import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useState, type ReactNode } from 'react';
import { legacyChartsMigrationMachine, readLegacyCharts } from '../../../machines/legacy-charts-migration.js';
import { Alert } from '../../kit/alert.js';
import { Button } from '../../kit/button.js';
import { writeLocal } from '../../kit/local-store.js';
import { space } from '../../kit/tokens.js';
import { legacyChartsKey, legacyStateKey } from './legacy-charts-keys.js';
import type { SearchPageActor } from './use-search-page.js';
import { legacyChartTexts } from './legacy-charts-texts.js';

const useStyles = makeStyles({
  bar: { paddingTop: `${space.xl}px` },
  actions: { display: 'flex', flexWrap: 'wrap', gap: `${space.m}px`, alignSelf: 'center' },
});

export function LegacyCharts({ page }: { readonly page: SearchPageActor }): ReactNode {
  const styles = useStyles();
  const [charts] = useState(() => readLegacyCharts(window.localStorage.getItem(legacyChartsKey)));
  const migration = useActorRef(legacyChartsMigrationMachine, { input: { charts } });
  const pending = useSelector(migration, (state) => state.matches('pending'));
  useEffect(() => {
    const subscriptions = [
      migration.on('widgetsMade', ({ widgets }) => {
        const { view } = page.getSnapshot().context;
        for (const widget of widgets) view.send({ type: 'widget.added', ...widget });
      }),
      migration.on('decided', ({ state }) => writeLocal(legacyStateKey, state)),
    ];
    return () => subscriptions.forEach((one) => one.unsubscribe());
  }, [migration, page]);
  if (!pending) return null;
  return (
    <div className={styles.bar}>
      <Alert
        kind="warning"
        title={legacyChartTexts.title}
        action={
          <span className={styles.actions}>
            <Button size="small" onClick={() => migration.send({ type: 'discarded' })}>
              {legacyChartTexts.discard}
            </Button>
            <Button size="small" onClick={() => migration.send({ type: 'migrated' })}>
              {legacyChartTexts.migrate}
            </Button>
          </span>
        }
      >
        {legacyChartTexts.text(charts.length)}
      </Alert>
    </div>
  );
}
