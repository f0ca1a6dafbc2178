/** Renders a rule in a stage: name, statistics in this stage, actions. */
import { makeStyles, mergeClasses } from '@griffel/react';
import type { ReactNode } from 'react';
import type { RuleSource, StageSource } from '../../../api/contract/pipelines.js';
import { pipelineMetric, type RuleMeter } from '../../../api/queries/pipeline-figures.js';
import type { Stored, StoredPipeline } from '../../../api/queries/pipelines.js';
import { useNavigate } from '../../element/host-context.js';
import { Button } from '../../kit/button.js';
import { formatShare } from '../../kit/format.js';
import { IconButton } from '../../kit/icon-button.js';
import { EditIcon, HandleIcon, MoreIcon, WarningIcon } from '../../kit/icons.js';
import { Link } from '../../kit/link.js';
import { Menu, type MenuEntry } from '../../kit/menu.js';
import { laterKitTexts } from '../../kit/later-texts.js';
import { tokens } from '../../kit/tokens.js';
import { FailedCount, newRuleNamed, partTexts, Rate, routes, useFigure } from '../pipeline-parts/index.js';
import { useHandleStyles } from './handle-styles.js';
import { texts } from './texts.js';
import type { RuleDrag, RulePlace } from './use-rule-drag.js';

const { stages: words } = texts;

const useStyles = makeStyles({
  row: { ':hover': { backgroundColor: tokens.surface.hover } },
  dragged: { opacity: 0.5 },
  dropBefore: { boxShadow: `inset 0 2px 0 ${tokens.selection.border}` },
  dropAfter: { boxShadow: `inset 0 -2px 0 ${tokens.selection.border}` },
  handleCell: { width: '24px' },
  name: { fontWeight: 600 },
  missing: { color: tokens.status.danger.text, fontWeight: 600 },
  problem: { color: tokens.status.danger.text },
  quiet: { color: tokens.text.tertiary },
  matched: { display: 'inline-flex', alignItems: 'center', gap: '8px', whiteSpace: 'nowrap' },
  track: {
    width: '48px',
    height: '4px',
    overflow: 'hidden',
    borderRadius: '2px',
    backgroundColor: tokens.surface.inset,
  },
  bar: { display: 'block', height: '100%', backgroundColor: tokens.selection.border },
  actions: { display: 'flex', justifyContent: 'flex-end', gap: '4px' },
});

export interface StageRuleProps {
  readonly name: string;
  /** The rule; undefined while loading (`known` is false), and when no rule has this name. */
  readonly rule: Stored<RuleSource> | undefined;
  readonly known: boolean;
  readonly pipeline: StoredPipeline;
  readonly stage: StageSource;
  readonly index: number;
  readonly drag: RuleDrag | undefined;
  readonly onRemove: () => void;
  readonly onMove: (to: RulePlace) => void;
}

export function StageRule(props: StageRuleProps): ReactNode {
  const { name, rule, known, pipeline, stage, index, drag } = props;
  const styles = useStyles();
  const handle = useHandleStyles();
  const isMissing = known && !rule;
  return (
    <tr className={mergeClasses(styles.row, dropStyle(styles, props))} data-rule={name}>
      {drag && (
        <td className={styles.handleCell}>
          <button
            type="button"
            className={handle.handle}
            aria-label={laterKitTexts.move(name)}
            aria-description={laterKitTexts.moveHelp}
            {...drag.handleProps(name, stage.stage, index)}
          >
            <HandleIcon />
          </button>
        </td>
      )}
      <td className="rule">
        {rule ? (
          <Link route={routes.rule(rule.id)} className={styles.name}>
            {name}
          </Link>
        ) : (
          <span className={isMissing ? styles.missing : undefined}>{name}</span>
        )}
      </td>
      {isMissing ? (
        <td colSpan={5} className={mergeClasses('description', styles.problem)}>
          {words.notFound}
        </td>
      ) : (
        <>
          <td className={mergeClasses('description', rule?.errors ? styles.problem : undefined)}>
            {rule?.errors ? partTexts.parseError : rule?.description}
          </td>
          {rule ? (
            <Figures pipelineId={pipeline.id} stage={stage.stage} ruleId={rule.id} />
          ) : (
            <td colSpan={4} className="description" />
          )}
        </>
      )}
      {drag && (
        <td className="actions">
          <Actions {...props} />
        </td>
      )}
    </tr>
  );
}

