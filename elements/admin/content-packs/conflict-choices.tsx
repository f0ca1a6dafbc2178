/** Choices for the entities of a pack that conflict with those of the server (look: content-pack-dry-run). */
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

/** A stream that the pack only names: there are no two texts to compare, and nothing of the server's own to keep. */
export const isStreamTitle = ({ type: model }: PlannedEntity): boolean => model.name === 'stream_title';

export function Choices({ entity, choice, onChoice }: ChoicesProps): ReactNode {
  const styles = useStyles();
  const group = useId();
  const { conflict } = entity;
  // Only an upgrade offers no renaming: the entity already belongs to the pack, and a user has changed it.
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

/** Decides all open conflicts in one step; shown from two of them on. */
export function BulkChoices({ entities, choices, onChoice }: BulkChoicesProps): ReactNode {
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
