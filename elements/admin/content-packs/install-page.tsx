/**
 * Renders a page that installs a content pack, or upgrades an installation, after a dry run that shows the planned
 * action for each entity (screens/data-intake.md C5). On a reference server, which has no dry run, the page lists all
 * entities as entities to create.
 */
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { ConflictChoice, ContentPack, DryRunRequest, PlannedEntity } from '../../../api/contract/content-packs.js';
import { Forbidden, NotFound, reasonOf } from '../../../api/failures.js';
import {
  contentPackQuery,
  dryRunQuery,
  installationsQuery,
  installMutation,
  upgradeMutation,
} from '../../../api/queries/content-packs.js';
import { textOfValue, valueReferences } from '../../../machines/content-pack/parameter-values.js';
import { useConnection } from '../../element/connection-context.js';
import { useHostElement, useNavigate } from '../../element/host-context.js';
import { usePageTitle } from '../../element/page-title.js';
import { Button } from '../../kit/button.js';
import { EmptyState } from '../../kit/empty-state.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { Failed } from '../../kit/failed.js';
import { useToasts } from '../../kit/feedback.js';
import { RetryIcon, StackIcon } from '../../kit/icons.js';
import { Loading } from '../../kit/loading.js';
import { NotThere } from '../../kit/not-there.js';
import { PageHeader } from '../../kit/page-header.js';
import { PageLayout } from '../../kit/page-layout.js';
import type { PageProps } from '../../kit/pages.js';
import { Refusal } from '../../kit/refusal.js';
import { useDebounced } from '../../kit/use-debounced.js';
import { entityTitle } from './entities.js';
import { InstallAside } from './install-aside.js';
import { PlannedTable } from './planned-table.js';
import { packRoute } from './routes.js';
import { texts } from './texts.js';
import { InstallColumns } from './install-columns.js';

const { installing: reported } = texts;
/** Milliseconds between the last change of the form and the next dry run. */
const settleMs = 400;

export function InstallPage({ params, search = '' }: PageProps): ReactNode {
  const { client } = useConnection();
  const { packId = '', revision = '' } = params;
  const installation = new URLSearchParams(search).get('installation') ?? undefined;
  const revisions = useQuery(contentPackQuery(client, packId));
  const installations = useQuery({ ...installationsQuery(client, packId), enabled: installation !== undefined });
  const { error } = revisions;
  const pack = revisions.data?.content_pack_revisions[revision];
  if (error instanceof Forbidden) return <Refusal error={error} />;
  const ready = pack && (installation === undefined || installations.data);
  if (pack && ready) {
    const upgraded = installations.data?.find(({ _id }) => _id === installation);
    const known = Object.fromEntries(
      Object.entries(upgraded?.parameters ?? {}).map(([name, value]) => [name, textOfValue(value['@value'])]),
    );
    return (
      <Install
        key={`${packId} ${revision}`}
        pack={pack}
        installation={installation}
        first={known}
        comment={upgraded?.comment ?? ''}
      />
    );
  }
  const missing = <EmptyState icon={<StackIcon />} title={texts.pack.missing} />;
  return (
    <PageLayout>
      <PageHeader title={texts.pack.title} />
      {error instanceof NotFound ? (
        <NotThere error={error}>{missing}</NotThere>
      ) : error || installations.error ? (
        <Failed title={texts.pack.loadingFailed} queries={[revisions, installations]} />
      ) : revisions.data && !pack ? (
        missing
      ) : (
        <Loading />
      )}
    </PageLayout>
  );
}

/** Returns the entities of a content pack with the planned action `create`, for a server without dry runs. */
const unplanned = (pack: ContentPack): PlannedEntity[] =>
  pack.entities.map((entity) => ({
    id: entity.id,
    type: entity.type,
    title: entityTitle(entity),
    action: 'create',
    detail: '',
    warnings: [],
    parameters: [],
  }));

interface InstallProps {
  readonly pack: ContentPack;
  readonly installation: string | undefined;
  /** Initial values of the parameters: those of the installation to upgrade, or none for a new installation. */
  readonly first: Readonly<Record<string, string>>;
  readonly comment: string;
}

