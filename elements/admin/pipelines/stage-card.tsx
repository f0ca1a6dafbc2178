/** Renders the card of one pipeline stage: its rules with statistics and actions. */
import { makeStyles, mergeClasses } from '@griffel/react';
import type { ReactNode } from 'react';
import type { RuleSource, StageSource } from '../../../api/contract/pipelines.js';
import { pipelineMetric } from '../../../api/queries/pipeline-figures.js';
import type { Stored, StoredPipeline } from '../../../api/queries/pipelines.js';
import { Button } from '../../kit/button.js';
import { IconButton } from '../../kit/icon-button.js';
import { AddIcon, HandleIcon, MoreIcon } from '../../kit/icons.js';
import { Menu, type MenuEntry } from '../../kit/menu.js';
import { laterKitTexts } from '../../kit/later-texts.js';
import { container, tokens, type } from '../../kit/tokens.js';
import { Rate } from '../pipeline-parts/index.js';
import { StageRule } from './stage-rule.js';
import { texts } from './texts.js';
import { useHandleStyles } from './handle-styles.js';
import type { RuleDrag, RuleMove, RulePlace } from './use-rule-drag.js';
import type { StageDrag } from './use-stage-drag.js';

const { stages: words } = texts;

/**
 * Container widths from 768 to 1099 px. The range excludes narrower widths, which have rules of their own, because the
 * queries of Griffel rules for one property must not overlap.
 */
const onlyWide = '@container (min-width: 768px) and (max-width: 1099.98px)';

const useStyles = makeStyles({
  card: {
    minWidth: 0,
    border: `1px solid ${tokens.border.subtle}`,
    borderRadius: '6px',
    backgroundColor: tokens.surface.card,
  },
  target: { outline: `2px dashed ${tokens.selection.border}`, outlineOffset: '-1px' },
  // Narrow pages have no room for the drag handle; the menu of the stage moves the stage instead.
  handle: { [container.compact]: { display: 'none' } },
  dragged: { opacity: 0.5 },
  dropBefore: { boxShadow: `0 -2px 0 ${tokens.selection.border}` },
  dropAfter: { boxShadow: `0 2px 0 ${tokens.selection.border}` },
  head: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '8px',
    padding: '6px 12px',
    minHeight: '44px',
    boxSizing: 'border-box',
  },
  heading: {
    display: 'flex',
    alignItems: 'baseline',
    gap: '8px',
    flexGrow: 1,
    minWidth: 0,
    [container.compact]: { flexDirection: 'column', gap: 0 },
  },
  title: { ...type.sectionTitle, whiteSpace: 'nowrap' },
  rate: { color: tokens.text.secondary, ...type.body, whiteSpace: 'nowrap' },
  table: {
    width: '100%',
    borderCollapse: 'collapse',
    ...type.body,
    '& th': { height: '32px', padding: '0 8px', textAlign: 'start', color: tokens.text.secondary, ...type.overline },
    '& td': { padding: '4px 8px', overflowWrap: 'anywhere' },
    '& thead': { backgroundColor: tokens.surface.subtle },
    '& tr': { borderTop: `1px solid ${tokens.border.divider}` },
    // Columns have the same width in every stage, so that numbers align.
    tableLayout: 'fixed',
    '& th.figure': { width: '124px' },
    '& th.number': { width: '84px' },
    '& th.actions': { width: '76px' },
    '& td.handle': { width: '24px' },
    '& .number': { textAlign: 'end', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
    // With the statistics beside them, name and description would be too narrow: the description gets a line of its
    // own.
    [onlyWide]: {
      display: 'block',
      '& thead, & tbody': { display: 'block' },
      '& tr': {
        display: 'grid',
        gridTemplateColumns: '40px minmax(0, 1fr) 116px 84px 68px 84px minmax(76px, auto)',
        alignItems: 'center',
        padding: '2px 0',
      },
      '& th': { display: 'flex', alignItems: 'center', boxSizing: 'border-box', maxWidth: '100%' },
      '& th.number': { justifyContent: 'flex-end', width: 'auto' },
      '& th.figure': { width: 'auto' },
      '& th.actions': { width: 'auto' },
      '& th, & td': { gridRow: '1' },
      '& .rule': { gridColumn: '2' },
      '& .figure': { gridColumn: '3' },
      '& .number': { gridColumn: '4' },
      '& .number + .number': { gridColumn: '5' },
      '& .number + .number + .number': { gridColumn: '6' },
      '& .actions': { gridColumn: '7' },
      '& td.description': { gridColumn: '2 / -1', gridRow: '2', paddingTop: 0, color: tokens.text.secondary },
      '& td.description:empty': { display: 'none' },
      // Screen readers still need the heading of the description.
      '& th.description': {
        position: 'absolute',
        width: '1px',
        height: '1px',
        overflow: 'hidden',
        clipPath: 'inset(50%)',
      },
    },
    [container.medium]: {
      display: 'block',
      '& thead': { display: 'none' },
      '& tbody': { display: 'block' },
      // On narrow pages a rule is a small card: name and buttons, then the description, then each statistic with its
      // label.
      '& tr': {
        display: 'grid',
        gridTemplateColumns: '24px minmax(0, 1fr) minmax(0, 1fr) auto',
        alignItems: 'center',
        padding: '4px 0',
      },
      '& .rule': { gridColumn: '2 / 4' },
      '& .actions': { gridColumn: '4', gridRow: '1' },
      '& .description': { gridColumn: '2 / -1', paddingTop: 0, color: tokens.text.secondary },
      '& .description:empty': { display: 'none' },
      '& .figure, & .number': { gridColumn: '2', textAlign: 'start' },
      '& .figure.even, & .number.even': { gridColumn: '3 / -1' },
      '& [data-label]::before': {
        content: 'attr(data-label)',
        display: 'block',
        color: tokens.text.secondary,
        ...type.caption,
      },
    },
  },
  // A read-only stage has neither handles nor buttons.
  fixedTable: {
    [onlyWide]: { '& tr': { gridTemplateColumns: '0 minmax(0, 1fr) 116px 84px 68px 84px 0' } },
  },
  none: {
    padding: '12px',
    borderTop: `1px solid ${tokens.border.divider}`,
    color: tokens.text.secondary,
    ...type.body,
  },
});

