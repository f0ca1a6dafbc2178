import { useRef, type ReactNode } from 'react';
import { Button } from './button.js';
import { Dialog } from './dialog.js';
import type { PendingQuestion } from './feedback.js';
import { laterKitTexts } from './later-texts.js';
import { kitTexts } from './texts.js';

/** Renders a dialog that asks a yes/no question. */
export function ConfirmDialog({ question }: { readonly question: PendingQuestion }): ReactNode {
  const { title, text, confirm = laterKitTexts.confirm, cancel = kitTexts.cancel, danger = false, answer } = question;
  const answered = useRef(false);
  const give = (confirmed: boolean) => {
    if (answered.current) return;
    answered.current = true;
    answer(confirmed);
  };
  return (
    <Dialog
      open
      alert
      size="small"
      title={title}
      onClose={() => give(false)}
      footer={
        <>
          <Button data-autofocus={danger ? '' : undefined} onClick={() => give(false)}>
            {cancel}
          </Button>
          <Button
            data-autofocus={danger ? undefined : ''}
            appearance={danger ? 'danger' : 'primary'}
            onClick={() => give(true)}
          >
            {confirm}
          </Button>
        </>
      }
    >
      {text}
    </Dialog>
  );
}
