/**
 * Renders a dialog that adds a mark to all charts, or edits one: its kind, text, time, and the end of a marked span.
 */
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ChartMark } from '../../../api/contract/chart-marks.js';
import { chartMarkKinds, longestMarkText, type ChartMarkKind } from '../../../api/contract/chart-marks.schema.js';
import { saveChartMarkMutation } from '../../../api/queries/chart-marks.js';
import { formatInstant, parseInstant } from '../../../machines/time-range/local-time.js';
import { useConnection } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import { Field } from '../../kit/field.js';
import { useToasts } from '../../kit/feedback.js';
import { Fields, FormDialog, useForm } from '../../kit/form/index.js';
import { Input } from '../../kit/input.js';
import { Select } from '../../kit/select.js';
import { alertMarksOf } from '../alert-marks.js';
import { markTexts } from './texts.js';

const words = markTexts.form;

export interface MarkDialogProps {
  /** The mark to edit; undefined to add one. */
  readonly mark: ChartMark | undefined;
  /** Time of a new mark in epoch milliseconds; absent: now. */
  readonly at?: number | undefined;
  /** End of the span of a new mark in epoch milliseconds; absent: the mark has no length. */
  readonly until?: number | undefined;
  readonly onClose: () => void;
}

export function MarkDialog({ mark, at, until: end, onClose }: MarkDialogProps): ReactNode {
  const { element, timezone } = useHostElement();
  const { client, queryClient } = useConnection();
  const { toast } = useToasts();
  const saving = useMutation(saveChartMarkMutation(client, queryClient));
  const local = (instant: number): string => formatInstant(instant, timezone).slice(0, -4);
  const timeOf = (text: string): number | undefined => parseInstant(text, timezone);
  const instant = (text: string): string => new Date(timeOf(text) ?? Number.NaN).toISOString();
  const form = useForm({
    initial: {
      kind: mark?.kind ?? ('deploy' as ChartMarkKind),
      text: mark?.text ?? '',
      from: local(mark ? Date.parse(mark.timestamp) : (at ?? Date.now())),
      until: mark?.until ? local(Date.parse(mark.until)) : end === undefined ? '' : local(end),
    },
    serverNames: { timestamp: 'from' },
    check: ({ text, from, until }) => {
      const [start, end] = [timeOf(from), until.trim() === '' ? null : timeOf(until)];
      return {
        text: text.trim() === '' ? words.textMissing : undefined,
        from: start === undefined ? words.badTime : undefined,
        until:
          end === undefined
            ? words.badTime
            : end !== null && start !== undefined && end <= start
              ? words.notLater
              : undefined,
      };
    },
    save: ({ kind, text, from, until }) =>
      saving.mutateAsync({
        known: mark,
        body: { kind, text, timestamp: instant(from), until: until.trim() === '' ? null : instant(until) },
      }),
    onSaved: () => {
      toast('success', words.saved, markTexts.success);
      alertMarksOf(element).get()?.askAgain();
      onClose();
    },
  });
  const { values, set, field } = form;
  return (
    <FormDialog
      form={form}
      title={mark ? markTexts.edit : markTexts.add}
      submit={words.save}
      failed={words.failed}
      onClose={onClose}
    >
      <Fields>
        <Field label={words.kind} {...field('kind')}>
          <Select
            options={chartMarkKinds.map((kind) => ({ value: kind, label: markTexts.kinds[kind] }))}
            value={values.kind}
            onChange={(kind) => set({ kind })}
          />
        </Field>
        <Field label={words.text} required {...field('text')}>
          <Input maxLength={longestMarkText} value={values.text} onChange={(text) => set({ text })} data-autofocus="" />
        </Field>
      </Fields>
      <Fields columns>
        <Field label={words.from} required {...field('from')}>
          <Input mono value={values.from} onChange={(from) => set({ from })} />
        </Field>
        <Field label={words.until} optional help={words.untilHelp} {...field('until')}>
          <Input mono value={values.until} onChange={(until) => set({ until })} />
        </Field>
      </Fields>
    </FormDialog>
  );
}
