import type { AlertStatus } from '../../../api/contract/alerts.js';
import type { SelectOption } from '../../kit/select.js';
import { texts } from './texts.js';

const { states } = texts;

/** Options of the select for the state of alerts: all states, or one state. */
export const alertStatusNames: readonly SelectOption<AlertStatus | 'all' | 'several'>[] = [
  { value: 'all', label: texts.everyState },
  { value: 'open', label: states.open },
  { value: 'acknowledged', label: states.acknowledged },
  { value: 'muted', label: states.muted },
  { value: 'closed', label: states.closed },
];

/** Returns the option for several states, which only the address can contain: the select offers one state at a time. */
export const severalStates = (chosen: readonly AlertStatus[]): SelectOption<'several'> => ({
  value: 'several',
  label: chosen.map((state) => states[state]).join(', '),
});
