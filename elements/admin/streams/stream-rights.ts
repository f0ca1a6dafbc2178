/** The user's permissions on a stream. */
import type { Stream } from '../../../api/contract/streams.js';
import { allows } from '../../../api/permissions.js';
import { useCurrentUser } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';

type Asked = Pick<Stream, 'id' | 'is_default' | 'is_editable'>;

/** True unless it is the default or a system stream: it can have rules, be paused and be deleted. */
export const isOrdinary = ({ is_default: isDefault, is_editable: isEditable }: Asked): boolean =>
  !isDefault && isEditable;

export interface StreamRights {
  /** Functions that check a permission for a stream of any kind. */
  readonly edit: (stream: Asked) => boolean;
  readonly changeState: (stream: Asked) => boolean;
  readonly read: (stream: Asked) => boolean;
}

export function useStreamRights(): StreamRights {
  const { readonly } = useHostElement();
  const granted = useCurrentUser()?.permissions ?? [];
  const may = (action: string) => (stream: Asked) => allows(granted, `streams:${action}:${stream.id}`);
  const edit = (stream: Asked): boolean => !readonly && may('edit')(stream);
  return {
    edit,
    changeState: (stream) => !readonly && (may('changestate')(stream) || edit(stream)),
    read: may('read'),
  };
}
