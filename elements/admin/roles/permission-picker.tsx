/**
 * Renders a permission selection by resource with descriptions. The list is one tab stop regardless of its length:
 * arrow keys, Home and End move within it.
 */
import { makeStyles } from '@griffel/react';
import {
  useDeferredValue,
  useMemo,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import type { PermissionGroup } from '../../../api/permission-catalogue.js';
import { Checkbox } from '../../kit/checkbox.js';
import { Input } from '../../kit/input.js';
import { SearchIcon } from '../../kit/icons.js';
import { container, tokens, type } from '../../kit/tokens.js';
import { filteredGroups } from './permissions.js';
import { texts } from './texts.js';

const { form: words } = texts;

const useStyles = makeStyles({
  tools: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    gap: '8px 16px',
    alignItems: 'center',
    marginBottom: '8px',
    [container.compact]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  list: {
    position: 'relative',
    maxHeight: '460px',
    overflowY: 'auto',
    border: `1px solid ${tokens.border.default}`,
    borderRadius: '4px',
  },
  group: { borderBottom: `1px solid ${tokens.border.divider}`, padding: '8px 12px' },
  head: {
    display: 'flex',
    alignItems: 'baseline',
    justifyContent: 'space-between',
    gap: '12px',
    color: tokens.text.primary,
  },
  title: { ...type.cardTitle, overflowWrap: 'anywhere' },
  count: { color: tokens.text.secondary, fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap', ...type.caption },
  row: { display: 'flex', padding: '3px 0 3px 24px' },
  permission: { display: 'block', color: tokens.text.secondary, overflowWrap: 'anywhere', ...type.logSmall },
  none: { padding: '16px', color: tokens.text.secondary, ...type.body },
  foot: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '4px 16px',
    marginTop: '6px',
    color: tokens.text.secondary,
    ...type.caption,
  },
});

export interface PermissionPickerProps {
  readonly catalogue: readonly PermissionGroup[];
  readonly value: readonly string[];
  /** True for a permission that the user may grant; other permissions cannot be selected. */
  readonly mayGive: (permission: string) => boolean;
  readonly onChange: (chosen: readonly string[]) => void;
}

export function PermissionPicker({ catalogue, value, mayGive, onChange }: PermissionPickerProps): ReactNode {
  const styles = useStyles();
  const [filter, setFilter] = useState('');
  /** Permissions selected when "Only chosen ones" was switched on: a permission deselected since stays visible. */
  const [only, setOnly] = useState<ReadonlySet<string>>();
  /** Key (permission or resource) of the checkbox that is the list's tab stop; undefined for the first checkbox. */
  const [stop, setStop] = useState<string>();
  const list = useRef<HTMLDivElement>(null);
  const chosen = useMemo(() => new Set(value), [value]);
  const wanted = useDeferredValue(filter);
  const groups = useMemo(() => filteredGroups(catalogue, wanted, only), [catalogue, wanted, only]);
  const keys = groups.flatMap(({ resource, permissions }) => {
    const free = permissions.map(({ permission }) => permission).filter(mayGive);
    return free.length > 0 ? [resource, ...free] : [];
  });
  const some = groups.some(({ permissions }) => permissions.some(({ permission }) => !mayGive(permission)));
  const entrance = stop !== undefined && keys.includes(stop) ? stop : keys[0];

  const set = (permissions: readonly string[], on: boolean): void => {
    const others = value.filter((one) => !permissions.includes(one));
    onChange(on ? [...others, ...permissions].sort() : others);
  };
  const moved = (event: KeyboardEvent): void => {
    const boxes = [...(list.current?.querySelectorAll<HTMLInputElement>('input:enabled') ?? [])];
    const at = boxes.indexOf(event.target as HTMLInputElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: boxes.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    boxes[Math.min(Math.max(to, 0), boxes.length - 1)]?.focus();
  };
  const entered = ({ target }: FocusEvent): void => setStop((target as HTMLElement).dataset['key']);
  const box = (key: string) => ({ 'data-key': key, tabIndex: key === entrance ? 0 : -1 });
  return (
    <div>
      <div className={styles.tools}>
        <Input
          type="search"
          aria-label={words.filter}
          placeholder={words.filter}
          value={filter}
          onChange={setFilter}
          before={<SearchIcon />}
          onKeyDown={(event) => {
            // Enter in the filter must not submit the surrounding form.
            if (event.key === 'Enter') event.preventDefault();
          }}
        />
        <Checkbox
          label={words.chosenOnly}
          checked={only !== undefined}
          onChange={(on) => setOnly(on ? chosen : undefined)}
        />
      </div>
      <div
        ref={list}
        role="group"
        aria-label={words.permissions}
        aria-description={words.keys}
        className={styles.list}
        onKeyDown={moved}
        onFocus={entered}
      >
        {groups.map(({ resource, title, permissions }) => {
          const names = permissions.map(({ permission }) => permission);
          const held = names.filter((name) => chosen.has(name)).length;
          return (
            <div key={resource} role="group" aria-label={title} className={styles.group}>
              <div className={styles.head}>
                <Checkbox
                  {...box(resource)}
                  aria-label={words.wholeGroup(title)}
                  label={<span className={styles.title}>{title}</span>}
                  checked={held === names.length ? true : held > 0 ? 'mixed' : false}
                  disabled={!names.some(mayGive)}
                  onChange={(on) => set(names.filter(mayGive), on)}
                />
                <span className={styles.count}>{words.ofGroup(held, names.length)}</span>
              </div>
              {permissions.map(({ permission, description }) => (
                <div key={permission} className={styles.row}>
                  <Checkbox
                    {...box(permission)}
                    label={
                      <>
                        {description} <span className={styles.permission}>{permission}</span>
                      </>
                    }
                    checked={chosen.has(permission)}
                    disabled={!mayGive(permission)}
                    onChange={(on) => set([permission], on)}
                  />
                </div>
              ))}
            </div>
          );
        })}
        {groups.length === 0 && <p className={styles.none}>{words.filterNone}</p>}
      </div>
      <div className={styles.foot}>
        <span role="status">{words.chosen(value.length)}</span>
        <span>{words.keys}</span>
        {some && <span>{words.notHeld}</span>}
      </div>
    </div>
  );
}
