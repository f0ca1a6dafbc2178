/**
 * Renders buttons that edit and delete a mark; enabled for the user who made the mark and for users with permission for
 * it.
 */
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { reasonOf } from '../../../api/failures.js';
import type { ChartMark } from '../../../api/contract/chart-marks.js';
import { deleteChartMarkMutation } from '../../../api/queries/chart-marks.js';
import { useConnection, usePermission, useUsername } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import { useConfirm, useToasts } from '../../kit/feedback.js';
import { Float } from '../../kit/float.js';
import { IconButton } from '../../kit/icon-button.js';
import { DeleteIcon, EditIcon } from '../../kit/icons.js';
import { alertMarksOf } from '../alert-marks.js';
import { MarkDialog } from './mark-dialog.js';
import { markTexts } from './texts.js';

export function MarkTools({ mark }: { readonly mark: ChartMark }): ReactNode {
  const { element } = useHostElement();
  const { client, queryClient } = useConnection();
  const { toast } = useToasts();
  const confirm = useConfirm();
  const own = useUsername() === mark.created_by;
  const mayEdit = usePermission(`chart_marks:edit:${mark.id}`) || own;
  const mayDelete = usePermission(`chart_marks:delete:${mark.id}`) || own;
  const [editing, setEditing] = useState(false);
  const deleting = useMutation({
    ...deleteChartMarkMutation(client, queryClient),
    onSuccess: () => {
      toast('success', markTexts.deleted, markTexts.success);
      alertMarksOf(element).get()?.askAgain();
    },
    onError: (error) => toast('error', reasonOf(error), markTexts.notDeleted),
  });
  const remove = async (): Promise<void> => {
    const sure = await confirm({
      title: markTexts.deleteTitle,
      text: markTexts.deleteText(mark.text),
      confirm: markTexts.deleteTitle,
      danger: true,
    });
    if (sure) deleting.mutate(mark.id);
  };
  return (
    <>
      <IconButton
        size="small"
        quiet
        label={markTexts.editOne(mark.text)}
        icon={<EditIcon />}
        disabled={!mayEdit}
        disabledReason={markTexts.notYours}
        onClick={() => setEditing(true)}
      />
      <IconButton
        size="small"
        quiet
        label={markTexts.deleteOne(mark.text)}
        icon={<DeleteIcon />}
        disabled={!mayDelete || deleting.isPending}
        disabledReason={markTexts.notYours}
        onClick={() => void remove()}
      />
      <Float onFailed={() => setEditing(false)}>
        {editing && <MarkDialog mark={mark} onClose={() => setEditing(false)} />}
      </Float>
    </>
  );
}
