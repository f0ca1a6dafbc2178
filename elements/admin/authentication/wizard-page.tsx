/** Renders pages with the wizard that creates or edits an authentication service (screens/administration.md A9.1). */
import { makeStyles } from '@griffel/react';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { reasonOf } from '../../../api/failures.js';
import { saveAuthBackendMutation, type AuthBackend, type BackendType } from '../../../api/queries/authentication.js';
import { knowsProvidersQuery } from '../../../api/queries/sign-in.js';
import { allows } from '../../../api/permissions.js';
import { useConnection, useCurrentUser } from '../../element/connection-context.js';
import { useHostElement, useNavigate } from '../../element/host-context.js';
import { Alert } from '../../kit/alert.js';
import { Button } from '../../kit/button.js';
import { Section } from '../../kit/detail-page/index.js';
import { EnterpriseNotice } from '../../kit/enterprise-notice.js';
import { DeniedState, EmptyState } from '../../kit/empty-state.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { useToasts } from '../../kit/feedback.js';
import { useForm, type Form } from '../../kit/form/index.js';
import { KeyIcon } from '../../kit/icons.js';
import { Loading } from '../../kit/loading.js';
import type { PageProps } from '../../kit/pages.js';
import { laterKitTexts } from '../../kit/later-texts.js';
import { container } from '../../kit/tokens.js';
import { useAllRoles } from '../../kit/use-all-roles.js';
import { useWizard, Wizard, type WizardStep } from '../../kit/wizard/index.js';
import {
  faultsOf,
  fieldsOf,
  hasSecret,
  inputOf,
  isElsewhere,
  valuesOf,
  valuesOfType,
  type BackendValues,
  type StepKey,
} from './backend-form.js';
import { Checks } from './checks.js';
import { ServiceFrame } from './service-header.js';
import { ServerStep } from './server-step.js';
import { routes } from './tabs.js';
import { texts } from './texts.js';
import { UsersStep } from './users-step.js';
import { WithService } from './with-service.js';

const useStyles = makeStyles({
  columns: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 2fr) minmax(280px, 1fr)',
    gap: '24px',
    alignItems: 'start',
    [container.wide]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  step: { display: 'grid', gap: '20px', gridTemplateColumns: 'minmax(0, 1fr)' },
  buttons: { display: 'flex', flexWrap: 'wrap', gap: '8px' },
});

const isType = (type: string): type is BackendType => Object.hasOwn(texts.types, type);

export function CreateWizardPage({ params }: PageProps): ReactNode {
  const type = params['type'] ?? '';
  const { client } = useConnection();
  const { data: hasProviders } = useQuery({ ...knowsProvidersQuery(client), enabled: type === 'oidc' });
  return (
    <ServiceFrame title={texts.creating.page} description={texts.creating.description}>
      {type === 'oidc' && hasProviders === false ? (
        <EmptyState icon={<KeyIcon />} title={texts.creating.noProviders} />
      ) : isType(type) ? (
        <WithRoles>{(roles) => <BackendWizard key={type} type={type} roles={roles} />}</WithRoles>
      ) : (
        <EmptyState icon={<KeyIcon />} title={texts.creating.unknown(type)} />
      )}
    </ServiceFrame>
  );
}

export function EditWizardPage({ params, search }: PageProps): ReactNode {
  const first = new URLSearchParams(search ?? '').get('initialStepKey') ?? undefined;
  const me = useCurrentUser();
  return (
    <WithService
      backendId={params['backendId'] ?? ''}
      title={texts.editing.page}
      description={texts.editing.description}
    >
      {(service) =>
        me && allows(me.permissions, `authservicebackend:edit:${service.id}`) ? (
          <WithRoles>
            {(roles) => (
              <BackendWizard
                key={service.id}
                type={service.config.type}
                service={service}
                roles={roles}
                {...(first !== undefined && { first })}
              />
            )}
          </WithRoles>
        ) : (
          <DeniedState title={laterKitTexts.denied}>{laterKitTexts.deniedHelp}</DeniedState>
        )
      }
    </WithService>
  );
}

export interface RoleOption {
  readonly value: string;
  readonly label: string;
}

interface WithRolesProps {
  readonly children: (roles: readonly RoleOption[] | undefined) => ReactNode;
}

function WithRoles({ children }: WithRolesProps): ReactNode {
  const { maySee, roles, error, retry } = useAllRoles();
  if (!maySee) return children(undefined);
  if (roles) return children(roles.map(({ id, name }) => ({ value: id, label: name })));
  if (error) return <ErrorPanel title={texts.loadingFailed} errors={[reasonOf(error)]} onRetry={retry} />;
  return <Loading />;
}