/**
 * Returns the style of this row during a drag. The dragged row is dimmed. A line at the upper edge of a row, or at the
 * lower edge of the last row, marks the place where the rule would be dropped. Undefined for all other rows.
 */
function dropStyle(
  styles: Readonly<Record<'dragged' | 'dropBefore' | 'dropAfter', string>>,
  { stage, index, drag }: StageRuleProps,
): string | undefined {
  const dragged = drag?.dragged;
  if (!dragged) return undefined;
  const isOwn = dragged.from === stage.stage;
  if (isOwn && dragged.at === index) return styles.dragged;
  if (dragged.to?.stage !== stage.stage) return undefined;
  const count = isOwn ? stage.rules.length - 1 : stage.rules.length;
  const place = isOwn && dragged.at < index ? index - 1 : index;
  if (dragged.to.index === place) return styles.dropBefore;
  return dragged.to.index === count && place === count - 1 ? styles.dropAfter : undefined;
}

interface FiguresProps {
  readonly pipelineId: string;
  readonly stage: number;
  readonly ruleId: string;
}

function Figures({ pipelineId, stage, ruleId }: FiguresProps): ReactNode {
  const styles = useStyles();
  const at = (meter: RuleMeter): string => pipelineMetric.ruleAt(ruleId, pipelineId, stage, meter);
  const matched = useFigure(at('matched'))?.total ?? 0;
  const seen = matched + (useFigure(at('not-matched'))?.total ?? 0);
  const evaluating = useFigure(pipelineMetric.timeAt(ruleId, pipelineId, stage, 'evaluate'))?.micros;
  const executing = useFigure(pipelineMetric.timeAt(ruleId, pipelineId, stage, 'execute'))?.micros;
  const share = seen === 0 ? undefined : matched / seen;
  const micros = evaluating === undefined ? undefined : evaluating + (executing ?? 0) * (share ?? 1);
  return (
    <>
      <td className="figure" data-label={words.matched}>
        <span className={styles.matched}>
          <span className={styles.track} aria-hidden="true">
            <span className={styles.bar} style={{ width: `${(share ?? 0) * 100}%` }} />
          </span>
          {share === undefined ? <span className={styles.quiet}>{partTexts.noRate}</span> : formatShare(share)}
        </span>
      </td>
      <td className="number even" data-label={words.throughput}>
        <Rate name={at('executed')} />
      </td>
      <td className="number" data-label={words.errors}>
        <FailedCount name={at('failed')} route={routes.rule(ruleId)} />
      </td>
      <td className={mergeClasses('number even', micros === undefined && styles.quiet)} data-label={words.time}>
        {micros === undefined ? partTexts.noRate : words.micros(micros)}
      </td>
    </>
  );
}

function Actions({ name, rule, known, pipeline, stage, index, onRemove, onMove }: StageRuleProps): ReactNode {
  const styles = useStyles();
  const navigate = useNavigate();
  if (known && !rule) {
    return (
      <div className={styles.actions}>
        <Button size="small" onClick={() => navigate(newRuleNamed(name))}>
          {words.createRule}
        </Button>
        <Button size="small" onClick={onRemove}>
          {words.removeRule}
        </Button>
      </div>
    );
  }
  const others = pipeline.stages.filter((one) => one.stage !== stage.stage);
  const entries: readonly MenuEntry[] = [
    {
      key: 'up',
      label: words.moveUp,
      disabled: index === 0,
      onSelect: () => onMove({ stage: stage.stage, index: index - 1 }),
    },
    {
      key: 'down',
      label: words.moveDown,
      disabled: index === stage.rules.length - 1,
      onSelect: () => onMove({ stage: stage.stage, index: index + 1 }),
    },
    ...others.map((other) => ({
      key: `to ${other.stage}`,
      label: words.moveTo(other.stage),
      disabled: other.rules.includes(name),
      onSelect: () => onMove({ stage: other.stage, index: other.rules.length }),
    })),
    { kind: 'divider' },
    { key: 'remove', label: words.removeRule, danger: true, onSelect: onRemove },
  ];
  return (
    <div className={styles.actions}>
      {rule && (
        <IconButton
          size="small"
          icon={rule.errors ? <WarningIcon /> : <EditIcon />}
          label={words.openRule}
          onClick={() => navigate(routes.rule(rule.id))}
        />
      )}
      <Menu label={words.more(name)} entries={entries}>
        <IconButton size="small" icon={<MoreIcon />} label={words.more(name)} />
      </Menu>
    </div>
  );
}
