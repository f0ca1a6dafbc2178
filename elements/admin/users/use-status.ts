/**
 * Returns a function that enables or disables an account; disabling asks for confirmation, because it ends sessions.
 */
import { useMutation } from '@tanstack/react-query';
import type { UserOverview } from '../../../api/contract/users.js';
import { reasonOf } from '../../../api/failures.js';
import { setUserStatusMutation } from '../../../api/queries/users.js';
import { useConnection } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import { useConfirm, useToasts } from '../../kit/feedback.js';
import { nameOf } from '../../kit/people.js';
import { texts } from './texts.js';

export function useStatus(): (user: UserOverview, status: 'enabled' | 'disabled') => Promise<void> {
  const { client, queryClient } = useConnection();
  const host = useHostElement();
  const { toast } = useToasts();
  const confirm = useConfirm();
  const setting = useMutation(setUserStatusMutation(client, queryClient));
  return async (user, status) => {
    const name = nameOf(user);
    const { title, text, disabled, enabled, failedDisable, failedEnable } = texts.status;
    const question = { title, text: text(name), confirm: texts.actions.disable, danger: true };
    if (status === 'disabled' && !(await confirm(question))) return;
    try {
      await setting.mutateAsync({ userId: user.id, status });
      toast('success', status === 'disabled' ? disabled(name) : enabled(name), texts.success);
      host.emit('log-changed', { type: 'user', id: user.id });
    } catch (error) {
      toast('error', reasonOf(error), status === 'disabled' ? failedDisable : failedEnable);
    }
  };
}