export interface StageCardProps {
  readonly pipeline: StoredPipeline;
  readonly stage: StageSource;
  /** Rules that the pipeline refers to; undefined while loading. */
  readonly rules: readonly Stored<RuleSource>[] | undefined;
  /** State of dragging rules; undefined when the pipeline is read-only. */
  readonly drag: RuleDrag | undefined;
  /** Index of the stage among the stages of the pipeline. */
  readonly index: number;
  /** State of dragging stages; undefined when the pipeline is read-only or has one stage only. */
  readonly stageDrag: StageDrag | undefined;
  readonly onMove: (index: number) => void;
  readonly onAddRule: () => void;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
  readonly onRemoveRule: (index: number) => void;
  readonly onMoveRule: (rule: Pick<RuleMove, 'name' | 'at'>, to: RulePlace) => void;
}

export function StageCard(props: StageCardProps): ReactNode {
  const {
    pipeline,
    stage,
    index: place,
    rules,
    drag,
    stageDrag,
    onMove,
    onAddRule,
    onEdit,
    onRemove,
    onRemoveRule,
    onMoveRule,
  } = props;
  const styles = useStyles();
  const title = texts.stage(stage.stage);
  const handle = useHandleStyles();
  const stages = pipeline.stages.length;
  const target = drag?.dragged?.to?.stage === stage.stage ? drag.dragged.to : undefined;
  return (
    <section
      className={mergeClasses(styles.card, target && styles.target, dropStyle(styles, props))}
      aria-label={title}
      data-stage={stage.stage}
    >
      <div className={styles.head}>
        {stageDrag && (
          <button
            type="button"
            className={mergeClasses(handle.handle, styles.handle)}
            data-stage-handle=""
            aria-label={laterKitTexts.move(title)}
            aria-description={laterKitTexts.moveHelp}
            {...stageDrag.handleProps(stage.stage, place)}
          >
            <HandleIcon />
          </button>
        )}
        <div className={styles.heading}>
          <h2 className={styles.title}>{title}</h2>
          <span className={styles.rate}>
            <Rate name={pipelineMetric.stage(pipeline.id, stage.stage)} />
          </span>
        </div>
        {drag && (
          <>
            <Button size="small" icon={<AddIcon />} onClick={onAddRule}>
              {words.addRule}
            </Button>
            <Button size="small" onClick={onEdit}>
              {texts.edit}
            </Button>
            <Menu
              label={words.more(title)}
              entries={[
                ...(stageDrag
                  ? ([
                      { key: 'up', label: words.moveUp, disabled: place === 0, onSelect: () => onMove(place - 1) },
                      {
                        key: 'down',
                        label: words.moveDown,
                        disabled: place === stages - 1,
                        onSelect: () => onMove(place + 1),
                      },
                      { kind: 'divider' },
                    ] satisfies readonly MenuEntry[])
                  : []),
                { key: 'delete', label: texts.delete, danger: true, onSelect: onRemove },
              ]}
            >
              <IconButton size="small" icon={<MoreIcon />} label={words.more(title)} />
            </Menu>
          </>
        )}
      </div>
      {stage.rules.length === 0 ? (
        <div className={styles.none}>{words.none}</div>
      ) : (
        <table className={mergeClasses(styles.table, !drag && styles.fixedTable)}>
          <thead>
            <tr>
              {drag && <td className="handle" />}
              <th className="rule">{words.rule}</th>
              <th className="description">{words.description}</th>
              <th className="figure">{words.matched}</th>
              <th className="number">{words.throughput}</th>
              <th className="number">{words.errors}</th>
              <th className="number">{words.time}</th>
              {drag && (
                <th className="actions">
                  <span className="lc-unseen">{words.actions}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {stage.rules.map((name, index) => (
              <StageRule
                // A rule may occur twice in a stage, so the key contains the number of earlier occurrences.
                key={`${name} ${stage.rules.slice(0, index).filter((one) => one === name).length}`}
                name={name}
                rule={rules?.find(({ title: one }) => one === name)}
                known={rules !== undefined}
                pipeline={pipeline}
                stage={stage}
                index={index}
                drag={drag}
                onRemove={() => onRemoveRule(index)}
                onMove={(to) => onMoveRule({ name, at: index }, to)}
              />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

/**
 * Returns the style of this card during a drag. The dragged card is dimmed. A line at the upper edge of a card, or at
 * the lower edge of the last card, marks the place where the stage would be dropped. Undefined for all other cards.
 */
function dropStyle(
  styles: Readonly<Record<'dragged' | 'dropBefore' | 'dropAfter', string>>,
  { pipeline, stage, index, stageDrag }: StageCardProps,
): string | undefined {
  const dragged = stageDrag?.dragged;
  if (!dragged) return undefined;
  if (dragged.stage === stage.stage) return styles.dragged;
  const own = pipeline.stages.findIndex((one) => one.stage === dragged.stage);
  const place = own < index ? index - 1 : index;
  if (dragged.to === place) return styles.dropBefore;
  const last = pipeline.stages.length - 2;
  return dragged.to === last + 1 && place === last ? styles.dropAfter : undefined;
}
