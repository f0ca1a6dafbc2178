import type { ReactNode } from 'react';
import type { Gauges } from '../../../api/queries/node-state.js';
import { formatBytes } from '../../kit/format.js';
import { gaugeNames, numberOf } from './gauges.js';
import { texts } from './texts.js';
import { UsageBar } from './usage-bar.js';

/** Renders a bar with the memory usage of a node; renders nothing if the usage is unknown. */
export function HeapBar({ gauges }: { readonly gauges: Gauges | undefined }): ReactNode {
  const used = numberOf(gauges, gaugeNames.heapUsed);
  const committed = numberOf(gauges, gaugeNames.heapCommitted);
  const max = numberOf(gauges, gaugeNames.heapMax);
  if (used === undefined || committed === undefined || max === undefined || max <= 0) return null;
  return (
    <UsageBar label={texts.heap} ratio={used / max} behind={committed / max} warnFrom={0.95}>
      {texts.heap}: {texts.heapOf(formatBytes(used), formatBytes(committed), formatBytes(max))}
    </UsageBar>
  );
}
