/**
 * Renders a dialog for title, summary and description of a view (spec 2 §2 "Dashboard properties modal", "Saved view
 * metadata modal").
 */
import { makeStyles } from '@griffel/react';
import { useState, type ReactNode } from 'react';
import type { ViewMetadata } from '../../machines/view/document.js';
import { Button } from '../kit/button.js';
import { Dialog } from '../kit/dialog.js';
import { Field } from '../kit/field.js';
import { Input } from '../kit/input.js';
import { Textarea } from '../kit/textarea.js';
import { dialogTexts } from './dialog-texts.js';

const useStyles = makeStyles({ form: { display: 'grid', gap: '16px', paddingTop: '4px' } });

export interface MetadataDialogProps {
  readonly heading: string;
  readonly submit: string;
  readonly initial: ViewMetadata;
  readonly busy?: boolean;
  /** Content above the fields. */
  readonly children?: ReactNode;
  readonly onSubmit: (metadata: ViewMetadata) => void;
  readonly onClose: () => void;
}

/**
 * Renders a dialog to edit the metadata. The title is required; a title of whitespace only counts as empty (spec 2 §5).
 */
export function MetadataDialog(props: MetadataDialogProps): ReactNode {
  const { heading, submit, initial, busy = false, children, onSubmit, onClose } = props;
  const styles = useStyles();
  const [values, setValues] = useState(initial);
  const [touched, setTouched] = useState(false);
  const missing = values.title.trim() === '';
  const set = (part: Partial<ViewMetadata>): void => setValues({ ...values, ...part });
  const give = (): void => {
    setTouched(true);
    if (missing || busy) return;
    const { title, summary, description } = values;
    onSubmit({ title: title.trim(), summary: summary.trim(), description: description.trim() });
  };
  return (
    <Dialog
      open
      title={heading}
      onClose={onClose}
      onSubmit={give}
      footer={
        <>
          <Button onClick={onClose}>{dialogTexts.metadata.cancel}</Button>
          <Button
            type="submit"
            appearance="primary"
            busy={busy}
            disabled={missing}
            disabledReason={missing ? dialogTexts.metadata.titleRequired : undefined}
          >
            {submit}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {children}
        <Field
          label={dialogTexts.metadata.title}
          required
          help={dialogTexts.metadata.titleHelp}
          error={touched && missing ? dialogTexts.metadata.titleRequired : undefined}
        >
          <Input
            value={values.title}
            onChange={(title) => set({ title })}
            // A title that the user has not changed is selected, so that typing replaces it.
            onFocus={({ currentTarget }) => values.title === initial.title && currentTarget.select()}
            onBlur={() => setTouched(true)}
          />
        </Field>
        <Field label={dialogTexts.metadata.summary} help={dialogTexts.metadata.summaryHelp}>
          <Input value={values.summary} onChange={(summary) => set({ summary })} />
        </Field>
        <Field label={dialogTexts.metadata.description} help={dialogTexts.metadata.descriptionHelp}>
          <Textarea rows={3} value={values.description} onChange={(description) => set({ description })} />
        </Field>
      </div>
    </Dialog>
  );
}
