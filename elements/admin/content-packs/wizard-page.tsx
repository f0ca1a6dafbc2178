/**
 * Renders a page with the wizard that creates a content pack or a new version of a content pack, in the steps
 * selection, parameters and preview (screens/data-intake.md C2, C4).
 */
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { ContentEntity, EntityExcerpt } from '../../../api/contract/catalogue.js';
import type { ConstraintResult, ContentPack, ContentPackParameter } from '../../../api/contract/content-packs.js';
import { Forbidden, NotFound, reasonOf } from '../../../api/failures.js';
import {
  catalogQuery,
  contentPackQuery,
  createContentPackMutation,
  resolveEntities,
} from '../../../api/queries/content-packs.js';
import {
  bindingsIn,
  packOfDraft,
  renamedIn,
  urlProblem,
  type Bindings,
} from '../../../machines/content-pack/pack-draft.js';
import { randomIds } from '../../../machines/view/ids.js';
import { useConnection } from '../../element/connection-context.js';
import { useHostElement, useNavigate } from '../../element/host-context.js';
import { usePageTitle } from '../../element/page-title.js';
import { Alert } from '../../kit/alert.js';
import { Button } from '../../kit/button.js';
import { EmptyState } from '../../kit/empty-state.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { Failed } from '../../kit/failed.js';
import { useToasts } from '../../kit/feedback.js';
import { StackIcon } from '../../kit/icons.js';
import { Loading } from '../../kit/loading.js';
import { NotThere } from '../../kit/not-there.js';
import { PageHeader } from '../../kit/page-header.js';
import { PageLayout } from '../../kit/page-layout.js';
import type { PageProps } from '../../kit/pages.js';
import { Refusal } from '../../kit/refusal.js';
import { saveFile } from '../../kit/save-file.js';
import { useWizard, Wizard } from '../../kit/wizard/index.js';
import { Stack } from './install-columns.js';
import { PackFacts } from './pack-facts.js';
import { listRoute } from './routes.js';
import { texts } from './texts.js';
import { ParametersStep } from './wizard-parameters.js';
import { keyOf, SelectionStep, type About } from './wizard-selection.js';
import { wizardTexts } from './wizard-texts.js';

/**
 * Renders the wizard. Without an id in the address it creates a content pack, whose id is generated when the page
 * opens.
 */
export function WizardPage({ params }: PageProps): ReactNode {
  const { client } = useConnection();
  const { packId, revision = '' } = params;
  const revisions = useQuery({ ...contentPackQuery(client, packId ?? ''), enabled: packId !== undefined });
  const catalog = useQuery(catalogQuery(client));
  const { error } = revisions;
  if (error instanceof Forbidden) return <Refusal error={error} />;
  if (catalog.error instanceof Forbidden) return <Refusal error={catalog.error} />;
  const known = revisions.data?.content_pack_revisions;
  const source = known?.[revision];
  if (catalog.data && (packId === undefined || source)) {
    const newest = Math.max(0, ...Object.keys(known ?? {}).map(Number));
    return <PackWizard key={`${packId ?? ''} ${revision}`} catalog={catalog.data} source={source} rev={newest + 1} />;
  }
  const missing = <EmptyState icon={<StackIcon />} title={texts.pack.missing} />;
  return (
    <PageLayout>
      <PageHeader title={packId === undefined ? wizardTexts.create : wizardTexts.edit} />
      {error instanceof NotFound ? (
        <NotThere error={error}>{missing}</NotThere>
      ) : error || catalog.error ? (
        <Failed title={wizardTexts.loadingFailed} queries={[revisions, catalog]} />
      ) : revisions.data && !source ? (
        missing
      ) : (
        <Loading />
      )}
    </PageLayout>
  );
}

interface PackWizardProps {
  readonly catalog: readonly EntityExcerpt[];
  /** The version on which the new version is based; undefined for a new content pack. */
  readonly source: ContentPack | undefined;
  readonly rev: number;
}

function constraintsOf(entities: readonly ContentEntity[]): ConstraintResult[] {
  const all = new Map(
    entities.flatMap(({ constraints }) => constraints.map((one) => [JSON.stringify(one), one] as const)),
  );
  return [...all.values()].map((constraint) => ({ constraint, fulfilled: true }));
}

