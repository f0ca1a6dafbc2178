/**
 * Renders a dialog that asks for the metadata of a new dashboard and creates it: empty, from a search, or from a widget
 * (screens/search.md §4, §13).
 */
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { reasonOf } from '../../api/failures.js';
import { createDashboardMutation } from '../../api/queries/views.js';
import type { ViewDocument, ViewMetadata } from '../../machines/view/document.js';
import { randomIds, type Ids } from '../../machines/view/ids.js';
import type { NewDashboard } from '../../machines/view/transfer.js';
import { useConnection, useCurrentUser } from '../element/connection-context.js';
import { useNavigate } from '../element/host-context.js';
import { useToasts } from '../kit/feedback.js';
import { isolated } from '../kit/isolated.js';
import { dialogTexts } from './dialog-texts.js';
import { MetadataDialog } from './metadata-dialog.js';
import { texts } from './texts.js';

const createdText = (title: string): string => `Dashboard "${isolated(title)}" was created.`;

export interface NewDashboardDialogProps {
  readonly heading: string;
  readonly initial: ViewMetadata;
  readonly build: (start: NewDashboard, ids: Ids) => ViewDocument;
  readonly hasRoute: (route: string) => boolean;
  readonly onClose: () => void;
}

export function NewDashboardDialog({ heading, initial, build, hasRoute, onClose }: NewDashboardDialogProps): ReactNode {
  const { client, queryClient } = useConnection();
  const user = useCurrentUser();
  const navigate = useNavigate();
  const { toast } = useToasts();
  const { mutate, isPending } = useMutation(createDashboardMutation(client, queryClient));
  return (
    <MetadataDialog
      heading={heading}
      submit={dialogTexts.metadata.create}
      initial={initial}
      busy={isPending}
      onClose={onClose}
      onSubmit={(metadata) => {
        const start = { createdAt: new Date().toISOString(), owner: user?.username ?? null, metadata };
        mutate(build(start, randomIds), {
          onSuccess: ({ id, title }) => {
            onClose();
            toast('success', createdText(title), texts.success);
            const route = `/dashboards/${encodeURIComponent(id)}`;
            if (hasRoute(route)) navigate(route);
          },
          onError: (error) => toast('error', texts.save.failed(reasonOf(error)), texts.error),
        });
      }}
    />
  );
}
