/** Says that this console was built for whoever develops it (screens/dashboards-sharing-alerts.md §2): comes with no other build. */
import type { ReactNode } from 'react';
import { Chip } from '../kit/chip.js';

export function DevelopmentBadge(): ReactNode {
  return <Chip size="small">DEV</Chip>;
}