function PackWizard({ catalog, source, rev }: PackWizardProps): ReactNode {
  const { client, queryClient } = useConnection();
  const host = useHostElement();
  const navigate = useNavigate();
  const { toast } = useToasts();
  const [id] = useState(() => source?.id ?? randomIds.uuid());
  const [about, setAbout] = useState<About>(() => ({
    name: source?.name ?? '',
    summary: source?.summary ?? '',
    description: source?.description ?? '',
    vendor: source?.vendor ?? '',
    url: source?.url ?? '',
  }));
  const [kept, setKept] = useState<ReadonlySet<string>>(() => new Set(source?.entities.map((one) => one.id)));
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [resolved, setResolved] = useState<{ readonly for: string; readonly entities: readonly ContentEntity[] }>();
  const [parameters, setParameters] = useState<readonly ContentPackParameter[]>(source?.parameters ?? []);
  const [bindings, setBindings] = useState<Bindings>(() => bindingsIn(source?.entities ?? []));
  const [inherited] = useState(bindings);

  const wanted = [...selected].toSorted().join('\n');
  const resolving = useMutation({
    mutationFn: (excerpts: readonly EntityExcerpt[]) => resolveEntities(client, excerpts),
    onSuccess: (entities) => setResolved({ for: wanted, entities }),
  });
  const creating = useMutation(createContentPackMutation(client, queryClient));
  const isComplete =
    [about.name, about.summary, about.vendor].every((text) => text.trim() !== '') &&
    urlProblem(about.url.trim()) === undefined &&
    kept.size + selected.size > 0;
  const isCurrent = selected.size === 0 || resolved?.for === wanted;
  const fromServer = selected.size === 0 || !resolved ? [] : resolved.entities;
  const entities = [...(source?.entities ?? []).filter((one) => kept.has(one.id)), ...fromServer];
  const facts = {
    name: about.name.trim(),
    summary: about.summary.trim(),
    vendor: about.vendor.trim(),
    description: about.description,
    url: about.url.trim(),
  };
  const pack = packOfDraft({ about: { id, rev, ...facts }, parameters, entities, bindings });

  const steps = [
    { key: 'selection' },
    { key: 'parameters', disabled: !isComplete },
    { key: 'preview', disabled: !isComplete || !isCurrent || resolving.isPending },
  ];
  const wizard = useWizard(steps, 'selection');
  const [entered, setEntered] = useState('selection');
  if (wizard.active !== entered) {
    setEntered(wizard.active);
    // The dependencies of the selected entities are requested when the user leaves the first step.
    if (wizard.active !== 'selection' && !isCurrent && !resolving.isPending)
      resolving.mutate(catalog.filter((one) => selected.has(keyOf(one))));
  }
  const title = source ? `${wizardTexts.edit} ${source.name}` : wizardTexts.create;
  usePageTitle(title);

  const create = (download: boolean): void =>
    creating.mutate(
      // `v` is the version of the file format; the reference console sends this value too.
      { ...pack, v: 1 },
      {
        onSuccess: () => {
          if (download) {
            const blob = new Blob([`${JSON.stringify({ ...pack, v: 1 }, undefined, 2)}\n`], {
              type: 'application/json',
            });
            saveFile({ blob, fileName: `content-pack-${id}-${rev}.json` });
          }
          toast('success', wizardTexts.created(facts.name), texts.success);
          host.emit('log-changed', { type: 'content-pack', id });
          navigate(listRoute);
        },
      },
    );
  const added = fromServer.length - selected.size;
  return (
    <PageLayout>
      <PageHeader
        title={title}
        name={texts.installing.version(String(rev))}
        crumb={title}
        description={wizardTexts.description}
      />
      <Wizard
        label={wizardTexts.steps}
        vertical
        ways
        wizard={wizard}
        steps={[
          {
            key: 'selection',
            title: wizardTexts.selection,
            content: (
              <SelectionStep
                about={about}
                onAbout={(change) => setAbout((known) => ({ ...known, ...change }))}
                catalog={catalog}
                own={source?.entities ?? []}
                kept={kept}
                onKept={setKept}
                selected={selected}
                onSelected={setSelected}
              />
            ),
          },
          {
            key: 'parameters',
            title: wizardTexts.parameters,
            disabled: !isComplete,
            content: resolving.isPending ? (
              <Loading text={wizardTexts.resolving} />
            ) : resolving.error ? (
              <ErrorPanel
                title={wizardTexts.resolveFailed}
                errors={[reasonOf(resolving.error)]}
                onRetry={() => resolving.mutate(catalog.filter((one) => selected.has(keyOf(one))))}
              />
            ) : (
              <Stack>
                {added > 0 && <Alert>{wizardTexts.added(added)}</Alert>}
                <ParametersStep
                  parameters={parameters}
                  onParameters={(all, renamed) => {
                    setParameters(all);
                    if (renamed) setBindings((known) => renamedIn(known, renamed.from, renamed.to));
                  }}
                  entities={entities}
                  own={new Set(source?.entities.map((one) => one.id))}
                  bindings={bindings}
                  inherited={inherited}
                  onBindings={setBindings}
                />
              </Stack>
            ),
          },
          {
            key: 'preview',
            title: wizardTexts.preview,
            disabled: !isComplete || !isCurrent || resolving.isPending,
            content: wizard.active === 'preview' && (
              <Stack>
                {creating.error && <ErrorPanel title={wizardTexts.failed} errors={[reasonOf(creating.error)]} />}
                <PackFacts pack={pack} constraints={constraintsOf(entities)} />
              </Stack>
            ),
          },
        ]}
        end={{
          cancel: <Button onClick={() => navigate(listRoute)}>{texts.cancel}</Button>,
          submit: (
            <>
              <Button busy={creating.isPending} onClick={() => create(true)}>
                {wizardTexts.doneAndDownload}
              </Button>
              <Button appearance="primary" busy={creating.isPending} onClick={() => create(false)}>
                {wizardTexts.done}
              </Button>
            </>
          ),
        }}
      />
    </PageLayout>
  );
}
