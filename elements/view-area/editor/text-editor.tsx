/** Renders the editor of a text widget: typed text is applied to the widget immediately. */
import { makeStyles } from '@griffel/react';
import type { ReactNode } from 'react';
import { Field } from '../../kit/field.js';
import { Textarea } from '../../kit/textarea.js';
import { space } from '../../kit/tokens.js';
import { CancelOrUpdate, EditorFrame } from './editor-frame.js';
import { texts } from './texts.js';

const useStyles = makeStyles({ form: { padding: `${space.xl}px` } });

export interface TextEditorProps {
  readonly title: string;
  readonly text: string;
  readonly preview: ReactNode;
  readonly onText: (text: string) => void;
  readonly onApplied: () => void;
  readonly onCancelled: () => void;
}

export function TextEditor({ title, text, preview, onText, onApplied, onCancelled }: TextEditorProps): ReactNode {
  const styles = useStyles();
  return (
    <EditorFrame
      label={texts.editorOf(title)}
      form={
        <div className={styles.form}>
          <Field label={texts.text} help={texts.textHelp}>
            <Textarea rows={18} value={text} onChange={onText} spellCheck data-autofocus="" />
          </Field>
        </div>
      }
      preview={preview}
      buttons={<CancelOrUpdate onCancelled={onCancelled} onApplied={onApplied} />}
    />
  );
}
