/** "Export to dashboard": names the new dashboard and creates it (screens/search.md §4, §13). */
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { reasonOf } from '../../api/failures.js';
import { createDashboardMutation } from '../../api/queries/views.js';
import type { ViewDocument } from '../../machines/view/document.js';
import { randomIds } from '../../machines/view/ids.js';
import { dashboardOf } from '../../machines/view/transfer.js';
import { useConnection, useCurrentUser } from '../element/connection-context.js';
import { useNavigate } from '../element/host-context.js';
import { useToasts } from '../kit/feedback.js';
import { MetadataDialog } from './metadata-dialog.js';
import { texts } from './texts.js';

export interface DashboardFromSearchProps {
  /** The search as it is on screen. */
  readonly document: ViewDocument;
  readonly hasRoute: (route: string) => boolean;
  readonly onClose: () => void;
}

export function DashboardFromSearch({ document, hasRoute, onClose }: DashboardFromSearchProps): ReactNode {
  const { client, queryClient } = useConnection();
  const user = useCurrentUser();
  const navigate = useNavigate();
  const { toast } = useToasts();
  const { mutate, isPending } = useMutation(createDashboardMutation(client, queryClient));
  const { title, summary, description } = document.view;
  return (
    <MetadataDialog
      heading={texts.dashboardFromSearch.title}
      submit={texts.metadata.create}
      initial={{ title, summary: summary ?? '', description: description ?? '' }}
      busy={isPending}
      onClose={onClose}
      onSubmit={(metadata) =>
        mutate(
          dashboardOf(
            document,
            { createdAt: new Date().toISOString(), owner: user?.username ?? null, metadata },
            randomIds,
          ),
          {
            onSuccess: (created) => {
              onClose();
              toast('success', texts.dashboardFromSearch.created(created.title), texts.success);
              const route = `/dashboards/${encodeURIComponent(created.id)}`;
              if (hasRoute(route)) navigate(route);
            },
            onError: (error) => toast('error', texts.dashboardFromSearch.failed(reasonOf(error)), texts.error),
          },
        )
      }
    />
  );
}
