/** Renders a dialog that creates or edits a silence: its events, reason, start and end. */
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Silence } from '../../../api/contract/alerts.js';
import type { Event } from '../../../api/contract/events.js';
import { saveSilenceMutation } from '../../../api/queries/alerts.js';
import { keyQuery } from '../../../machines/alerts-question.js';
import { formatInstant, parseInstant } from '../../../machines/time-range/local-time.js';
import { useConnection } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import { Field } from '../../kit/field.js';
import { useToasts } from '../../kit/feedback.js';
import { EntityPicker, Fields, FormDialog, useForm } from '../../kit/form/index.js';
import { Input } from '../../kit/input.js';
import { texts } from './texts.js';

const { silences: words } = texts;
/** Initial duration of a new silence in ms. */
const usualMs = 2 * 3_600_000;

export interface SilenceDialogProps {
  /** The silence to edit; undefined to create a silence. */
  readonly silence: Silence | undefined;
  /** Event whose definition and key are the initial values of a new silence. */
  readonly like?: Event;
  readonly onClose: () => void;
}

export function SilenceDialog({ silence, like, onClose }: SilenceDialogProps): ReactNode {
  const { emit, timezone } = useHostElement();
  const { client, queryClient } = useConnection();
  const { toast } = useToasts();
  const saving = useMutation(saveSilenceMutation(client, queryClient));
  const local = (instant: number): string => formatInstant(instant, timezone).slice(0, -4);
  const timeOf = (text: string): number | undefined => parseInstant(text, timezone);
  const form = useForm({
    initial: {
      query: silence?.query ?? (like ? keyQuery(like.key) : ''),
      definition: silence?.event_definition_id ?? like?.event_definition_id ?? '',
      reason: silence?.reason ?? '',
      from: local(silence ? Date.parse(silence.starts_at) : Date.now()),
      until: local(silence ? Date.parse(silence.ends_at) : Date.now() + usualMs),
    },
    serverNames: { starts_at: 'from', ends_at: 'until', event_definition_id: 'definition' },
    check: ({ query, definition, reason, from, until }) => {
      const [start, end] = [timeOf(from), timeOf(until)];
      return {
        query: query.trim() === '' && definition === '' ? words.queryMissing : undefined,
        reason: reason.trim() === '' ? words.reasonMissing : undefined,
        from: start === undefined ? words.badTime : undefined,
        until: end === undefined ? words.badTime : start !== undefined && end <= start ? words.notLater : undefined,
      };
    },
    save: ({ query, definition, reason, from, until }) =>
      saving.mutateAsync({
        ...(silence && { known: { id: silence.id, version: silence.version } }),
        body: {
          query,
          event_definition_id: definition === '' ? null : definition,
          reason,
          starts_at: new Date(timeOf(from) ?? NaN).toISOString(),
          ends_at: new Date(timeOf(until) ?? NaN).toISOString(),
        },
      }),
    onSaved: ({ id }) => {
      toast('success', words.saved, texts.success);
      emit('log-changed', { type: 'silence', id });
      onClose();
    },
  });
  const { values, set, field } = form;
  return (
    <FormDialog
      form={form}
      title={silence ? words.editTitle : words.createTitle}
      submit={words.save}
      failed={words.failed}
      onClose={onClose}
    >
      <Fields>
        <Field label={words.query} help={words.queryHelp} {...field('query')}>
          <Input mono maxLength={1000} value={values.query} onChange={(query) => set({ query })} />
        </Field>
        <Field label={words.ofDefinition} optional help={words.ofDefinitionHelp} {...field('definition')}>
          <EntityPicker
            collection="event_definitions"
            value={values.definition === '' ? undefined : values.definition}
            onChange={(id) => set({ definition: id ?? '' })}
          />
        </Field>
        <Field label={words.reason} required help={words.reasonHelp} {...field('reason')}>
          <Input maxLength={500} value={values.reason} onChange={(reason) => set({ reason })} />
        </Field>
      </Fields>
      <Fields columns>
        <Field label={words.from} required {...field('from')}>
          <Input mono value={values.from} onChange={(from) => set({ from })} />
        </Field>
        <Field label={words.until} required {...field('until')}>
          <Input mono value={values.until} onChange={(until) => set({ until })} />
        </Field>
      </Fields>
    </FormDialog>
  );
}