/** Props of a step of the wizard: the form, the errors of its fields, and the roles that can be assigned. */
export interface StepProps {
  readonly type: BackendType;
  readonly form: Pick<Form<BackendValues>, 'values' | 'set'>;
  readonly error: (name: keyof BackendValues & string) => string | undefined;
  readonly roles: readonly RoleOption[];
}

interface BackendWizardProps {
  readonly type: BackendType;
  /** The service to edit; undefined to create a service. */
  readonly service?: AuthBackend;
  /** Undefined: the user may not see the roles. */
  readonly roles: readonly RoleOption[] | undefined;
  readonly first?: string;
}

function BackendWizard({ type, service, roles, first }: BackendWizardProps): ReactNode {
  const styles = useStyles();
  const { client, queryClient } = useConnection();
  const host = useHostElement();
  const navigate = useNavigate();
  const { toast } = useToasts();
  const saving = useMutation(saveAuthBackendMutation(client, queryClient));
  const isProvider = type === 'oidc';
  const keys: readonly StepKey[] = isProvider
    ? ['server-configuration', 'user-synchronization']
    : ['server-configuration', 'user-synchronization', 'group-synchronization'];
  const named = fieldsOf(type);
  const wizard = useWizard(
    keys.map((key) => ({ key })),
    keys.find((key) => key === first) ?? 'server-configuration',
  );
  const stepOf = (name: string): StepKey | undefined =>
    keys.find((key) => (named[key] as readonly string[]).includes(name));

  const roleIds = roles?.map(({ value }) => value);
  const form = useForm({
    initial: service ? valuesOf(service) : valuesOfType(type, roles?.find(({ label }) => label === 'Reader')?.value),
    check: (values) => faultsOf(type, values, roleIds),
    serverNames: { servers: 'host', system_user_password: 'secret', client_secret: 'secret' },
    save: (values) => saving.mutateAsync({ id: service?.id, body: inputOf(type, values, service) }),
    onSaved: ({ id }) => {
      toast('success', service ? texts.form.edited : texts.form.created, texts.success);
      host.emit('log-changed', { type: 'authentication-service', id });
      navigate(routes.list);
    },
    onRefused: (names) => {
      const step = names.map(stepOf).find((key) => key !== undefined);
      if (step) wizard.choose(step);
    },
  });
  const own = faultsOf(type, form.values, roleIds);
  const error = (name: keyof BackendValues & string): string | undefined => {
    const { error: shown } = form.field(name);
    return shown === undefined || shown === own[name] ? shown : texts.form.server(shown);
  };
  const finish = (): void => {
    const faulty = keys.find((key) => named[key].some((name) => own[name] !== undefined));
    if (faulty) wizard.choose(faulty);
    form.submit();
  };
  const buttons = (finishLabel: string, next?: { readonly label: string; readonly key: StepKey }): ReactNode => (
    <div className={styles.buttons}>
      <Button appearance={next ? 'secondary' : 'primary'} busy={form.busy} disabled={host.readonly} onClick={finish}>
        {form.busy ? texts.form.saving : finishLabel}
      </Button>
      {next && (
        <Button appearance="primary" onClick={() => wizard.choose(next.key)}>
          {next.label}
        </Button>
      )}
    </div>
  );
  const step = (key: StepKey, title: string, content: ReactNode, below: ReactNode): WizardStep => ({
    key,
    title,
    faulty: named[key].some((name) => form.field(name).error !== undefined),
    content: (
      <Section title={title}>
        <div className={styles.step}>
          {content}
          {below}
        </div>
      </Section>
    ),
  });
  const given: StepProps = { type, form, error, roles: roles ?? [] };
  const { steps: titles, form: words } = texts;
  const steps: WizardStep[] = [
    step(
      'server-configuration',
      titles.server,
      <ServerStep {...given} stored={hasSecret(service)} elsewhere={isElsewhere(form.values, service)} />,
      buttons(words.finish, { label: words.nextUsers, key: 'user-synchronization' }),
    ),
    step(
      'user-synchronization',
      titles.users,
      <UsersStep {...given} />,
      buttons(words.finishIdentity, isProvider ? undefined : { label: words.nextGroups, key: 'group-synchronization' }),
    ),
    ...(isProvider
      ? []
      : [
          step(
            'group-synchronization',
            titles.groups,
            <EnterpriseNotice feature={texts.groupFeature} />,
            buttons(words.finish),
          ),
        ]),
  ];
  return (
    <>
      {form.failure !== undefined && (
        <Alert kind="danger" title={service ? words.failedEdit : words.failedCreate}>
          {form.failure}
        </Alert>
      )}
      <div className={styles.columns}>
        <Wizard label={titles.label} steps={steps} wizard={wizard} />
        <Checks isProvider={isProvider} backendId={service?.id} input={() => inputOf(type, form.values, service)} />
      </div>
      {service && <Alert title={texts.help.updateTitle}>{texts.help.updateInfo}</Alert>}
    </>
  );
}