function Install({ pack, installation, first, comment: firstComment }: InstallProps): ReactNode {
  const { client, queryClient } = useConnection();
  const host = useHostElement();
  const navigate = useNavigate();
  const { toast } = useToasts();
  const { id, rev, name, parameters } = pack;
  const revision = String(rev);
  const isUpgrade = installation !== undefined;
  const title = isUpgrade ? reported.upgradeTitle(name) : reported.title(name);
  usePageTitle(title);
  const [values, setValues] = useState<Readonly<Record<string, string>>>(first);
  const [choices, setChoices] = useState<Readonly<Record<string, ConflictChoice>>>({});
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set());
  const [anyway, setAnyway] = useState(false);
  const [comment, setComment] = useState(firstComment);
  const request: DryRunRequest = {
    parameters: valueReferences(parameters, values),
    choices: { ...choices },
    ...(anyway && { ignore_constraints: true }),
    ...(isUpgrade && { installation_id: installation }),
  };
  const params = { contentPackId: id, revision };
  // Debounced as text, because the request is a new object at each rendering.
  const settled = JSON.parse(useDebounced(JSON.stringify(request), settleMs)) as DryRunRequest;
  const installing = useMutation(installMutation(client, queryClient));
  const upgrading = useMutation(upgradeMutation(client, queryClient));
  // After the installation, another dry run would report the entities of the content pack itself as conflicts.
  const enabled = [installing, upgrading].every(({ isPending, isSuccess }) => !isPending && !isSuccess);
  const dryRun = useQuery({ ...dryRunQuery(client, params, settled), enabled });
  const failure = installing.error ?? upgrading.error;
  const plan = dryRun.data;
  const entities = plan?.entities ?? unplanned(pack);
  const isSettled =
    JSON.stringify(settled) === JSON.stringify(request) && !dryRun.isPlaceholderData && !dryRun.isFetching;
  const filled = parameters.every((one) => Object.hasOwn(request.parameters ?? {}, one.name));
  const ready = plan === null ? filled : plan !== undefined && plan.problems.length === 0 && isSettled;
  const made = entities.filter(({ action }) => !['skip', 'gone', 'impossible'].includes(action)).length;

  const done = (): void => {
    toast('success', isUpgrade ? reported.upgraded(name) : reported.done(name), texts.success);
    host.emit('log-changed', { type: 'content-pack', id });
    navigate(packRoute(id));
  };
  const submit = (): void => {
    const { installation_id: _installation, choices: chosen, ...body } = request;
    // A reference server, which has no dry run, accepts only the parameters and the comment.
    const common = { ...body, comment, ...(plan !== null && { choices: chosen }) };
    if (installation === undefined) installing.mutate({ params, body: common }, { onSuccess: done });
    else {
      const upgrade = { ...common, revision: rev, remove: [...removed] };
      upgrading.mutate({ contentPackId: id, installationId: installation, body: upgrade }, { onSuccess: done });
    }
  };
  const actions = (
    <>
      <Button onClick={() => navigate(packRoute(id))}>{texts.cancel}</Button>
      {plan !== null && (
        <Button icon={<RetryIcon />} busy={dryRun.isFetching} onClick={() => void dryRun.refetch()}>
          {reported.check}
        </Button>
      )}
      <Button
        appearance="primary"
        disabled={!ready}
        busy={installing.isPending || upgrading.isPending}
        title={ready ? undefined : (plan?.problems[0] ?? reported.notReady)}
        onClick={submit}
      >
        {isUpgrade ? reported.upgrade : reported.submit(made)}
      </Button>
    </>
  );
  return (
    <PageLayout>
      <PageHeader
        title={title}
        name={reported.version(revision)}
        crumb={title}
        description={plan === null ? reported.unknown : reported.intro}
        actions={actions}
      />
      {failure && <ErrorPanel title={reported.failed} errors={[reasonOf(failure)]} />}
      {dryRun.error ? (
        <Failed title={reported.failed} queries={[dryRun]} />
      ) : plan === undefined ? (
        <Loading />
      ) : (
        <InstallColumns
          main={
            <PlannedTable
              entities={entities}
              revision={revision}
              choices={choices}
              onChoice={(entity, choice) =>
                setChoices(({ [entity]: _former, ...others }) =>
                  choice === undefined ? others : { ...others, [entity]: choice },
                )
              }
              removed={removed}
              onRemove={(entity, on) =>
                setRemoved((all) => new Set(on ? [...all, entity] : [...all].filter((one) => one !== entity)))
              }
            />
          }
          aside={
            <InstallAside
              pack={pack}
              plan={plan}
              values={values}
              onValue={(parameter, text) => setValues((all) => ({ ...all, [parameter]: text }))}
              anyway={anyway}
              onAnyway={setAnyway}
              comment={comment}
              onComment={setComment}
            />
          }
        />
      )}
    </PageLayout>
  );
}
