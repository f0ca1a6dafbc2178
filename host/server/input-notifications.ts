/** An input that cannot start or has trouble is told as a system notification, which goes when the cause is gone (contract data-intake, input states). */
import type { InputDocument, RunningInput } from './intake/index.js';
import type { Notifications } from './notifications.js';

export async function noteInputState(
  notifications: Notifications,
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
