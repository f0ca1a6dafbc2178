/** Contains the texts about the state of the message storage (screens/data-intake.md J2). */
import type { IndexerHealth } from '../../../api/contract/system.js';
import { formatNumber } from '../../kit/format.js';
import { isolated } from '../../kit/isolated.js';

export const texts = {
  state: (name: string, status: string): string => `The message storage "${isolated(name)}" is ${status}.`,
  shards: ({ active, initializing, relocating, unassigned }: IndexerHealth['shards']): string =>
    `Shards: ${[
      `${formatNumber(active)} active`,
      `${formatNumber(initializing)} initializing`,
      `${formatNumber(relocating)} relocating`,
      `${formatNumber(unassigned)} unassigned`,
    ].join(', ')}.`,
  failed: 'The state of the message storage is not known',
} as const;
