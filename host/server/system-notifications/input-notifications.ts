/**
 * Publishes a system notification about an input that cannot start or has trouble. The notification is removed when the
 * input runs or is stopped (contract data-intake, input states).
 */
import { serverLogInputId } from '../../../api/contract/inputs.js';
import type { InputDocument, Inputs, RunningInput } from '../intake/index.js';
import type { SystemNotifications } from './notifications.js';

export async function noteInputState(
  notifications: SystemNotifications,
  { id, state, detail }: RunningInput,
  input: InputDocument | undefined,
): Promise<void> {
  const details = { input_id: id, input_title: input?.title ?? id, reason: detail ?? '' };
  if (state === 'FAILED') {
    await notifications.publish({ type: 'input_failed_to_start', key: id, severity: 'urgent', details });
  } else if (state === 'FAILING') {
    await notifications.publish({ type: 'input_failing', key: id, severity: 'urgent', details });
  } else if (state === 'RUNNING' || state === 'STOPPED') {
    await notifications.remove('input_failed_to_start', id);
    await notifications.remove('input_failing', id);
  }
}

/** Describes a new state of an input for the log of system messages; undefined for intermediate states. */
export function inputStateMessage(
  { id, state, detail }: RunningInput,
  input: InputDocument | undefined,
): string | undefined {
  const name = `Input "${input?.title ?? id}"`;
  if (state === 'RUNNING') return `${name} is running.`;
  if (state === 'STOPPED') return `${name} was stopped.`;
  if (state === 'FAILED') return `${name} failed to start: ${detail ?? 'no reason is known'}`;
  if (state === 'FAILING') return `${name} has trouble: ${detail ?? 'no reason is known'}`;
  return undefined;
}

/**
 * Shows a notification while no input is running. The input of the server's own log does not count, because nobody
 * sends to it.
 */
export async function noteRunningInputs(notifications: SystemNotifications, inputs: Inputs): Promise<void> {
  const running = [...inputs.runningInputs()].some(({ id, state }) => id !== serverLogInputId && state === 'RUNNING');
  if (running) await notifications.remove('no_input_running');
  else await notifications.publish({ type: 'no_input_running', severity: 'urgent' });
}
