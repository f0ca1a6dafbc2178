/** Renders a badge that marks a development build of the console (screens/dashboards-sharing-alerts.md §2). */
import type { ReactNode } from 'react';
import { Chip } from '../kit/chip.js';

export function DevelopmentBadge(): ReactNode {
  return <Chip size="small">DEV</Chip>;
}
