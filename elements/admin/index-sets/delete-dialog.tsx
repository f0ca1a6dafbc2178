/** Renders a dialog that deletes an index set with or without its indices (screens/data-intake.md D1). */
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { IndexSet } from '../../../api/contract/index-sets.js';
import { reasonOf } from '../../../api/failures.js';
import { deleteIndexSetMutation } from '../../../api/queries/index-set-administration.js';
import { streamsQuery } from '../../../api/queries/streams.js';
import { useConnection } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import { Alert } from '../../kit/alert.js';
import { Button } from '../../kit/button.js';
import { Checkbox } from '../../kit/checkbox.js';
import { Dialog } from '../../kit/dialog.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { useToasts } from '../../kit/feedback.js';
import { Loading } from '../../kit/loading.js';
import { kitTexts } from '../../kit/texts.js';
import { texts } from './texts.js';

const { deletion: words } = texts;

export interface DeleteIndexSetDialogProps {
  readonly set: IndexSet;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export function DeleteIndexSetDialog({ set, onClose, onDone }: DeleteIndexSetDialogProps): ReactNode {
  const { client, queryClient } = useConnection();
  const { emit } = useHostElement();
  const { toast } = useToasts();
  const [withIndices, setWithIndices] = useState(true);
  const streams = useQuery({ ...streamsQuery(client), staleTime: 0 });
  const deleting = useMutation(deleteIndexSetMutation(client, queryClient));
  const users = streams.data?.streams.filter(({ index_set_id: id }) => id === set.id) ?? [];
  const submit = async (): Promise<void> => {
    try {
      await deleting.mutateAsync({ id: set.id, withIndices });
      emit('log-changed', { type: 'index_set', id: set.id });
      toast('success', words.done(set.title), texts.success);
      onDone();
      onClose();
    } catch (error) {
      toast('error', reasonOf(error), words.failed);
    }
  };
  const isRefused = set.default || users.length > 0;
  return (
    <Dialog
      open
      size="small"
      title={words.title(set.title)}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{kitTexts.cancel}</Button>
          <Button
            appearance="danger"
            disabled={isRefused || streams.data === undefined}
            busy={deleting.isPending}
            onClick={() => void submit()}
          >
            {words.submit}
          </Button>
        </>
      }
    >
      {set.default ? (
        <Alert kind="danger">{words.isDefault}</Alert>
      ) : streams.error ? (
        <ErrorPanel title={words.loadingFailed} errors={[reasonOf(streams.error)]} />
      ) : streams.data === undefined ? (
        <Loading />
      ) : users.length > 0 ? (
        <Alert kind="danger">
          {words.hasStreams}
          <ul>
            {users.map(({ id, title }) => (
              <li key={id}>{title}</li>
            ))}
          </ul>
        </Alert>
      ) : (
        <Checkbox label={words.withIndices} checked={withIndices} onChange={setWithIndices} />
      )}
    </Dialog>
  );
}
