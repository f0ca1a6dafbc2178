/**
 * Copies, enables, disables and deletes event definitions: asks for confirmation, reports the outcome in a toast, and
 * keeps those definitions selected that could not be changed.
 */
import { useMutation } from '@tanstack/react-query';
import type { EventDefinition } from '../../../api/contract/event-definitions.js';
import { reasonOf } from '../../../api/failures.js';
import { fieldErrorsOf } from '../../../api/field-errors.js';
import {
  changeDefinitionsMutation,
  copyDefinitionMutation,
  deleteDefinitionMutation,
  enableDefinitionMutation,
  type BulkChange,
} from '../../../api/queries/event-definitions.js';
import { useConnection } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import type { KeepSelected } from '../../kit/entity-table/index.js';
import { useConfirm, useToasts } from '../../kit/feedback.js';
import { texts } from './texts.js';

export type Change = BulkChange | 'duplicate';

export interface Changes {
  readonly change: (change: Change, definition: EventDefinition) => Promise<void>;
  readonly changeAll: (change: BulkChange, ids: readonly string[], keep: KeepSelected) => Promise<void>;
}

export function useChanges(): Changes {
  const { client, queryClient } = useConnection();
  const { emit } = useHostElement();
  const { toast } = useToasts();
  const confirm = useConfirm();
  const copying = useMutation(copyDefinitionMutation(client, queryClient));
  const deleting = useMutation(deleteDefinitionMutation(client, queryClient));
  const enabling = useMutation(enableDefinitionMutation(client, queryClient));
  const many = useMutation(changeDefinitionsMutation(client, queryClient));
  const tell = (id: string): void => void emit('log-changed', { type: 'event_definition', id });
  const carryOut: Readonly<Record<Change, (definition: EventDefinition) => Promise<{ readonly id: string }>>> = {
    duplicate: (definition) => copying.mutateAsync(definition),
    enable: ({ id }) => enabling.mutateAsync({ id, enabled: true }),
    disable: ({ id }) => enabling.mutateAsync({ id, enabled: false }),
    delete: ({ id }) => deleting.mutateAsync(id),
  };
  return {
    async change(change, definition) {
      const words = texts.one[change];
      const { title } = definition;
      const question = { title: words.title, text: words.text(title), confirm: words.action };
      if (!(await confirm({ ...question, danger: change === 'delete' }))) return;
      try {
        tell((await carryOut[change](definition)).id);
        toast('success', words.done(title), texts.success);
      } catch (error) {
        // Some errors of the server are reported by field; their texts are shown without the names of the fields.
        const named = Object.values(fieldErrorsOf(error) ?? {});
        toast('error', named.length > 0 ? named.join(' ') : words.failed(reasonOf(error)), words.failedTitle);
      }
    },
    async changeAll(change, ids, keep) {
      const words = texts.many[change];
      const question = { title: words.title(ids.length), text: words.text, confirm: words.action };
      if (!(await confirm({ ...question, danger: change === 'delete' }))) return;
      try {
        const { failures } = await many.mutateAsync({ ids, change });
        const failed = failures.map(({ entity_id: id }) => id);
        keep(failed);
        if (failed.length === 0) toast('success', words.done(ids.length), texts.success);
        else {
          const reasons = [...new Set(failures.map(({ failure_explanation: reason }) => reason))];
          toast('error', [words.partly(failed.length, ids.length), ...reasons].join(' '), texts.error);
        }
        for (const id of ids) if (!failed.includes(id)) tell(id);
      } catch (error) {
        toast('error', reasonOf(error), words.failedTitle);
      }
    },
  };
}
