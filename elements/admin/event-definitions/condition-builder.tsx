/**
 * Renders an editor for the rules and groups of a condition (screens/dashboards-sharing-alerts.md §9.5). The tree is in
 * `machines/event-condition`.
 */
import { makeStyles, mergeClasses } from '@griffel/react';
import { createContext, useContext, useState, type ReactNode } from 'react';
import {
  addGroup,
  addRule,
  changeRule,
  comparisons,
  conditionFaults,
  conditionText,
  itemText,
  remove,
  formulaFunction,
  ruleFaults,
  switchOperator,
  type Foreign,
  type Group,
  type Operator,
  type Path,
  type Rule,
} from '../../../machines/event-condition/tree.js';
import { Alert } from '../../kit/alert.js';
import { Button } from '../../kit/button.js';
import { Combobox } from '../../kit/combobox.js';
import { Field } from '../../kit/field.js';
import { IconButton } from '../../kit/icon-button.js';
import { AddIcon, DeleteIcon, StackIcon } from '../../kit/icons.js';
import type { MultiSelectOption } from '../../kit/multi-select-options.js';
import { NumberInput } from '../../kit/number-input.js';
import { Select } from '../../kit/select.js';
import { container, tokens, type } from '../../kit/tokens.js';
import { FormulaInput } from '../../widgets/formula/formula-input.js';
import { formTexts } from './form-texts.js';

const words = formTexts.aggregation;

const useStyles = makeStyles({
  level: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '10px', minWidth: 0 },
  operator: { maxWidth: '260px' },
  group: {
    padding: '10px 0 2px 14px',
    marginLeft: '2px',
    borderLeft: `2px solid ${tokens.border.default}`,
    borderTop: 'none',
  },
  fieldset: { margin: 0, padding: 0, border: 'none', minWidth: 0 },
  row: {
    display: 'grid',
    gridTemplateColumns: 'minmax(96px, 1fr) minmax(110px, 1.4fr) 76px minmax(84px, 1fr) auto',
    gap: '8px',
    alignItems: 'start',
    [container.compact]: { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)' },
  },
  wideCell: { gridColumn: 'span 2', [container.compact]: { gridColumn: 'auto' } },
  formula: { gridColumn: '1 / -1' },
  buttons: { display: 'flex', gap: '2px' },
  labelled: { paddingTop: '24px', [container.compact]: { paddingTop: 0 } },
  // Labels below the first row are visually hidden and exist only for screen readers.
  quiet: {
    '& label': {
      position: 'absolute',
      width: '1px',
      height: '1px',
      overflow: 'hidden',
      clipPath: 'inset(50%)',
      whiteSpace: 'nowrap',
    },
  },
  foreign: { display: 'flex', alignItems: 'center', gap: '8px', ...type.body },
  text: { flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere', ...type.logSmall },
  note: { color: tokens.text.secondary, ...type.caption },
  summary: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '6px' },
  list: { margin: '4px 0 0', paddingLeft: '18px', '& > li': { listStyle: 'disc' } },
});

interface BuilderFace {
  readonly functions: readonly string[];
  readonly fields: readonly MultiSelectOption[];
  /** True shows every error; otherwise a row shows its errors once the user has filled in a part and left the row. */
  readonly tried: boolean;
  readonly change: (change: (root: Group) => Group) => void;
}
const FaceContext = createContext<BuilderFace>({ functions: [], fields: [], tried: false, change: () => undefined });

export interface ConditionBuilderProps {
  readonly value: Group;
  readonly onChange: (value: Group) => void;
  readonly functions: readonly string[];
  readonly fields: readonly MultiSelectOption[];
  readonly tried: boolean;
  /** Error of the condition, from the client's check or from the server. */
  readonly error?: string | undefined;
}

export function ConditionBuilder(props: ConditionBuilderProps): ReactNode {
  const { value, onChange, functions, fields, tried, error } = props;
  const styles = useStyles();
  const face = { functions, fields, tried, change: (change: (root: Group) => Group) => onChange(change(value)) };
  const isOwn = error === undefined || error === conditionFaults(value).join('. ');
  return (
    <FaceContext value={face}>
      <div className={styles.level}>
        <fieldset className={styles.fieldset} aria-label={words.conditions}>
          <Level group={value} path={[]} />
        </fieldset>
        {!isOwn && <Alert kind="danger">{error}</Alert>}
        <Summary value={value} />
      </div>
    </FaceContext>
  );
}

/** Returns the displayed position of a rule or group: `2.1` is the first entry of the group at position 2. */
const placeOf = (path: Path): string => path.map((at) => at + 1).join('.');

function Level({ group, path }: { readonly group: Group; readonly path: Path }): ReactNode {
  const styles = useStyles();
  const { change } = useContext(FaceContext);
  const operators: readonly { value: Operator; label: string }[] = [
    { value: '&&', label: words.all },
    { value: '||', label: words.any },
  ];
  return (
    <div className={styles.level}>
      <div className={styles.operator}>
        <Field label={path.length === 0 ? words.level : words.inner}>
          <Select
            options={operators}
            value={group.operator}
            onChange={(operator) => change((root) => switchOperator(root, path, operator))}
          />
        </Field>
      </div>
      {group.items.map((item, at) => {
        const own = [...path, at];
        if (item.kind === 'rule') return <RuleRow key={at} rule={item} path={own} />;
        if (item.kind === 'foreign') return <ForeignRow key={at} item={item} path={own} />;
        return (
          <fieldset
            key={at}
            className={mergeClasses(styles.fieldset, styles.group)}
            aria-label={words.group(placeOf(own))}
          >
            <Level group={item} path={own} />
          </fieldset>
        );
      })}
    </div>
  );
}

