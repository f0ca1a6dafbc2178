/** Renders the auto refresh control of a search or dashboard page. */
import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { SearchesConfig } from '../../../api/contract/cluster-config.js';
import { durationSeconds } from '../../../api/duration.js';
import type { ViewPageActor } from '../../view-area/index.js';
import { RefreshControl } from '../refresh/refresh-control.js';

export function PageRefresh({
  page,
  config,
}: {
  readonly page: ViewPageActor;
  readonly config: SearchesConfig | undefined;
}) {
  const actor = useSelector(page, ({ context }) => context.refresh);
  const state = useSelector(actor, (snapshot) => snapshot);
  const intervals = useMemo(
    () => Object.keys(config?.auto_refresh_timerange_options ?? {}).map((period) => durationSeconds(period) * 1_000),
    [config?.auto_refresh_timerange_options],
  );
  const enabled = state.matches('enabled');
  const { intervalMs, reasons } = state.context;
  const paused = reasons.find((reason) => reason !== 'hidden');
  return (
    <RefreshControl
      enabled={enabled}
      interval={intervalMs}
      intervals={intervals.filter((interval) => interval > 0)}
      paused={enabled ? paused : undefined}
      onToggle={() => actor.send({ type: enabled ? 'stopped' : 'started' })}
      onInterval={(chosen) =>
        actor.send(chosen > 0 ? { type: 'interval.chosen', intervalMs: chosen } : { type: 'stopped' })
      }
    />
  );
}
