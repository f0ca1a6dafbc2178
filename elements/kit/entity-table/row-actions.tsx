/** Renders actions of a row: unobtrusive icons, which have labels in the hovered or focused row. */
import { makeStyles, mergeClasses } from '@griffel/react';
import type { ReactNode } from 'react';
import { Button } from '../button.js';
import { MoreIcon } from '../icons.js';
import { Menu, type MenuEntry } from '../menu.js';
import { tokens } from '../tokens.js';
import { tableTexts } from './texts.js';

const useStyles = makeStyles({
  button: { width: '28px', padding: 0 },
  enabled: { color: tokens.text.secondary },
  word: { display: 'none' },
  danger: { color: tokens.status.danger.text },
});

/** An action with its own button. */
export interface RowAction {
  readonly key: string;
  /** Label of one or two words, shown while the row is hovered. */
  readonly label: string;
  readonly icon: ReactNode;
  readonly onSelect: () => void;
  /** True for an action that destroys data. */
  readonly danger?: boolean;
  readonly disabled?: boolean;
  readonly disabledReason?: string;
}

export interface RowActions {
  readonly buttons?: readonly RowAction[];
  /** Entries of the "More" menu. */
  readonly more?: readonly MenuEntry[];
}

/** Width in px of a button with its label. */
const buttonWidth = 84;
/** Width in px of an icon button. */
const iconWidth = 32;

/** Returns the width in px that the actions of a row need; with `words`, including the labels of the hovered row. */
export function actionsWidthOf(buttons: number, words: boolean): number {
  return buttons === 0 ? 0 : buttons * (words ? buttonWidth : iconWidth) + 16;
}

export function RowActionButtons({
  actions,
  name,
  words,
}: {
  readonly actions: RowActions;
  /** True when there is room for labels beside the icons. */
  readonly words: boolean;
  /** Accessible name of the row. */
  readonly name: string;
}): ReactNode {
  const styles = useStyles();
  const { buttons = [], more = [] } = actions;
  return (
    <>
      {buttons.map(({ key, label, icon, onSelect, danger = false, disabled = false, disabledReason }) => (
        <Button
          key={key}
          size="small"
          appearance="subtle"
          icon={icon}
          className={mergeClasses(styles.button, !disabled && styles.enabled)}
          {...(words && { 'data-row-action': '' })}
          aria-label={`${label} ${name}`}
          disabled={disabled}
          disabledReason={disabledReason}
          onClick={onSelect}
        >
          <span
            className={mergeClasses(styles.word, danger && !disabled && styles.danger)}
            {...(words && { 'data-word': '' })}
          >
            {label}
          </span>
        </Button>
      ))}
      {more.length > 0 && (
        <Menu label={tableTexts.moreFor(name)} entries={more}>
          <Button
            size="small"
            appearance="subtle"
            icon={<MoreIcon />}
            className={mergeClasses(styles.button, styles.enabled)}
            {...(words && { 'data-row-action': '' })}
            aria-label={tableTexts.moreFor(name)}
          >
            <span className={styles.word} {...(words && { 'data-word': '' })}>
              {tableTexts.more}
            </span>
          </Button>
        </Menu>
      )}
    </>
  );
}
