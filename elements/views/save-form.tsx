/**
 * Renders a small form of the Save button: the title, and the choice to update the saved search or to save a new search
 * (screens/search.md §4).
 */
import { makeStyles } from '@griffel/react';
import { useState, type ReactNode } from 'react';
import { Button } from '../kit/button.js';
import { Field } from '../kit/field.js';
import { Input } from '../kit/input.js';

const useStyles = makeStyles({
  form: { display: 'grid', gap: '12px', width: '320px', maxWidth: '100%' },
  buttons: { display: 'flex', justifyContent: 'flex-end', gap: '8px' },
});

const words = {
  title: 'Title',
  save: 'Save',
  saveAs: 'Save as',
  createNew: 'Create new',
  notAllowed: 'You may not change this search; save it as a new one.',
  sameTitle: 'Another title is needed to save a copy.',
  noTitle: 'A title is needed.',
} as const;

export interface SaveFormProps {
  readonly title: string;
  /** True when the view is already stored and the user may change it. */
  readonly editable: boolean;
  /** True when the view was never saved. */
  readonly fresh: boolean;
  readonly onSave: (title: string) => void;
  readonly onSaveAs: (title: string) => void;
}

export function SaveForm({ title: current, editable, fresh, onSave, onSaveAs }: SaveFormProps): ReactNode {
  const styles = useStyles();
  const [title, setTitle] = useState(current);
  const trimmed = title.trim();
  const asNew = fresh || !editable;
  const copyReason = trimmed === '' ? words.noTitle : trimmed === current ? words.sameTitle : undefined;
  const submit = (): void => {
    if (!asNew && trimmed !== '') onSave(trimmed);
    else if (copyReason === undefined) onSaveAs(trimmed);
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Field label={words.title} {...(!fresh && !editable && { help: words.notAllowed })}>
        <Input value={title} autoFocus onChange={setTitle} />
      </Field>
      <div className={styles.buttons}>
        <Button
          type={asNew ? 'submit' : 'button'}
          appearance={asNew ? 'primary' : 'secondary'}
          disabled={copyReason !== undefined}
          disabledReason={copyReason}
          {...(!asNew && { onClick: () => onSaveAs(trimmed) })}
        >
          {asNew ? words.createNew : words.saveAs}
        </Button>
        {!asNew && (
          <Button
            type="submit"
            appearance="primary"
            disabled={trimmed === ''}
            disabledReason={trimmed === '' ? words.noTitle : undefined}
          >
            {words.save}
          </Button>
        )}
      </div>
    </form>
  );
}
