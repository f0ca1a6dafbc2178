/**
 * Renders a dialog that changes the state of one or several alerts, with a note. A toast reports the alerts that could
 * not be changed, for example because another user has already changed them.
 */
import { makeStyles } from '@griffel/react';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { AlertStatus } from '../../../api/contract/alerts.js';
import { changeAlertStatesMutation } from '../../../api/queries/alerts.js';
import { offeredUnits, secondsOf, type Quantity, type TimeUnit } from '../../../machines/time-range/units.js';
import { useConnection } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import { Field } from '../../kit/field.js';
import { useToasts } from '../../kit/feedback.js';
import { Fields, FormDialog, useForm } from '../../kit/form/index.js';
import { NumberInput } from '../../kit/number-input.js';
import { Select } from '../../kit/select.js';
import { Textarea } from '../../kit/textarea.js';
import { texts } from './texts.js';

const { dialog: words } = texts;

const useStyles = makeStyles({
  lasts: { display: 'grid', gridTemplateColumns: '120px 160px', gap: '8px' },
  help: { margin: '0 0 12px' },
});

export interface StateChange {
  readonly status: AlertStatus;
  readonly alerts: readonly { readonly id: string; readonly version: number }[];
}

export interface StateDialogProps extends StateChange {
  /** Called after the change with the ids of the alerts that could not be changed. */
  readonly onDone: (failed: readonly string[]) => void;
  readonly onClose: () => void;
}

interface Values {
  readonly note: string;
  readonly value: number | undefined;
  readonly unit: TimeUnit;
}

const mostSeconds = 365 * 86_400;

const secondsIn = ({ value, unit }: Values): number => secondsOf({ value: value ?? 0, unit } satisfies Quantity);

function muteProblem(values: Values): string | undefined {
  const seconds = secondsIn(values);
  if (!(seconds >= 1)) return texts.atLeastOne;
  return seconds > mostSeconds ? words.tooLong : undefined;
}

export function StateDialog({ status, alerts, onDone, onClose }: StateDialogProps): ReactNode {
  const styles = useStyles();
  const { emit } = useHostElement();
  const { client, queryClient } = useConnection();
  const { toast } = useToasts();
  const saving = useMutation(changeAlertStatesMutation(client, queryClient));
  const isMute = status === 'muted';
  const initial: Values = { note: '', value: 4, unit: 'hours' };
  const form = useForm({
    initial,
    check: (values) => ({ value: isMute ? muteProblem(values) : undefined }),
    save: (values) =>
      saving.mutateAsync({
        alerts: alerts.map(({ id, version }) => ({ event_id: id, version })),
        status,
        note: values.note,
        ...(isMute && { until: new Date(Date.now() + secondsIn(values) * 1000).toISOString() }),
      }),
    onSaved: ({ failures, successfully_performed: done }) => {
      const failed = failures.map(({ entity_id: id }) => id);
      if (failed.length === 0) toast('success', words.done(done, status), texts.success);
      else {
        const reasons = [...new Set(failures.map(({ failure_explanation: reason }) => reason))].slice(0, 3);
        toast('error', [words.partly(failed.length, alerts.length), ...reasons].join(' '), texts.error);
      }
      for (const { id } of alerts) if (!failed.includes(id)) emit('log-changed', { type: 'alert', id });
      onDone(failed);
      onClose();
    },
  });
  const { note, value, unit } = form.values;
  return (
    <FormDialog
      form={form}
      size="small"
      title={words.title[status](alerts.length)}
      submit={texts.change[status]}
      failed={words.failed}
      onClose={onClose}
    >
      <p className={styles.help}>{words.help[status]}</p>
      <Fields>
        {isMute && (
          <Field label={words.lasts} group required {...form.field('value')}>
            <div className={styles.lasts}>
              <NumberInput
                aria-label={words.lasts}
                min={1}
                value={value}
                onChange={(next) => form.set({ value: next })}
              />
              <Select
                aria-label={texts.unit}
                options={offeredUnits(0).map((one) => ({ value: one, label: texts.units[one] }))}
                value={unit}
                onChange={(next) => form.set({ unit: next })}
              />
            </div>
          </Field>
        )}
        <Field label={words.note} optional help={words.noteHelp}>
          <Textarea rows={3} maxLength={2000} value={note} onChange={(next) => form.set({ note: next })} />
        </Field>
      </Fields>
    </FormDialog>
  );
}
