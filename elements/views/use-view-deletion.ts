/** Returns functions that delete one or several views of a type after a confirmation, with the texts of spec 2 §8. */
import { useMutation } from '@tanstack/react-query';
import type { ViewSummary } from '../../api/contract/views.js';
import { deleteViewMutation, deleteViewsMutation } from '../../api/queries/views.js';
import { useConnection } from '../element/connection-context.js';
import { useDeletion, type Deletion, type DeletionTexts } from '../kit/use-deletion.js';
import { listTexts } from './list-texts.js';

export function useViewDeletion(type: ViewSummary['type']): Deletion {
  const { client, queryClient } = useConnection();
  const one = useMutation(deleteViewMutation(client, queryClient));
  const many = useMutation(deleteViewsMutation(client, queryClient));
  return useDeletion({ texts: deletionTexts[type], one: one.mutateAsync, many: many.mutateAsync });
}

const { remove } = listTexts;
const deletionTexts: Readonly<Record<ViewSummary['type'], DeletionTexts>> = {
  SEARCH: {
    title: remove.searchTitle,
    text: remove.search,
    done: remove.succeeded,
    failedTitle: remove.failedTitle,
    failed: remove.failed,
    many: {
      title: (count) => (count > 1 ? remove.searchesTitle : remove.searchTitle),
      text: remove.bulkSearches,
      done: (count) => remove.bulkSucceeded(count, 'SEARCH'),
      partly: (failed, count) => remove.bulkPartly(failed, count, 'SEARCH'),
      failedTitle: remove.bulkFailed('SEARCH'),
    },
  },
  DASHBOARD: {
    title: remove.dashboardTitle,
    text: remove.dashboard,
    done: remove.succeeded,
    failedTitle: remove.failedTitle,
    failed: remove.failed,
    many: {
      title: (count) => (count > 1 ? remove.dashboardsTitle : remove.dashboardTitle),
      text: remove.bulkDashboards,
      done: (count) => remove.bulkSucceeded(count, 'DASHBOARD'),
      partly: (failed, count) => remove.bulkPartly(failed, count, 'DASHBOARD'),
      failedTitle: remove.bulkFailed('DASHBOARD'),
    },
  },
};
