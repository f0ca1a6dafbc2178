/**
 * Renders a form that creates or edits a notification, and that sends a test notification with the values of the form
 * (screens/dashboards-sharing-alerts.md §10.3).
 */
import { makeStyles } from '@griffel/react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { ConfigValues } from '../../../api/contract/config-fields.js';
import type { EventNotification } from '../../../api/contract/event-notifications.js';
import { reasonOf } from '../../../api/failures.js';
import { fieldErrorsOf } from '../../../api/field-errors.js';
import {
  knowsTemplatesQuery,
  notificationQuery,
  saveNotificationMutation,
  testNotificationMutation,
} from '../../../api/queries/event-notifications.js';
import { useConnection, usePermission } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import { Alert } from '../../kit/alert.js';
import { Button } from '../../kit/button.js';
import { Section } from '../../kit/detail-page/index.js';
import { Field } from '../../kit/field.js';
import { useToasts } from '../../kit/feedback.js';
import { Fields, FormBox, useForm } from '../../kit/form/index.js';
import { Input } from '../../kit/input.js';
import { Select } from '../../kit/select.js';
import { Textarea } from '../../kit/textarea.js';
import { tokens, type as texttype } from '../../kit/tokens.js';
import { LegacyFields } from './legacy-fields.js';
import { texts } from './texts.js';
import { TypeControl } from './type-fields.js';
import { escapeOf, hasTemplates, legacyType, notificationTypes, typeOf } from './types.js';
import { bodyOf, faultsOf, initialValues, valuesOf, type NotificationValues } from './values.js';

const { form: words, testing } = texts;

/** Maps names in the server's errors to fields of the form; an error about several fields is shown at the first one. */
const serverNames = { body: 'body_template', recipients: 'email_recipients', config: 'type' } as const;

export interface NotificationFormProps {
  /** The notification to edit; undefined for a new notification. */
  readonly notification?: EventNotification;
  /** Label of the save button, if the form is part of another form. */
  readonly submit?: string;
  readonly onSaved: (notification: EventNotification) => void;
  readonly onCancel: () => void;
}

const useStyles = makeStyles({
  form: { maxWidth: '760px' },
  note: { color: tokens.text.tertiary, ...texttype.caption },
});

const none: NotificationValues = { title: '', description: '', type: '' };

