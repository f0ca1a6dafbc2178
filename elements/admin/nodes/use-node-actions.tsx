/**
 * Provides the actions on a node; those that change its state ask for confirmation and report the outcome in a toast.
 */
import { useMutation } from '@tanstack/react-query';
import type { LoadBalancerStatus, NodeSummary, SystemOverview } from '../../../api/contract/system.js';
import { reasonOf } from '../../../api/failures.js';
import { allows } from '../../../api/permissions.js';
import { loadBalancerMutation, processingMutation } from '../../../api/queries/node-state.js';
import { useConnection, useCurrentUser } from '../../element/connection-context.js';
import { useHostElement, useNavigate } from '../../element/host-context.js';
import { useConfirm, useToasts } from '../../kit/feedback.js';
import type { MenuEntry } from '../../kit/menu.js';
import { nodeName } from '../../kit/node-name.js';
import { routes } from './routes.js';
import { texts } from './texts.js';

const { actions: words } = texts;
const statuses: readonly LoadBalancerStatus[] = ['alive', 'dead'];

export interface NodeActions {
  /**
   * Pauses or resumes processing after a confirmation; undefined if the user lacks the permission or the element is
   * read-only.
   */
  readonly changeProcessing: ((change: 'pause' | 'resume') => void) | undefined;
  readonly isBusy: boolean;
  /** Entries of a node's menu. */
  readonly entries: readonly MenuEntry[];
  /** Menu entries for the dumps only. */
  readonly dumps: readonly MenuEntry[];
}

export function useNodeActions(node: NodeSummary, state: SystemOverview | undefined): NodeActions {
  const { client, queryClient } = useConnection();
  const { readonly, emit } = useHostElement();
  const { toast } = useToasts();
  const confirm = useConfirm();
  const navigate = useNavigate();
  const granted = useCurrentUser()?.permissions ?? [];
  const { node_id: id } = node;
  const name = nodeName(node);
  const processing = useMutation(processingMutation(client, queryClient, id));
  const balancing = useMutation(loadBalancerMutation(client, queryClient, id));

  const change = async (what: 'pause' | 'resume'): Promise<void> => {
    const isPause = what === 'pause';
    const question = {
      title: isPause ? words.pause : words.resume,
      text: isPause ? words.askPause(name) : words.askResume(name),
      confirm: isPause ? words.confirmPause : words.confirmResume,
      danger: isPause,
    };
    if (!(await confirm(question))) return;
    try {
      await processing.mutateAsync(what);
      toast('success', isPause ? words.paused(name) : words.resumed(name), words.success);
      emit('log-changed', { type: 'node', id });
    } catch (error) {
      toast('error', reasonOf(error), isPause ? words.pauseFailed : words.resumeFailed);
    }
  };
  const override = async (status: LoadBalancerStatus): Promise<void> => {
    const shownStatus = status.toUpperCase();
    const question = {
      title: words.override,
      text: words.askOverride(shownStatus, name),
      confirm: words.confirmOverride,
      danger: true,
    };
    if (!(await confirm(question))) return;
    try {
      await balancing.mutateAsync(status);
      toast('success', words.overridden(shownStatus, name), words.success);
      emit('log-changed', { type: 'node', id });
    } catch (error) {
      toast('error', reasonOf(error), words.overrideFailed);
    }
  };

  const mayChange = !readonly && allows(granted, `processing:changestate:${id}`);
  const isPaused = state?.is_processing === false;
  const dumps: readonly MenuEntry[] = [
    ...(allows(granted, 'threads:dump')
      ? [{ key: 'threads', label: words.threadDump, onSelect: () => navigate(routes.threadDump(id)) }]
      : []),
    ...(allows(granted, 'processbuffer:dump')
      ? [{ key: 'buffer', label: words.bufferDump, onSelect: () => navigate(routes.bufferDump(id)) }]
      : []),
  ];
  const inputs: readonly MenuEntry[] = allows(granted, 'inputs:read')
    ? [{ key: 'inputs', label: words.inputs, onSelect: () => navigate(routes.inputs(id)) }]
    : [];
  const changes: readonly MenuEntry[] = [
    ...(mayChange && state
      ? [
          {
            key: 'processing',
            label: isPaused ? words.resume : words.pause,
            onSelect: () => void change(isPaused ? 'resume' : 'pause'),
          },
        ]
      : []),
    ...(!readonly && allows(granted, 'lbstatus:change')
      ? [
          {
            kind: 'group' as const,
            label: words.override,
            entries: statuses.map((status) => ({
              key: status,
              label: status.toUpperCase(),
              onSelect: () => void override(status),
            })),
          },
        ]
      : []),
  ];
  const others = [...inputs, ...dumps];
  return {
    changeProcessing: mayChange ? (what) => void change(what) : undefined,
    isBusy: processing.isPending,
    entries:
      changes.length > 0 && others.length > 0 ? [...changes, { kind: 'divider' }, ...others] : [...changes, ...others],
    dumps,
  };
}
