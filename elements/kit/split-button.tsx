import { makeStyles } from '@griffel/react';
import type { ReactNode } from 'react';
import { Button, type ButtonProps } from './button.js';
import { ChevronDownIcon } from './icons.js';
import { Menu, type MenuEntry } from './menu.js';
import { laterKitTexts } from './later-texts.js';

const useStyles = makeStyles({
  root: { display: 'inline-flex' },
  first: { borderTopRightRadius: '0', borderBottomRightRadius: '0', ':focus-visible': { zIndex: 1 } },
  second: {
    width: '28px',
    padding: '0',
    marginLeft: '-1px',
    borderTopLeftRadius: '0',
    borderBottomLeftRadius: '0',
    '& > svg': { fontSize: '16px' },
    ':focus-visible': { zIndex: 1 },
  },
});

export interface SplitButtonProps extends Omit<ButtonProps, 'iconAfter' | 'full'> {
  readonly menuLabel?: string;
  readonly entries: readonly MenuEntry[];
}

/** Renders a button for the default action, joined with a button that opens a menu of other actions. */
export function SplitButton({
  menuLabel = laterKitTexts.moreActions,
  entries,
  ...button
}: SplitButtonProps): ReactNode {
  const styles = useStyles();
  const { appearance = 'secondary', size = 'medium' } = button;
  return (
    <span className={styles.root}>
      <Button {...button} className={styles.first} />
      <Menu label={menuLabel} entries={entries}>
        <Button
          appearance={appearance}
          size={size}
          aria-label={menuLabel}
          icon={<ChevronDownIcon />}
          className={styles.second}
        />
      </Menu>
    </span>
  );
}
