/**
 * Warns when the pipeline processor is off, or runs too early for rules to see extracted fields. A button fixes the
 * order.
 */
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { reasonOf } from '../../../api/failures.js';
import { messageProcessorsQuery, saveMessageProcessorsMutation } from '../../../api/queries/stored-config.js';
import { orderFault } from '../../../machines/pipelines/processing-order.js';
import { useConnection, usePermission } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import { Alert } from '../../kit/alert.js';
import { Button } from '../../kit/button.js';
import { useToasts } from '../../kit/feedback.js';
import { partTexts } from './texts.js';

const { order: words } = partTexts;

export function OrderAlert(): ReactNode {
  const { client, queryClient } = useConnection();
  const { readonly, emit } = useHostElement();
  const { toast } = useToasts();
  const mayRead = usePermission('clusterconfigentry:read');
  const mayEdit = usePermission('clusterconfigentry:edit') && !readonly;
  const { data } = useQuery({ ...messageProcessorsQuery(client), enabled: mayRead, retry: false });
  const saving = useMutation(saveMessageProcessorsMutation(client, queryClient));
  const fault = data && orderFault(data);
  if (!fault) return null;
  const mend = (): void =>
    saving.mutate(fault.mended, {
      onSuccess: () => {
        toast('success', words.mended, words.mendedTitle);
        emit('log-changed', { type: 'configuration', id: 'message-processors' });
      },
      onError: (error) => toast('error', reasonOf(error), words.failed),
    });
  return (
    <Alert
      kind="warning"
      action={
        mayEdit && (
          <Button size="small" busy={saving.isPending} onClick={mend}>
            {fault.kind === 'off' ? words.enable : words.move}
          </Button>
        )
      }
    >
      {fault.kind === 'off' ? words.off : words.before(fault.late.join(', '))}
    </Alert>
  );
}
