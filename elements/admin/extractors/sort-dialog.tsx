/** Renders a dialog that changes the order in which the extractors of an input run (screens/data-intake.md X1a). */
import { makeStyles } from '@griffel/react';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ExtractorSummary } from '../../../api/contract/extractors.js';
import { orderExtractorsMutation } from '../../../api/queries/extractors.js';
import { useConnection } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import { useToasts } from '../../kit/feedback.js';
import { FormDialog, useForm } from '../../kit/form/index.js';
import { SortableList } from '../../kit/sortable-list.js';
import { tokens, type } from '../../kit/tokens.js';
import { texts } from './texts.js';

const { sorting: words } = texts;

const useStyles = makeStyles({
  help: { color: tokens.text.secondary, ...type.body },
  name: { padding: '6px 0', overflowWrap: 'anywhere', ...type.body },
});

export interface SortDialogProps {
  readonly inputId: string;
  readonly extractors: readonly ExtractorSummary[];
  readonly onClose: () => void;
}

export function SortDialog({ inputId, extractors, onClose }: SortDialogProps): ReactNode {
  const styles = useStyles();
  const { client, queryClient } = useConnection();
  const { emit } = useHostElement();
  const { toast } = useToasts();
  const ordering = useMutation(orderExtractorsMutation(client, queryClient, inputId));
  const form = useForm({
    initial: { order: extractors.map(({ id }) => id) },
    save: ({ order }) => ordering.mutateAsync(order),
    onSaved: () => {
      toast('success', words.done, texts.success);
      emit('log-changed', { type: 'input', id: inputId });
      onClose();
    },
  });
  const titles = new Map(extractors.map(({ id, title }) => [id, title]));
  const nameOf = (id: string): string => titles.get(id) ?? id;
  return (
    <FormDialog
      form={form}
      size="small"
      title={words.title}
      submit={words.submit}
      failed={words.failed}
      onClose={onClose}
    >
      <p className={styles.help}>{words.help}</p>
      <SortableList
        label={words.label}
        items={form.values.order}
        keyOf={(id) => id}
        nameOf={nameOf}
        onReorder={(order) => form.set({ order })}
      >
        {(id) => <div className={styles.name}>{nameOf(id)}</div>}
      </SortableList>
    </FormDialog>
  );
}
