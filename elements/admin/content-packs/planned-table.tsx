/** Renders the table of the planned action for each entity of a content pack, with the choices for conflicts. */
import { makeStyles, mergeClasses } from '@griffel/react';
import { Fragment, useState, type ReactNode } from 'react';
import type { ConflictChoice, PlannedAction, PlannedEntity } from '../../../api/contract/content-packs.js';
import { Checkbox } from '../../kit/checkbox.js';
import { IconButton } from '../../kit/icon-button.js';
import {
  ChevronDownIcon,
  ChevronRightIcon,
  ErrorIcon,
  ExcludeIcon,
  HistoryIcon,
  IncludeIcon,
  LinkIcon,
  WarningIcon,
} from '../../kit/icons.js';
import { SearchBox } from '../../kit/search-box.js';
import { container, focusRing, tokens, type } from '../../kit/tokens.js';
import { BulkChoices, Choices, isStreamTitle } from './conflict-choices.js';
import { Differences } from './differences.js';
import { texts, typeName } from './texts.js';

const { installing: reported } = texts;

const useStyles = makeStyles({
  card: {
    border: `1px solid ${tokens.border.subtle}`,
    borderRadius: '6px',
    backgroundColor: tokens.surface.card,
    overflow: 'hidden',
  },
  bar: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px', padding: '8px 12px' },
  search: {
    flex: '0 1 240px',
    minWidth: '160px',
    marginInlineStart: 'auto',
    [container.compact]: { flexBasis: '100%' },
  },
  filter: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '6px',
    height: '32px',
    padding: '0 12px',
    border: `1px solid ${tokens.border.default}`,
    borderRadius: '9999px',
    backgroundColor: tokens.surface.card,
    color: tokens.text.primary,
    cursor: 'pointer',
    ...type.body,
    ':focus-visible': { ...focusRing },
  },
  chosen: {
    backgroundColor: tokens.selection.background,
    borderTopColor: tokens.selection.border,
    borderRightColor: tokens.selection.border,
    borderBottomColor: tokens.selection.border,
    borderLeftColor: tokens.selection.border,
    fontWeight: 600,
  },
  table: {
    width: '100%',
    borderCollapse: 'collapse',
    ...type.body,
    '& thead td': { backgroundColor: tokens.surface.subtle },
    '& th': {
      padding: '6px 8px',
      textAlign: 'start',
      backgroundColor: tokens.surface.subtle,
      color: tokens.text.secondary,
      ...type.overline,
    },
    '& td': { padding: '8px', verticalAlign: 'top', overflowWrap: 'anywhere' },
    '& tbody tr': { borderTop: `1px solid ${tokens.border.divider}` },
    [container.compact]: {
      display: 'block',
      '& thead': { display: 'none' },
      '& tbody, & tr, & td': { display: 'block' },
      '& td': { padding: '2px 8px' },
      '& tr': { padding: '8px 0' },
    },
  },
  open: { backgroundColor: tokens.surface.subtle },
  result: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '6px',
    whiteSpace: 'nowrap',
    '& > svg': { fontSize: '16px' },
  },
  create: { color: tokens.status.success.text },
  conflict: { color: tokens.status.warning.text, fontWeight: 600 },
  impossible: { color: tokens.status.danger.text, fontWeight: 600 },
  quiet: { color: tokens.text.secondary },
  title: { fontWeight: 600, minWidth: '120px' },
  choice: { marginTop: '4px' },
  // The button is taller than the text beside it; negative margins keep the row as high as the others.
  fold: { margin: '-7px 0', [container.compact]: { margin: '0' } },
  warning: {
    display: 'flex',
    gap: '6px',
    color: tokens.status.warning.text,
    '& > svg': { flexShrink: 0, fontSize: '16px' },
  },
  detail: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '12px' },
  foot: {
    padding: '6px 12px',
    borderTop: `1px solid ${tokens.border.divider}`,
    ...type.caption,
    color: tokens.text.secondary,
  },
});

const icons: Readonly<Record<PlannedAction, ReactNode>> = {
  create: <IncludeIcon />,
  update: <HistoryIcon />,
  reuse: <LinkIcon />,
  unchanged: <LinkIcon />,
  conflict: <WarningIcon />,
  impossible: <ErrorIcon />,
  skip: <ExcludeIcon />,
  gone: <ExcludeIcon />,
};
const order: readonly PlannedAction[] = [
  'create',
  'update',
  'reuse',
  'unchanged',
  'conflict',
  'impossible',
  'skip',
  'gone',
];

export interface PlannedTableProps {
  /** The entities in the order in which they are installed. */
  readonly entities: readonly PlannedEntity[];
  readonly revision: string;
  /** The user's choices for conflicts by the id of the entity. */
  readonly choices: Readonly<Record<string, ConflictChoice>>;
  /** Called when the user makes a choice for an entity; `choice` is undefined when the user takes the choice back. */
  readonly onChoice: (entity: string, choice: ConflictChoice | undefined) => void;
  readonly removed: ReadonlySet<string>;
  readonly onRemove: (entity: string, remove: boolean) => void;
}

