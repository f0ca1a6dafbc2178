/** Renders a menu with a single selection; a click on an option closes the menu. */
import { ContextMenu, type MenuEntry } from '../../kit/menu.js';

interface MenuOption<Key extends string | number> {
  readonly key: Key;
  readonly label: string;
}

export interface OptionMenuProps<Key extends string | number> {
  /** The button that opens the menu. */
  readonly target: HTMLElement;
  readonly label: string;
  readonly header?: string;
  readonly options: readonly MenuOption<Key>[];
  readonly chosen: Key | undefined;
  readonly onChoose: (key: Key) => void;
  readonly onClose: () => void;
  /** Entries after the options, separated from them by a divider, such as a link. */
  readonly more?: readonly MenuEntry[];
}

export function OptionMenu<Key extends string | number>(props: OptionMenuProps<Key>) {
  const { target, label, header, options, chosen, onChoose, onClose, more = [] } = props;
  const close = (): void => {
    onClose();
    target.focus({ preventScroll: true });
  };
  const entries = options.map((option): MenuEntry => ({
    kind: 'radio',
    key: String(option.key),
    label: option.label,
    checked: option.key === chosen,
    onSelect: () => {
      close();
      onChoose(option.key);
    },
  }));
  return (
    <ContextMenu
      target={target}
      label={label}
      {...(header !== undefined && { header })}
      entries={more.length > 0 ? [...entries, { kind: 'divider' }, ...more] : entries}
      onClose={onClose}
    />
  );
}
