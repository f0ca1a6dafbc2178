/** Renders the page of one pipeline: stages with rules, and connected streams (screens/administration.md E2). */
import { makeStyles } from '@griffel/react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import type { StageSource } from '../../../api/contract/pipelines.js';
import { pipelineMetric } from '../../../api/queries/pipeline-figures.js';
import { rulesByTitleQuery, type StoredPipeline } from '../../../api/queries/pipelines.js';
import { useConnection } from '../../element/connection-context.js';
import { useNavigate } from '../../element/host-context.js';
import { Button } from '../../kit/button.js';
import { CreateButton } from '../../kit/create-button.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { Failed } from '../../kit/failed.js';
import { Float } from '../../kit/float.js';
import { SourceIcon, TrialIcon } from '../../kit/icons.js';
import { lazyPart } from '../../kit/lazy-part.js';
import type { PageProps } from '../../kit/pages.js';
import { container, space } from '../../kit/tokens.js';
import { FiguresSource, OrderAlert, partTexts, routes } from '../pipeline-parts/index.js';
import { AttentionSection } from './attention-section.js';
import { ConnectionsSection } from './connections-section.js';
import { DetailsSection } from './details-section.js';
import { Stages } from './stages.js';
import { texts } from './texts.js';
import { WithPipeline, type ShownPipeline } from './with-pipeline.js';

const StageDialog = lazyPart(() => import('./stage-dialog.js'), 'StageDialog');
const DetailsDialog = lazyPart(() => import('./details-dialog.js'), 'DetailsDialog');
const SourceDialog = lazyPart(() => import('./source-dialog.js'), 'SourceDialog');

const useStyles = makeStyles({
  columns: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) 312px',
    gap: `${space.xxl}px`,
    alignItems: 'start',
    [container.wide]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  side: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: `${space.xl}px`, minWidth: 0 },
});

/** Dialog that is open over the page. */
export type OpenDialog =
  | { readonly dialog: 'stage'; readonly stage?: StageSource; readonly addRule?: boolean }
  | { readonly dialog: 'details' }
  | { readonly dialog: 'source' };

export function PipelinePage({ params }: PageProps): ReactNode {
  const navigate = useNavigate();
  const [open, setOpen] = useState<OpenDialog>();
  const id = params['pipelineId'] ?? '';
  return (
    <WithPipeline
      pipelineId={id}
      actions={({ pipeline, mayEdit }) => (
        <>
          <Button icon={<TrialIcon />} onClick={() => navigate(routes.simulator)}>
            {texts.page.simulate}
          </Button>
          <Button icon={<SourceIcon />} onClick={() => setOpen({ dialog: 'source' })}>
            {texts.page.source}
          </Button>
          {mayEdit && !pipeline.errors && (
            <>
              <Button onClick={() => setOpen({ dialog: 'details' })}>{texts.page.editDetails}</Button>
              <CreateButton label={texts.stages.add} onClick={() => setOpen({ dialog: 'stage' })} />
            </>
          )}
        </>
      )}
    >
      {(shown) => (
        <>
          <Content {...shown} onOpen={setOpen} />
          <OpenedDialog {...shown} open={open} onClose={() => setOpen(undefined)} />
        </>
      )}
    </WithPipeline>
  );
}

function Content({
  pipeline,
  mayEdit,
  onOpen,
}: ShownPipeline & { readonly onOpen: (open: OpenDialog) => void }): ReactNode {
  const styles = useStyles();
  const { client } = useConnection();
  const titles = useMemo(() => [...new Set(pipeline.stages.flatMap(({ rules }) => rules))].sort(), [pipeline]);
  const ofTitles = useQuery({ ...rulesByTitleQuery(client, titles), enabled: titles.length > 0 });
  const rules = ofTitles.data;
  const metrics = useMemo(() => metricsOf(pipeline, rules ?? []), [pipeline, rules]);
  const known = titles.length === 0 ? [] : rules;
  return (
    <FiguresSource names={metrics}>
      <OrderAlert />
      {pipeline.errors && (
        <ErrorPanel
          title={partTexts.parseError}
          errors={[texts.page.broken, ...pipeline.errors.map(({ reason }) => reason)]}
        />
      )}
      {ofTitles.error && !rules && <Failed title={texts.stageForm.rulesMissing} queries={[ofTitles]} />}
      <div className={styles.columns}>
        <Stages pipeline={pipeline} rules={known} mayEdit={mayEdit} onOpen={onOpen} />
        <div className={styles.side}>
          <ConnectionsSection pipeline={pipeline} />
          <DetailsSection pipeline={pipeline} />
          <AttentionSection pipeline={pipeline} rules={known} mayEdit={mayEdit} />
        </div>
      </div>
    </FiguresSource>
  );
}

function metricsOf(
  { id, stages }: StoredPipeline,
  rules: readonly { readonly id: string; readonly title: string | null }[],
): readonly string[] {
  const ofStage = ({ stage, rules: titles }: StageSource): readonly string[] => [
    pipelineMetric.stage(id, stage),
    ...titles.flatMap((title) => {
      const rule = rules.find((one) => one.title === title);
      if (!rule) return [];
      return [
        ...(['executed', 'failed', 'matched', 'not-matched'] as const).map((meter) =>
          pipelineMetric.ruleAt(rule.id, id, stage, meter),
        ),
        pipelineMetric.timeAt(rule.id, id, stage, 'evaluate'),
        pipelineMetric.timeAt(rule.id, id, stage, 'execute'),
      ];
    }),
  ];
  return [pipelineMetric.pipeline(id), ...stages.flatMap(ofStage)];
}

function OpenedDialog({
  pipeline,
  mayEdit,
  open,
  onClose,
}: ShownPipeline & { readonly open: OpenDialog | undefined; readonly onClose: () => void }): ReactNode {
  return (
    <Float onFailed={onClose}>
      {open?.dialog === 'stage' && (
        <StageDialog pipeline={pipeline} stage={open.stage} addRule={open.addRule ?? false} onClose={onClose} />
      )}
      {open?.dialog === 'details' && <DetailsDialog pipeline={pipeline} onClose={onClose} />}
      {open?.dialog === 'source' && <SourceDialog pipeline={pipeline} mayEdit={mayEdit} onClose={onClose} />}
    </Float>
  );
}
