/**
 * Renders a control with which the user chooses how the bars of a histogram are stacked: by level, by a field, or not
 * at all.
 */
import { makeStyles, mergeClasses } from '@griffel/react';
import { useMemo, useState, type KeyboardEvent } from 'react';
import type { FieldType } from '../../../api/contract/searches.js';
import { isReservedField, matchingFields } from '../../../machines/view/listed-fields.js';
import type { Stacking } from '../../../machines/view/stacking.js';
import { IconButton } from '../../kit/icon-button.js';
import { CheckIcon, StackIcon } from '../../kit/icons.js';
import { MiddleText } from '../../kit/middle-text.js';
import { Popover } from '../../kit/popover.js';
import { Input } from '../../kit/input.js';
import { focusRing, space, tokens, type } from '../../kit/tokens.js';
import { laterTexts } from '../later-texts.js';

/** Maximum number of listed fields; the user finds further fields by typing a part of their name. */
const mostListed = 50;

const useStyles = makeStyles({
  choices: { display: 'flex', flexDirection: 'column', width: '240px' },
  filter: { marginTop: `${space.s}px`, marginBottom: `${space.s}px` },
  fields: { display: 'flex', flexDirection: 'column', maxHeight: '220px', overflowY: 'auto' },
  choice: {
    display: 'flex',
    alignItems: 'center',
    gap: `${space.s}px`,
    flexShrink: 0,
    minHeight: '28px',
    padding: `0 ${space.s}px`,
    border: 'none',
    borderRadius: tokens.radius.control,
    backgroundColor: 'transparent',
    color: tokens.text.primary,
    textAlign: 'left',
    cursor: 'pointer',
    ...type.body,
    ':hover': { backgroundColor: tokens.surface.hover },
    ':focus-visible': focusRing,
  },
  name: { minWidth: 0, flexGrow: 1 },
  field: { fontFamily: tokens.font.mono, fontSize: '12px' },
  none: { ...type.caption, padding: `${space.s}px`, color: tokens.text.tertiary },
});

export interface StackControlProps {
  readonly stacking: Stacking;
  /** Fields of the messages; undefined while they are loading. */
  readonly fields: readonly FieldType[] | undefined;
  readonly onStack: (stacking: Stacking) => void;
}

/**
 * Renders a button in the header of a histogram that opens the list of choices: by level, not stacked, or by one of the
 * fields.
 */
export function StackControl(props: StackControlProps) {
  return (
    <Popover
      label={laterTexts.stack.label}
      placement="below-end"
      trigger={<IconButton size="small" quiet label={laterTexts.stack.label} icon={<StackIcon />} />}
    >
      {(close) => (
        <Choices
          {...props}
          onStack={(stacking) => {
            close();
            props.onStack(stacking);
          }}
        />
      )}
    </Popover>
  );
}

function Choices({ stacking, fields, onStack }: StackControlProps) {
  const styles = useStyles();
  const [filter, setFilter] = useState('');
  const offered = useMemo(() => groupable(fields ?? []), [fields]);
  const found = useMemo(() => nearestFirst(matchingFields(offered, filter), filter), [offered, filter]);
  const listed = found.slice(0, mostListed);
  const chosenField = stacking.by === 'field' ? stacking.field : undefined;
  const choice = (chosen: Stacking, name: string, field = false) => {
    const isChosen = chosen.by === 'field' ? chosen.field === chosenField : chosen.by === stacking.by;
    return (
      <button
        key={name}
        type="button"
        className={styles.choice}
        aria-pressed={isChosen}
        onClick={() => onStack(chosen)}
      >
        <span className={mergeClasses(styles.name, field && styles.field)}>
          {field ? <MiddleText text={name} /> : name}
        </span>
        {isChosen && <CheckIcon />}
      </button>
    );
  };
  return (
    <div className={styles.choices} role="group" aria-label={laterTexts.stack.label} onKeyDown={visitChoice}>
      {choice({ by: 'level' }, laterTexts.stack.level)}
      {choice({ by: 'nothing' }, laterTexts.stack.nothing)}
      <div className={styles.filter}>
        <Input
          aria-label={laterTexts.stack.field}
          placeholder={laterTexts.stack.field}
          value={filter}
          onChange={setFilter}
          onKeyDown={(event) => {
            const [first] = listed;
            if (event.key !== 'Enter' || event.nativeEvent.isComposing || filter.trim() === '' || !first) return;
            // Closing returns the focus to the button, on which the default action of Enter would open the list again.
            event.preventDefault();
            onStack({ by: 'field', field: first.name });
          }}
        />
      </div>
      <div className={styles.fields}>
        {listed.map(({ name }) => choice({ by: 'field', field: name }, name, true))}
        {listed.length === 0 && (
          <p className={styles.none}>{fields ? laterTexts.stack.noFields : laterTexts.stack.fieldsUnknown}</p>
        )}
        {listed.length < found.length && (
          <p className={styles.none}>{laterTexts.stack.more(found.length - listed.length)}</p>
        )}
      </div>
    </div>
  );
}

/** Handles the Up and Down keys, which move the focus between the choices and the filter. */
function visitChoice(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined || event.altKey || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('button, input')];
  event.preventDefault();
  stops[stops.indexOf(event.target as HTMLElement) + step]?.focus();
}

/**
 * Sorts matching fields: the exact name first, then names that begin with the text, then other names. Enter in the
 * filter selects the first field.
 */
function nearestFirst(fields: readonly FieldType[], text: string): readonly FieldType[] {
  const typed = text.trim();
  const wanted = typed.toLowerCase();
  if (wanted === '') return fields;
  const distance = ({ name }: FieldType): number => {
    if (name === typed) return 0;
    if (name.toLowerCase() === wanted) return 1;
    return name.toLowerCase().startsWith(wanted) ? 2 : 3;
  };
  return [...fields].sort((one, other) => distance(one) - distance(other));
}

/** Returns the fields by which messages can be grouped, by name; fields that only the server writes come last. */
const groupable = (fields: readonly FieldType[]): readonly FieldType[] =>
  fields
    .filter(({ name, type: { properties } }) => name !== 'timestamp' && properties.includes('enumerable'))
    .sort(
      ({ name: one }, { name: other }) =>
        Number(isReservedField(one)) - Number(isReservedField(other)) || one.localeCompare(other),
    );
