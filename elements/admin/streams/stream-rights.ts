/** Determines the user's permissions on a stream. */
import type { Stream } from '../../../api/contract/streams.js';
import { allows } from '../../../api/permissions.js';
import { useCurrentUser } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';

type Requested = Pick<Stream, 'id' | 'is_default' | 'is_editable'>;

/**
 * Returns true for a stream that can have rules, be paused and be deleted: neither the default stream nor a system
 * stream.
 */
export const isOrdinary = ({ is_default: isDefault, is_editable: isEditable }: Requested): boolean =>
  !isDefault && isEditable;

export interface StreamRights {
  /** Returns whether the user may edit a stream of any kind, including the default stream and system streams. */
  readonly edit: (stream: Requested) => boolean;
  readonly changeState: (stream: Requested) => boolean;
  readonly read: (stream: Requested) => boolean;
}

export function useStreamRights(): StreamRights {
  const { readonly } = useHostElement();
  const granted = useCurrentUser()?.permissions ?? [];
  const may = (action: string) => (stream: Requested) => allows(granted, `streams:${action}:${stream.id}`);
  const edit = (stream: Requested): boolean => !readonly && may('edit')(stream);
  return {
    edit,
    changeState: (stream) => !readonly && (may('changestate')(stream) || edit(stream)),
    read: may('read'),
  };
}
