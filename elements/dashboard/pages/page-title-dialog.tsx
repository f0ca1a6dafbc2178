import { useRef, useState, type ReactNode } from 'react';
import { pageTitleMax } from '../../../machines/view/pages.js';
import { Button } from '../../kit/button.js';
import { Dialog } from '../../kit/dialog.js';
import { Field } from '../../kit/field.js';
import { Input } from '../../kit/input.js';
import { texts } from '../texts.js';

export interface PageTitleDialogProps {
  readonly title: string;
  readonly onTitle: (title: string) => void;
  readonly onClose: () => void;
}

/** Renders a dialog to rename a dashboard page; a title has at most 40 characters (spec 2 §5). */
export function PageTitleDialog({ title: initial, onTitle, onClose }: PageTitleDialogProps): ReactNode {
  const [title, setTitle] = useState(initial);
  const isSelected = useRef(false);
  const missing = title.trim() === '';
  return (
    <Dialog
      open
      size="small"
      title={texts.pages.titleDialog}
      onClose={onClose}
      onSubmit={() => !missing && onTitle(title.trim())}
      footer={
        <>
          <Button onClick={onClose}>{texts.pages.cancel}</Button>
          <Button
            type="submit"
            appearance="primary"
            disabled={missing}
            disabledReason={missing ? texts.pages.titleRequired : undefined}
          >
            {texts.pages.updateTitle}
          </Button>
        </>
      }
    >
      <Field
        label={texts.pages.title}
        required
        help={texts.pages.titleHelp}
        error={missing ? texts.pages.titleRequired : undefined}
      >
        <Input
          value={title}
          maxLength={pageTitleMax}
          onChange={setTitle}
          // The whole title is selected when the dialog opens, so that typing replaces it, as usual for renaming.
          onFocus={({ target }) => {
            if (!isSelected.current) target.select();
            isSelected.current = true;
          }}
        />
      </Field>
    </Dialog>
  );
}
