/** Deleting views: asks, tells the outcome, keeps selected what could not be deleted (spec 2 §8). */
import { useMutation } from '@tanstack/react-query';
import { reasonOf } from '../../api/failures.js';
import type { ViewSummary } from '../../api/contract/views.js';
import { deleteViewMutation, deleteViewsMutation } from '../../api/queries/views.js';
import { useConnection } from '../element/connection-context.js';
import { useConfirm, useToasts } from '../kit/feedback.js';
import type { KeepSelected } from '../kit/entity-table/index.js';
import { listTexts } from './list-texts.js';
import { texts } from './texts.js';

export interface Deletion {
  /** True once it is gone. */
  readonly remove: (view: Pick<ViewSummary, 'id' | 'title'>) => Promise<boolean>;
  /** Resolves with the ids that are gone. */
  readonly removeAll: (ids: readonly string[], keep: KeepSelected) => Promise<readonly string[]>;
}

export function useDeletion(type: ViewSummary['type']): Deletion {
  const { client, queryClient } = useConnection();
  const { toast } = useToasts();
  const confirm = useConfirm();
  const one = useMutation(deleteViewMutation(client, queryClient));
  const many = useMutation(deleteViewsMutation(client, queryClient));
  const dashboard = type === 'DASHBOARD';
  const title = dashboard ? listTexts.remove.dashboardTitle : listTexts.remove.searchTitle;
  const question = { title, confirm: listTexts.remove.action, danger: true } as const;

  return {
    async remove(view) {
      const text = (dashboard ? listTexts.remove.dashboard : listTexts.remove.search)(view.title);
      if (!(await confirm({ ...question, text }))) return false;
      try {
        await one.mutateAsync(view.id);
      } catch (error) {
        toast('error', listTexts.remove.failed(reasonOf(error)), listTexts.remove.failedTitle);
        return false;
      }
      toast('success', listTexts.remove.succeeded(view.title), texts.success);
      return true;
    },
    async removeAll(ids, keep) {
      const text = (dashboard ? listTexts.remove.bulkDashboards : listTexts.remove.bulkSearches)(ids.length);
      const several = dashboard ? listTexts.remove.dashboardsTitle : listTexts.remove.searchesTitle;
      if (!(await confirm({ ...question, ...(ids.length > 1 && { title: several }), text }))) return [];
      try {
        const { failures } = await many.mutateAsync(ids);
        const failed = failures.map(({ entity_id }) => entity_id);
        const gone = ids.filter((id) => !failed.includes(id));
        keep(failed);
        if (failed.length > 0)
          toast('error', listTexts.remove.bulkPartly(failed.length, ids.length, type), texts.error);
        else toast('success', listTexts.remove.bulkSucceeded(gone.length, type), texts.success);
        return gone;
      } catch (error) {
        toast('error', reasonOf(error), listTexts.remove.bulkFailed(type));
        return [];
      }
    },
  };
}