export function NotificationForm({ notification, submit, onSaved, onCancel }: NotificationFormProps): ReactNode {
  const styles = useStyles();
  const { client, queryClient } = useConnection();
  const { emit } = useHostElement();
  const { toast } = useToasts();
  const id = notification?.id;
  const step = notification ? texts.editing : texts.creating;
  const saving = useMutation(saveNotificationMutation(client, queryClient));
  const [urlRefused, setUrlRefused] = useState(false);
  /** Id of the event with which templates are previewed; undefined for the built-in sample event. */
  const [eventId, setEventId] = useState<string>();
  const box = useRef<HTMLDivElement>(null);
  const [shownErrors, setShownErrors] = useState(0);
  const form = useForm<NotificationValues, EventNotification>({
    initial: notification ? valuesOf(notification) : none,
    check: faultsOf,
    serverNames,
    onRefused: () => setShownErrors((times) => times + 1),
    ...(id !== undefined && {
      stored: async () => valuesOf(await queryClient.fetchQuery(notificationQuery(client, id))),
    }),
    save: async (values) => {
      try {
        return await saving.mutateAsync(bodyOf(values, id));
      } catch (error) {
        if (!fieldErrorsOf(error)) toast('error', step.status(reasonOf(error)), step.failedTitle);
        throw error;
      }
    },
    onSaved: (saved) => {
      toast('success', step.done(saved.title), texts.success);
      emit('log-changed', { type: 'notification', id: saved.id });
      onSaved(saved);
    },
  });
  useEffect(() => {
    if (shownErrors > 0) box.current?.querySelector('[aria-invalid]')?.scrollIntoView({ block: 'center' });
  }, [shownErrors]);
  const trial = useTrialOf(form.values, id, form.dirty);
  const { values } = form;
  const { type } = values;
  const set = (part: Readonly<Record<string, unknown>>): void => {
    form.set(part);
    trial.forget(Object.keys(part));
  };
  const errorOf = (name: string): string | undefined => form.field(name).error ?? trial.problems[name];
  const known = typeOf(type);
  const beyond = useQuery(knowsTemplatesQuery(client));
  const isUnknown = type !== '' && !known;
  const offered = notificationTypes
    .filter((one) => one.type === notification?.config.type || !(one.old || (one.beyond && !beyond.data)))
    .map((one) => ({ value: one.type, label: one.title }));
  return (
    <div ref={box} className={styles.form}>
      <FormBox
        form={form}
        submit={submit ?? step.submit}
        submitting={step.submitting}
        failed={step.failed}
        enabled={!urlRefused && !isUnknown}
        disabledReason={isUnknown ? words.unknownType(type) : words.urlRefused}
        onCancel={onCancel}
      >
        <Fields>
          <Section title={words.about}>
            <Fields>
              <Field label={words.title} required error={errorOf('title')}>
                <Input value={values.title} onChange={(title) => set({ title })} />
              </Field>
              <Field label={words.description} optional error={errorOf('description')}>
                <Textarea rows={2} value={values.description} onChange={(description) => set({ description })} />
              </Field>
              <Field label={words.type} required error={errorOf('type')}>
                <Select
                  options={offered}
                  value={known?.type}
                  placeholder={words.chooseType}
                  onChange={(chosen) => {
                    setUrlRefused(false);
                    form.empty({ type: chosen, ...initialValues(chosen) });
                    trial.forgetAll();
                  }}
                />
              </Field>
              {beyond.data === false && <p className={styles.note}>{words.ofOwnServer}</p>}
              {isUnknown && <Alert kind="danger">{words.unknownType(type)}</Alert>}
            </Fields>
          </Section>
          {known && (
            <Section key={type} title={known.title}>
              <Fields>
                {type === legacyType && (
                  <LegacyFields
                    callback={String(values['callback_type'] ?? '')}
                    configuration={(values['configuration'] ?? {}) as ConfigValues}
                    error={errorOf('callback_type')}
                    refused={errorOf('configuration')}
                    onChange={(callback, configuration) => set({ callback_type: callback, configuration })}
                  />
                )}
                {known.fields.map((field) => (
                  <TypeControl
                    key={field.name}
                    field={field}
                    value={values[field.name]}
                    error={errorOf(field.name)}
                    onChange={(value) => set({ [field.name]: value })}
                    onRefused={setUrlRefused}
                    escape={escapeOf(field.name, values)}
                    title={values.title}
                    triedOn={{ eventId, onEvent: setEventId, zone: String(values['time_zone'] ?? 'UTC') }}
                  />
                ))}
                {beyond.data === false && hasTemplates(known) && (
                  <p className={styles.note}>{texts.templates.missing}</p>
                )}
                <div>
                  <Button
                    busy={trial.busy}
                    disabled={!trial.allowed}
                    {...(!trial.allowed && { disabledReason: testing.storeFirst })}
                    onClick={() => void trial.send()}
                  >
                    {testing.button}
                  </Button>
                </div>
                {trial.outcome && (
                  <div role="status">
                    <Alert kind={trial.outcome.sent ? 'success' : 'danger'}>{trial.outcome.text}</Alert>
                  </div>
                )}
              </Fields>
            </Section>
          )}
        </Fields>
      </FormBox>
    </div>
  );
}

interface Outcome {
  readonly sent: boolean;
  readonly text: string;
}

/**
 * Returns the function that sends a test notification, and the outcome. A stored notification without unsaved changes
 * is tested as stored; otherwise the values of the form are tested, which requires the permission to create
 * notifications.
 */
function useTrialOf(values: NotificationValues, id: string | undefined, dirty: boolean) {
  const { client } = useConnection();
  const mayCreate = usePermission('eventnotifications:create');
  const sending = useMutation(testNotificationMutation(client));
  const [outcome, setOutcome] = useState<Outcome>();
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const stored = !dirty && id !== undefined;
  return {
    outcome,
    problems,
    busy: sending.isPending,
    allowed: mayCreate || stored,
    forget(names: readonly string[]) {
      setOutcome(undefined);
      setProblems((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !names.includes(name))));
    },
    forgetAll() {
      setOutcome(undefined);
      setProblems({});
    },
    async send(): Promise<void> {
      if (sending.isPending) return;
      setOutcome(undefined);
      setProblems({});
      try {
        await sending.mutateAsync(stored ? id : bodyOf(values, id));
        setOutcome({ sent: true, text: testing.done });
      } catch (error) {
        const named = Object.entries(fieldErrorsOf(error) ?? {}).map(([name, text]) => [
          (serverNames as Readonly<Record<string, string>>)[name] ?? name,
          text,
        ]);
        const known = Object.fromEntries(named.filter(([name = '']) => name in values));
        const others = named.filter(([name = '']) => !(name in values)).map(([name, text]) => `${name}: ${text}`);
        setProblems(known as Record<string, string>);
        if (named.length === 0) setOutcome({ sent: false, text: testing.failed(reasonOf(error)) });
        else setOutcome({ sent: false, text: others.length > 0 ? others.join(' ') : testing.refused });
      }
    },
  };
}
