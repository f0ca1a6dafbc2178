/** Renders the stages of a pipeline in execution order (screens/administration.md E2). */
import { makeStyles } from '@griffel/react';
import { useState, type ReactNode } from 'react';
import type { RuleSource, StageSource } from '../../../api/contract/pipelines.js';
import type { Stored, StoredPipeline } from '../../../api/queries/pipelines.js';
import { changeStage, moveRule, moveStage, removeStage } from '../../../machines/pipelines/pipeline-edits.js';
import { useConfirm } from '../../kit/feedback.js';
import { CheckIcon, SortDescendingIcon } from '../../kit/icons.js';
import { laterKitTexts } from '../../kit/later-texts.js';
import { container, tokens, type } from '../../kit/tokens.js';
import type { OpenDialog } from './pipeline-page.js';
import { StageCard } from './stage-card.js';
import { texts } from './texts.js';
import { useRuleDrag, type RuleMove } from './use-rule-drag.js';
import { useStageDrag } from './use-stage-drag.js';
import { useReportedChange } from './use-pipeline-changes.js';

const { stages: words } = texts;

const useStyles = makeStyles({
  list: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', minWidth: 0 },
  lane: {
    position: 'relative',
    display: 'grid',
    gridTemplateColumns: '36px minmax(0, 1fr)',
    columnGap: '16px',
    [container.compact]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  rail: {
    display: 'grid',
    justifyItems: 'center',
    gridTemplateRows: '36px minmax(0, 1fr)',
    [container.compact]: { display: 'none' },
  },
  number: {
    display: 'grid',
    placeItems: 'center',
    boxSizing: 'border-box',
    minWidth: '32px',
    height: '32px',
    padding: '0 4px',
    borderRadius: '16px',
    border: `1px solid ${tokens.border.default}`,
    backgroundColor: tokens.surface.card,
    ...type.cardTitle,
  },
  line: { width: '1px', height: '100%', backgroundColor: tokens.border.default },
  after: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    padding: '8px 0 12px',
    color: tokens.text.secondary,
    ...type.body,
  },
  arrow: { fontSize: '16px', lineHeight: 0, color: tokens.text.tertiary },
  strong: { color: tokens.text.primary, fontWeight: 600 },
});

export interface StagesProps {
  readonly pipeline: StoredPipeline;
  /** Rules that the pipeline refers to; undefined while loading. */
  readonly rules: readonly Stored<RuleSource>[] | undefined;
  readonly mayEdit: boolean;
  readonly onOpen: (open: OpenDialog) => void;
}

export function Stages({ pipeline, rules, mayEdit, onOpen }: StagesProps): ReactNode {
  const styles = useStyles();
  const confirm = useConfirm();
  const change = useReportedChange(pipeline);
  const [reported, setReported] = useState('');
  const { stages } = pipeline;
  const move = ({ name, at, from, to }: RuleMove): void => {
    const others = stages.find(({ stage }) => stage === to.stage)?.rules.length ?? 0;
    setReported(laterKitTexts.movedTo(name, to.index + 1, from === to.stage ? others : others + 1));
    void change((source) => moveRule(source, { name, at, from, to: to.stage, index: to.index }));
  };
  const drag = useRuleDrag(stages, move);
  const moveOf = (stage: number, index: number): void => {
    setReported(laterKitTexts.movedTo(texts.stage(stage), index + 1, stages.length));
    void change((source) => moveStage(source, stage, index));
  };
  const stageDrag = useStageDrag(drag.area, stages, moveOf);
  const remove = async (stage: number): Promise<void> => {
    const question = { title: words.removeTitle, text: words.removeText(stage), confirm: texts.delete, danger: true };
    if (await confirm(question)) await change((source) => removeStage(source, stage));
  };
  const removeRule = (stage: StageSource, index: number): void =>
    void change((source) => changeStage(source, stage.stage, { ...stage, rules: stage.rules.toSpliced(index, 1) }));
  return (
    <div ref={drag.area} className={styles.list} role="group" aria-label={words.title}>
      {stages.map((stage, at) => (
        <div key={stage.stage} className={styles.lane}>
          <div className={styles.rail} aria-hidden="true">
            <span className={styles.number}>{stage.stage}</span>
            {at < stages.length - 1 && <span className={styles.line} />}
          </div>
          <div>
            <StageCard
              pipeline={pipeline}
              stage={stage}
              rules={rules}
              drag={mayEdit ? drag : undefined}
              index={at}
              stageDrag={mayEdit && stages.length > 1 ? stageDrag : undefined}
              onMove={(index) => moveOf(stage.stage, index)}
              onAddRule={() => onOpen({ dialog: 'stage', stage, addRule: true })}
              onEdit={() => onOpen({ dialog: 'stage', stage })}
              onRemove={() => void remove(stage.stage)}
              onRemoveRule={(index) => removeRule(stage, index)}
              onMoveRule={(rule, to) => move({ ...rule, from: stage.stage, to })}
            />
            <After stage={stage} last={at === stages.length - 1} />
          </div>
        </div>
      ))}
      <span className="lc-unseen" role="status">
        {reported}
      </span>
    </div>
  );
}

function After({ stage, last }: { readonly stage: StageSource; readonly last: boolean }): ReactNode {
  const styles = useStyles();
  const { lead, strong, rest } = words.continues(stage.match);
  return (
    <div className={styles.after}>
      <span className={styles.arrow}>{last ? <CheckIcon /> : <SortDescendingIcon />}</span>
      {last ? (
        <span>{words.last}</span>
      ) : (
        <span>
          {lead}
          <span className={styles.strong}>{strong}</span>
          {rest}
        </span>
      )}
    </div>
  );
}
