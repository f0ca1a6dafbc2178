import type { AlertStatus } from '../../../api/contract/alerts.js';
import type { SelectOption } from '../../kit/select.js';
import { texts } from './texts.js';

const { states } = texts;

/** Options for one state or all states. */
export const alertStatusNames: readonly SelectOption<AlertStatus | 'all' | 'several'>[] = [
  { value: 'all', label: texts.everyState },
  { value: 'open', label: states.open },
  { value: 'acknowledged', label: states.acknowledged },
  { value: 'muted', label: states.muted },
  { value: 'closed', label: states.closed },
];

/** Option for several states in the address, because the select only offers one at a time. */
export const severalStates = (chosen: readonly AlertStatus[]): SelectOption<'several'> => ({
  value: 'several',
  label: chosen.map((state) => states[state]).join(', '),
});
