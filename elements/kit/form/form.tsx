/** Forms of administration pages: as independently stored sections of a page, or in a dialog. */
import { makeStyles, mergeClasses } from '@griffel/react';
import type { FormEvent, ReactNode } from 'react';
import { useHostElement } from '../../element/host-context.js';
import { Button } from '../button.js';
import { Dialog, type DialogProps } from '../dialog.js';
import { ErrorPanel } from '../error-panel.js';
import { useConfirm } from '../feedback.js';
import { kitTexts } from '../texts.js';
import { formTexts } from './texts.js';
import { container, tokens } from '../tokens.js';
import type { Form } from './use-form.js';

const useStyles = makeStyles({
  fields: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '16px' },
  columns: {
    // Two columns, or one when they are too narrow for a date and a time; dialogs have no container to query.
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, max(200px, 50% - 12px)), 1fr))',
    columnGap: '24px',
    [container.medium]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  footer: { display: 'flex', gap: '8px', flexWrap: 'wrap', marginTop: '20px' },
  failure: {
    marginTop: '16px',
    borderRadius: tokens.radius.card,
    border: `1px solid ${tokens.status.danger.border}`,
    backgroundColor: tokens.status.danger.background,
  },
});

/** Fields below each other; with `columns` in two columns if there is room. */
export function Fields({ columns = false, children }: { readonly columns?: boolean; readonly children: ReactNode }) {
  const styles = useStyles();
  return <div className={mergeClasses(styles.fields, columns && styles.columns)}>{children}</div>;
}

type AnyForm = Pick<Form<object>, 'submit' | 'busy' | 'failure' | 'dirty' | 'reset'>;

export interface FormBoxProps {
  readonly form: AnyForm;
  /** Labels of the button: idle and while saving. */
  readonly submit: string;
  readonly submitting?: string;
  /** Title of the failure, above the server's message. */
  readonly failed: string;
  /** False disables the button; `disabledReason` explains why. */
  readonly enabled?: boolean;
  readonly disabledReason?: string;
  /** Adds a button that leaves without saving. */
  readonly onCancel?: () => void;
  readonly children: ReactNode;
}

/**
 * A form with its submit button; Enter submits. In an element with the attribute `readonly` the button is disabled and
 * explains why.
 */
export function FormBox(props: FormBoxProps): ReactNode {
  const { form, submit, submitting, failed, onCancel, children } = props;
  const styles = useStyles();
  const { readonly } = useHostElement();
  const enabled = props.enabled !== false && !readonly;
  const disabledReason = readonly ? formTexts.readonly : props.disabledReason;
  const submitted = (event: FormEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    if (enabled) form.submit();
  };
  return (
    <form noValidate onSubmit={submitted}>
      {children}
      {form.failure !== undefined && (
        <div className={styles.failure}>
          <ErrorPanel title={failed} errors={[form.failure]} />
        </div>
      )}
      <div className={styles.footer}>
        <Button
          type="submit"
          appearance="primary"
          busy={form.busy}
          disabled={!enabled}
          {...(!enabled && disabledReason !== undefined && { disabledReason })}
        >
          {form.busy && submitting !== undefined ? submitting : submit}
        </Button>
        {onCancel && <Button onClick={onCancel}>{kitTexts.cancel}</Button>}
      </div>
    </form>
  );
}

export interface FormDialogProps extends Pick<DialogProps, 'size'> {
  readonly form: AnyForm;
  readonly title: string;
  readonly submit: string;
  readonly submitting?: string;
  readonly failed: string;
  readonly onClose: () => void;
  /** Buttons placed before Cancel. */
  readonly extra?: ReactNode;
  /** Reason why the form cannot be submitted; undefined: it can. */
  readonly blocked?: string | undefined;
  readonly children: ReactNode;
}

/** A form in a dialog: Cancel leaves immediately; Escape asks first when changes would be lost. */
export function FormDialog(props: FormDialogProps): ReactNode {
  const { form, title, size = 'medium', submit, submitting, failed, onClose, extra, blocked, children } = props;
  const styles = useStyles();
  const confirm = useConfirm();
  const close = async (): Promise<void> => {
    const question = { title: kitTexts.areYouSure, text: formTexts.unsavedText, confirm: kitTexts.leave };
    if (!form.dirty || (await confirm({ ...question, cancel: kitTexts.stay, danger: true }))) onClose();
  };
  return (
    <Dialog
      open
      size={size}
      title={title}
      onClose={() => void close()}
      onSubmit={() => blocked === undefined && form.submit()}
      footer={
        <>
          {extra}
          <Button onClick={onClose}>{kitTexts.cancel}</Button>
          <Button
            type="submit"
            appearance="primary"
            busy={form.busy}
            disabled={blocked !== undefined}
            {...(blocked !== undefined && { disabledReason: blocked })}
          >
            {form.busy && submitting !== undefined ? submitting : submit}
          </Button>
        </>
      }
    >
      <Fields>{children}</Fields>
      {form.failure !== undefined && (
        <div className={styles.failure}>
          <ErrorPanel title={failed} errors={[form.failure]} />
        </div>
      )}
    </Dialog>
  );
}