const isFirst = (path: Path): boolean => path.every((at) => at === 0) && path.length === 1;

function RuleRow({ rule, path }: { readonly rule: Rule; readonly path: Path }): ReactNode {
  const styles = useStyles();
  const { functions, fields, tried, change } = useContext(FaceContext);
  const { fn, field, formula, comparison, threshold } = rule;
  const isFormula = fn === formulaFunction;
  const isBegun = fn !== undefined || comparison !== undefined || threshold !== undefined;
  const [isLeft, setLeft] = useState(isBegun);
  const faults = tried || (isBegun && isLeft) ? ruleFaults(rule) : {};
  const set = (part: Partial<Rule>): void => change((root) => changeRule(root, path, part));
  const known = fn === undefined || functions.includes(fn) ? functions : [...functions, fn];
  const first = isFirst(path);
  return (
    <div
      role="group"
      aria-label={words.rule(placeOf(path))}
      className={mergeClasses(styles.row, !first && styles.quiet)}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setLeft(true);
      }}
    >
      <div className={isFormula ? styles.wideCell : undefined}>
        <Field label={words.fn} error={faults.fn}>
          <Select
            options={known.map((name) => ({
              value: name,
              label: name === formulaFunction ? words.formula : `${name}()`,
            }))}
            value={fn}
            placeholder={words.fn}
            onChange={(next) => set({ fn: next })}
          />
        </Field>
      </div>
      {!isFormula && (
        <Field label={words.field} error={faults.field}>
          <Combobox
            completes
            options={fields}
            value={field ?? ''}
            placeholder={fn === undefined || fn === 'count' ? words.noField : words.field}
            mono
            onChange={(next) => set({ field: next === '' ? undefined : next })}
          />
        </Field>
      )}
      <Field label={words.comparison} error={faults.comparison}>
        <Select
          options={comparisons.map((one) => ({ value: one, label: words.comparisons[one] }))}
          value={comparison}
          placeholder="…"
          onChange={(next) => set({ comparison: next })}
        />
      </Field>
      <Field label={words.threshold} error={faults.threshold}>
        <NumberInput value={threshold} onChange={(next) => set({ threshold: next })} />
      </Field>
      <Ways path={path} labelled={first} />
      {isFormula && (
        <div className={styles.formula}>
          <Field label={words.formula} help={words.formulaHelp} error={faults.formula}>
            <FormulaInput
              value={formula ?? ''}
              names={[]}
              fields={fields.map(({ value }) => value)}
              onChange={(next) => set({ formula: next })}
            />
          </Field>
        </div>
      )}
    </div>
  );
}

function Ways({ path, labelled }: { readonly path: Path; readonly labelled: boolean }): ReactNode {
  const styles = useStyles();
  const { change } = useContext(FaceContext);
  const place = placeOf(path);
  return (
    <div className={mergeClasses(styles.buttons, labelled && styles.labelled)}>
      <IconButton
        label={words.removeRule(place)}
        icon={<DeleteIcon />}
        onClick={() => change((root) => remove(root, path))}
      />
      <IconButton
        label={words.addRule(place)}
        icon={<AddIcon />}
        onClick={() => change((root) => addRule(root, path))}
      />
      <IconButton
        label={words.addGroup(place)}
        icon={<StackIcon />}
        onClick={() => change((root) => addGroup(root, path))}
      />
    </div>
  );
}

function ForeignRow({ item, path }: { readonly item: Foreign; readonly path: Path }): ReactNode {
  const styles = useStyles();
  return (
    <div role="group" aria-label={words.rule(placeOf(path))} className={styles.foreign}>
      <span className={styles.text}>
        {itemText(item)} <span className={styles.note}>{words.foreign}</span>
      </span>
      <Ways path={path} labelled={false} />
    </div>
  );
}

function Summary({ value }: { readonly value: Group }): ReactNode {
  const styles = useStyles();
  const [shown, setShown] = useState(false);
  const faults = conditionFaults(value);
  const valid = faults.length === 0;
  return (
    <section aria-label={words.summary} className={styles.summary}>
      <Alert
        kind={valid ? 'success' : 'warning'}
        title={valid ? words.valid : words.invalid}
        {...(!valid && {
          action: (
            <Button size="small" appearance="subtle" aria-expanded={shown} onClick={() => setShown(!shown)}>
              {shown ? words.hideErrors : words.showErrors}
            </Button>
          ),
        })}
      >
        {!valid && shown && (
          <ul className={styles.list}>
            {faults.map((fault) => (
              <li key={fault}>{fault}</li>
            ))}
          </ul>
        )}
        <p className={styles.text}>
          {words.preview} {conditionText(value)}
        </p>
      </Alert>
    </section>
  );
}
