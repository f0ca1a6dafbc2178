/**
 * Renders a wizard that creates or edits an event definition; its five steps can be opened in any order
 * (screens/dashboards-sharing-alerts.md §9.3).
 */
import { makeStyles } from '@griffel/react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import type { EventDefinition } from '../../../api/contract/event-definitions.js';
import type { EventNotification } from '../../../api/contract/event-notifications.js';
import { reasonOf } from '../../../api/failures.js';
import { fieldErrorsOf } from '../../../api/field-errors.js';
import { definitionQuery, saveDefinitionMutation } from '../../../api/queries/event-definitions.js';
import {
  aggregationType,
  bodyOf,
  faultsOf,
  valuesOf,
  type DefinitionValues,
} from '../../../machines/event-condition/definition-values.js';
import { useConnection } from '../../element/connection-context.js';
import { useHostElement, useNavigate } from '../../element/host-context.js';
import { Button } from '../../kit/button.js';
import { useToasts } from '../../kit/feedback.js';
import { useForm } from '../../kit/form/index.js';
import { lazyPart } from '../../kit/lazy-part.js';
import { Suspense } from '../../kit/suspense.js';
import { useWizard, Wizard, type WizardStep } from '../../kit/wizard/index.js';
import { ConditionStep } from './condition-step.js';
import { DetailsStep } from './details-step.js';
import { FieldsStep } from './fields-step.js';
import { formTexts } from './form-texts.js';
import { NotificationsStep } from './notifications-step.js';
import { placedFailure } from './refused.js';
import { routes } from './routes.js';
import type { StepProps } from './step.js';
import { Summary, ValidationBox } from './summary.js';

/** The test of the definition, whose script is loaded after the form is shown. */
const TestRun = lazyPart(() => import('./test-run.js'), 'TestRun');

const useStyles = makeStyles({
  summary: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '24px' },
});

/** The steps of the wizard with the names of their fields. */
const steps = {
  'event-details': ['title', 'description', 'priority'],
  condition: [
    'type',
    'query',
    'query_parameters',
    'streams',
    'group_by',
    'conditions',
    'search_within_ms',
    'execute_every_ms',
    'event_limit',
  ],
  fields: ['field_spec', 'key_spec'],
  notifications: ['notifications', 'grace_period_ms', 'backlog_size'],
  summary: [],
} as const satisfies Readonly<Record<string, readonly (keyof DefinitionValues)[]>>;
type StepKey = keyof typeof steps;
const keys = Object.keys(steps) as StepKey[];

/** Names of fields in the server's errors, and the names in the form to which they belong. */
const serverNames = { config: 'type', series: 'conditions', notification_settings: 'grace_period_ms' } as const;

export interface DefinitionFormProps {
  readonly initial: DefinitionValues;
  /** The definition to edit; undefined for a new definition. */
  readonly stored?: EventDefinition;
  /** Key of the step that is shown first. */
  readonly first: string | undefined;
  readonly all: readonly EventNotification[];
  readonly defaultBacklog: number;
  readonly onTitle?: (title: string) => void;
  readonly onShown?: () => void;
}

export function DefinitionForm(props: DefinitionFormProps): ReactNode {
  const { initial, stored, first, all, defaultBacklog, onTitle, onShown } = props;
  const styles = useStyles();
  const { client, queryClient } = useConnection();
  const { emit } = useHostElement();
  const navigate = useNavigate();
  const { toast } = useToasts();
  const words = stored ? formTexts.editing : formTexts.creating;
  const saving = useMutation(saveDefinitionMutation(client, queryClient));
  const [isNew] = useState(initial);
  const wizard = useWizard(
    keys.map((key) => ({ key })),
    keys.find((key) => key === first) ?? 'event-details',
  );
  const form = useForm<DefinitionValues, EventDefinition>({
    initial: isNew,
    check: faultsOf,
    serverNames,
    ...(stored && {
      stored: async () => {
        const now = await queryClient.fetchQuery(definitionQuery(client, stored.id));
        return valuesOf(now.definition, now.isScheduled);
      },
    }),
    save: async (values) => {
      try {
        return await saving.mutateAsync({ body: bodyOf(values, stored), isScheduled: values.is_scheduled });
      } catch (failure) {
        const error = placedFailure(failure);
        if (!fieldErrorsOf(error)) toast('error', words.status(reasonOf(error)), words.failed);
        throw error;
      }
    },
    onSaved: ({ id, title }) => {
      toast('success', words.done(title), formTexts.success);
      emit('log-changed', { type: 'event_definition', id });
      navigate(routes.list);
    },
  });
  const { values } = form;
  useEffect(() => {
    onTitle?.(values.title);
  }, [onTitle, values.title]);
  // `onShown` is called once the form is shown, so that the page can delete the stored draft.
  const drawn = useEffectEvent(() => onShown?.());
  useEffect(() => {
    drawn();
  }, []);
  const errorOf = (name: keyof DefinitionValues): string | undefined => form.field(name).error;
  const given: StepProps = { values, set: form.set, error: errorOf, tried: form.tried };
  const named = keys.flatMap((key) => steps[key].flatMap((name) => errorOf(name) ?? []));
  const problems = form.tried ? [...new Set([...named, ...(form.failure === undefined ? [] : [form.failure])])] : [];
  const step = (key: StepKey, title: string, content: ReactNode): WizardStep => ({
    key,
    title,
    faulty: steps[key].some((name) => errorOf(name) !== undefined),
    content,
  });
  const shown: readonly WizardStep[] = [
    step('event-details', formTexts.details.step, <DetailsStep {...given} />),
    step(
      'condition',
      values.type === aggregationType ? formTexts.condition.name : formTexts.condition.step,
      <ConditionStep {...given} stored={stored} active={wizard.active === 'condition'} />,
    ),
    step('fields', formTexts.fields.step, <FieldsStep {...given} />),
    step(
      'notifications',
      formTexts.notifications.step,
      <NotificationsStep {...given} all={all} defaultBacklog={defaultBacklog} />,
    ),
    step(
      'summary',
      formTexts.summary.step,
      wizard.active === 'summary' && (
        <div className={styles.summary}>
          <ValidationBox problems={problems} />
          <Summary values={values} all={all} {...(stored && { definitionId: stored.id })} />
          {values.type === aggregationType && (
            <Suspense fallback={null}>
              <TestRun values={values} stored={stored} />
            </Suspense>
          )}
        </div>
      ),
    ),
  ];
  const end = {
    cancel: <Button onClick={() => navigate(routes.list)}>{formTexts.cancel}</Button>,
    submit: (
      <Button appearance="primary" busy={form.busy} onClick={form.submit}>
        {form.busy ? formTexts.saving : words.submit}
      </Button>
    ),
  };
  return <Wizard label={formTexts.steps} steps={shown} wizard={wizard} ways end={end} />;
}
