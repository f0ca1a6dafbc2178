/** Renders a dialog with the fields of a configuration class of the server. */
import type { ReactNode } from 'react';
import { FormDialog, type FormDialogProps } from '../form/index.js';
import { configFormTexts as texts } from './texts.js';

export type ConfigDialogProps = Pick<FormDialogProps, 'form' | 'title' | 'size' | 'blocked' | 'onClose' | 'children'>;

export function ConfigDialog(props: ConfigDialogProps): ReactNode {
  return <FormDialog {...props} submit={texts.update} submitting={texts.updating} failed={texts.failed} />;
}
