/** Renders forms: a form is a separately saved section of an administration page, or is shown in a dialog. */
import { makeStyles, mergeClasses } from '@griffel/react';
import type { FormEvent, ReactNode } from 'react';
import { useHostElement } from '../../element/host-context.js';
import { Button } from '../button.js';
import { Dialog, type DialogProps } from '../dialog.js';
import { ErrorPanel } from '../error-panel.js';
import { kitTexts } from '../texts.js';
import { formTexts } from './texts.js';
import { useCloseGuard } from './use-close-guard.js';
import { container, tokens } from '../tokens.js';
import type { Form } from './use-form.js';

const useStyles = makeStyles({
  fields: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '16px' },
  columns: {
    // Two columns, or one if two would be too narrow for a date and a time. Dialogs in a wide
    // window are no containers, so the container query below does not apply to them; the width of a column limits them.
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

/** Lays out fields below each other, or with `columns` in two columns if there is room. */
export function Fields({ columns = false, children }: { readonly columns?: boolean; readonly children: ReactNode }) {
  const styles = useStyles();
  return <div className={mergeClasses(styles.fields, columns && styles.columns)}>{children}</div>;
}

/**
 * Scrolls an element that has just appeared into view. It is called once, because it is the same function in every
 * rendering.
 */
const scrolledIntoView = (element: HTMLElement | null): void => {
  element?.scrollIntoView({ block: 'nearest' });
};

/** Renders why the form was not saved. The panel comes after the fields, so it is scrolled into view. */
function Failure({ title, reason }: { readonly title: string; readonly reason: string }): ReactNode {
  return (
    <div ref={scrolledIntoView} className={useStyles().failure}>
      <ErrorPanel title={title} errors={[reason]} />
    </div>
  );
}

type AnyForm = Pick<Form<object>, 'submit' | 'busy' | 'failure' | 'dirty' | 'reset'>;

export interface FormBoxProps {
  readonly form: AnyForm;
  /** Label of the submit button; `submitting`, if given, replaces it while the form is being saved. */
  readonly submit: string;
  readonly submitting?: string;
  /** Title of the error panel, above the server's message. */
  readonly failed: string;
  /** False disables the submit button; `disabledReason` is the explanation that the button then shows. */
  readonly enabled?: boolean;
  readonly disabledReason?: string;
  /** Adds a Cancel button, which calls this function. */
  readonly onCancel?: () => void;
  readonly children: ReactNode;
}

/**
 * Renders a form with its submit button; the Enter key submits. In a read-only element the button is disabled and
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
      {form.failure !== undefined && <Failure title={failed} reason={form.failure} />}
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
  /** Buttons placed before the Cancel button. */
  readonly extra?: ReactNode;
  /** Reason why the form cannot be submitted; undefined when it can be submitted. A read-only element never submits. */
  readonly blocked?: string | undefined;
  readonly children: ReactNode;
}

/**
 * Renders a form in a dialog. The Cancel button closes the dialog immediately; other ways of closing it, such as
 * Escape, need a confirmation when changes would be lost.
 */
export function FormDialog(props: FormDialogProps): ReactNode {
  const { form, title, size = 'medium', submit, submitting, failed, onClose, extra, children } = props;
  const close = useCloseGuard(form.dirty, onClose);
  const blocked = useHostElement().readonly ? formTexts.readonly : props.blocked;
  return (
    <Dialog
      open
      size={size}
      title={title}
      onClose={close}
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
      {form.failure !== undefined && <Failure title={failed} reason={form.failure} />}
    </Dialog>
  );
}
