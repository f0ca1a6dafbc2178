/** Renders choices for those entities of a content pack that conflict with entities of the server. */
import { makeStyles } from '@griffel/react';
import { useId, type ReactNode } from 'react';
import type { ConflictChoice, PlannedEntity } from '../../../api/contract/content-packs.js';
import { Button } from '../../kit/button.js';
import { Radio } from '../../kit/checkbox.js';
import { Field } from '../../kit/field.js';
import { Input } from '../../kit/input.js';
import { tokens, type } from '../../kit/tokens.js';
import { texts } from './texts.js';

const { installing: reported } = texts;

const useStyles = makeStyles({
  choices: { display: 'flex', flexWrap: 'wrap', gap: '12px 24px' },
  choice: { display: 'grid', gap: '2px', alignContent: 'start' },
  help: { paddingInlineStart: '28px', ...type.caption, color: tokens.text.secondary },
  bulk: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '8px',
    padding: '8px 12px',
    borderTop: `1px solid ${tokens.border.divider}`,
    ...type.body,
  },
  open: { marginInlineEnd: 'auto' },
});

interface ChoicesProps {
  readonly entity: PlannedEntity;
  readonly choice: ConflictChoice | undefined;
  readonly onChoice: (choice: ConflictChoice) => void;
}

/**
 * Returns whether an entity is a stream that the content pack refers to only by title. The content pack contains only
 * the title, so there are no two texts to compare. If the server has no stream with this title, there is also no stream
 * that could be kept.
 */
export const isStreamTitle = ({ type: model }: PlannedEntity): boolean => model.name === 'stream_title';

export function Choices({ entity, choice, onChoice }: ChoicesProps): ReactNode {
  const styles = useStyles();
  const group = useId();
  const { conflict } = entity;
  // A conflict that cannot be solved by renaming comes from an upgrade: the entity already belongs to the content
  // pack, but was changed by a user.
  const isUpgrade = conflict !== undefined && !conflict.choices.includes('rename');
  const words = {
    ...reported,
    ...(isStreamTitle(entity) ? reported.ofStream : isUpgrade ? reported.ofUpgrade : undefined),
  };
  const possible = conflict?.choices ?? (isStreamTitle(entity) ? ['take', 'rename'] : ['keep', 'take', 'rename']);
  const radio = (action: ConflictChoice['action'], label: string, help: string): ReactNode =>
    possible.includes(action) && (
      <div className={styles.choice}>
        <Radio
          name={group}
          label={label}
          checked={choice?.action === action}
          onChoose={() => onChoice(action === 'rename' ? { action, name: conflict?.suggestion ?? '' } : { action })}
        />
        <span className={styles.help}>{help}</span>
      </div>
    );
  return (
    <div className={styles.choices} role="radiogroup" aria-label={reported.choice}>
      {radio('keep', words.keep, words.keepHelp)}
      {radio('take', words.take, words.takeHelp)}
      {radio('rename', words.rename, conflict ? words.renameHelp(conflict.references) : '')}
      {choice?.action === 'rename' && (
        <Field label={words.otherName}>
          <Input
            mono={!isStreamTitle(entity)}
            value={choice.name ?? ''}
            onChange={(name) => onChoice({ action: 'rename', name })}
          />
        </Field>
      )}
    </div>
  );
}

interface BulkChoicesProps {
  readonly entities: readonly PlannedEntity[];
  readonly choices: Readonly<Record<string, ConflictChoice>>;
  readonly onChoice: (entity: string, choice: ConflictChoice) => void;
}

/**
 * Renders buttons that decide many entities in one step: all open conflicts, and all entities that the server cannot
 * create. Either group of buttons is shown only if there are at least two such entities.
 */
export function BulkChoices(props: BulkChoicesProps): ReactNode {
  return (
    <>
      <OpenConflicts {...props} />
      <Impossible {...props} />
    </>
  );
}

function Impossible({ entities, onChoice }: BulkChoicesProps): ReactNode {
  const styles = useStyles();
  const impossible = entities.filter(({ action }) => action === 'impossible');
  if (impossible.length < 2) return undefined;
  const label = reported.impossible(impossible.length);
  return (
    <div className={styles.bulk} role="group" aria-label={label}>
      <span className={styles.open}>{label}</span>
      <Button size="small" onClick={() => impossible.forEach(({ id }) => onChoice(id, { action: 'skip' }))}>
        {reported.leaveAllOut}
      </Button>
    </div>
  );
}

function OpenConflicts({ entities, choices, onChoice }: BulkChoicesProps): ReactNode {
  const styles = useStyles();
  const open = entities.filter(({ id, conflict }) => conflict && !conflict.chosen && !Object.hasOwn(choices, id));
  if (open.length < 2) return undefined;
  const all = (action: 'keep' | 'take', label: string): ReactNode => {
    const possible = open.filter(({ conflict }) => conflict?.choices.includes(action));
    return (
      possible.length > 0 && (
        <Button size="small" onClick={() => possible.forEach(({ id }) => onChoice(id, { action }))}>
          {label}
        </Button>
      )
    );
  };
  return (
    <div className={styles.bulk} role="group" aria-label={reported.undecided(open.length)}>
      <span className={styles.open}>{reported.undecided(open.length)}</span>
      {all('keep', reported.keepAll)}
      {all('take', reported.takeAll)}
    </div>
  );
}
