/** Renders a dialog to switch metrics of rules on or off (screens/administration.md E3). */
import { useMutation } from '@tanstack/react-query';
import { useId, type ReactNode } from 'react';
import { ruleMetricsConfigMutation } from '../../../api/queries/pipelines.js';
import { useConnection } from '../../element/connection-context.js';
import { Alert } from '../../kit/alert.js';
import { Radio } from '../../kit/checkbox.js';
import { Field } from '../../kit/field.js';
import { useToasts } from '../../kit/feedback.js';
import { FormDialog, useForm } from '../../kit/form/index.js';
import { texts } from './texts.js';

const { metrics: words } = texts;

export interface MetricsDialogProps {
  readonly enabled: boolean;
  readonly onClose: () => void;
}

export function MetricsDialog({ enabled, onClose }: MetricsDialogProps): ReactNode {
  const group = useId();
  const { client, queryClient } = useConnection();
  const { toast } = useToasts();
  const saving = useMutation(ruleMetricsConfigMutation(client, queryClient));
  const form = useForm({
    initial: { enabled },
    save: ({ enabled: on }) => saving.mutateAsync(on),
    onSaved: () => {
      toast('success', words.saved, texts.success);
      onClose();
    },
  });
  return (
    <FormDialog form={form} title={words.title} submit={words.save} failed={words.failed} onClose={onClose}>
      <Alert kind="warning">{words.warning}</Alert>
      <Field label={words.label} group>
        {([true, false] as const).map((on) => (
          <Radio
            key={String(on)}
            name={group}
            label={on ? words.enable : words.disable}
            checked={form.values.enabled === on}
            onChoose={() => form.set({ enabled: on })}
          />
        ))}
      </Field>
    </FormDialog>
  );
}