export function PlannedTable(props: PlannedTableProps): ReactNode {
  const { entities } = props;
  const styles = useStyles();
  const [action, setAction] = useState<PlannedAction>();
  const [text, setText] = useState('');
  const wanted = text.trim().toLowerCase();
  // The table lists the entities with the selected action, or with any action, whose titles contain the filter text.
  const shown = entities.filter(
    (one) => (action === undefined || one.action === action) && one.title.toLowerCase().includes(wanted),
  );
  const filter = (label: string, count: number, value: PlannedAction | undefined): ReactNode => (
    <button
      key={label}
      type="button"
      aria-pressed={action === value}
      className={mergeClasses(styles.filter, action === value && styles.chosen)}
      onClick={() => setAction(value)}
    >
      {value !== undefined && icons[value]}
      {label} <b>{count}</b>
    </button>
  );
  const counts = order.map((one) => [one, entities.filter((entity) => entity.action === one).length] as const);
  return (
    <div className={styles.card}>
      <div className={styles.bar}>
        {filter(reported.all, entities.length, undefined)}
        {counts.map(([one, count]) => count > 0 && filter(reported.actions[one], count, one))}
        <div className={styles.search}>
          <SearchBox label={reported.filter} placeholder={reported.filter} query={text} onSearch={setText} />
        </div>
      </div>
      <BulkChoices entities={entities} choices={props.choices} onChoice={props.onChoice} />
      <table className={styles.table}>
        <thead>
          <tr>
            <td />
            <th scope="col">{reported.result}</th>
            <th scope="col">{reported.type}</th>
            <th scope="col">{reported.entityTitle}</th>
            <th scope="col">{reported.what}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((entity) => (
            <Row key={entity.id} entity={entity} {...props} />
          ))}
        </tbody>
      </table>
      <div className={styles.foot}>{reported.inOrder}</div>
    </div>
  );
}

function Row({ entity, ...props }: PlannedTableProps & { readonly entity: PlannedEntity }): ReactNode {
  const styles = useStyles();
  const { id, type: model, title, action, detail, warnings, conflict } = entity;
  const choice = props.choices[id];
  const [folded, setFolded] = useState<boolean>();
  const isLeftOut = choice?.action === 'skip';
  const isImpossible = action === 'impossible';
  // An entity that was impossible keeps the checkbox "Leave it out". Otherwise the checkbox would vanish when the user
  // clears it, because the entity has the action `skip` until the next dry run.
  const [wasImpossible, setWasImpossible] = useState(isImpossible);
  if (isImpossible && !wasImpossible) setWasImpossible(true);
  const hasDetail = conflict !== undefined || (choice !== undefined && !isLeftOut);
  const isOpen = hasDetail && !(folded ?? false);
  return (
    <Fragment>
      <tr className={mergeClasses(isOpen && styles.open)}>
        <td>
          {hasDetail && (
            <IconButton
              className={styles.fold}
              label={reported.details(title)}
              aria-expanded={isOpen}
              icon={isOpen ? <ChevronDownIcon /> : <ChevronRightIcon />}
              onClick={() => setFolded(isOpen)}
            />
          )}
        </td>
        <td>
          <span
            className={mergeClasses(
              styles.result,
              action === 'create' || action === 'update'
                ? styles.create
                : action === 'conflict'
                  ? styles.conflict
                  : isImpossible
                    ? styles.impossible
                    : styles.quiet,
            )}
          >
            {icons[action]}
            {reported.actions[action]}
          </span>
        </td>
        <td>{typeName(model.name)}</td>
        <td className={styles.title}>{title}</td>
        <td>
          {(warnings.length === 0 || isImpossible) && detail}
          {warnings.map((warning) => (
            <div key={warning} className={styles.warning}>
              <WarningIcon />
              <span>{warning}</span>
            </div>
          ))}
          {(isImpossible || isLeftOut || (wasImpossible && action === 'skip')) && (
            <div className={styles.choice}>
              <Checkbox
                label={reported.leaveOut}
                checked={isLeftOut}
                onChange={(on) => props.onChoice(id, on ? { action: 'skip' } : undefined)}
              />
            </div>
          )}
          {action === 'gone' && (
            <div className={styles.choice}>
              <Checkbox
                label={reported.removeGone}
                checked={props.removed.has(id)}
                onChange={(on) => props.onRemove(id, on)}
              />
            </div>
          )}
        </td>
      </tr>
      {isOpen && (
        <tr className={styles.open}>
          <td colSpan={5}>
            <div className={styles.detail}>
              {conflict && !isStreamTitle(entity) && (
                <Differences mine={conflict.mine} theirs={conflict.theirs} revision={props.revision} />
              )}
              <Choices entity={entity} choice={choice} onChoice={(chosen) => props.onChoice(id, chosen)} />
            </div>
          </td>
        </tr>
      )}
    </Fragment>
  );
}
