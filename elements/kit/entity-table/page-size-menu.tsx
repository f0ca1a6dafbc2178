/** Renders a menu for the page size of a table. */
import { makeStyles } from '@griffel/react';
import type { ReactNode } from 'react';
import { Button } from '../button.js';
import { ChevronDownIcon } from '../icons.js';
import { Menu } from '../menu.js';
import { tableTexts } from './texts.js';

const useStyles = makeStyles({ chevron: { '& > svg': { fontSize: '16px' } } });

export interface PageSizeMenuProps {
  readonly sizes: readonly number[];
  readonly size: number;
  readonly onChoose: (size: number) => void;
}

export function PageSizeMenu({ sizes, size, onChoose }: PageSizeMenuProps): ReactNode {
  const styles = useStyles();
  return (
    <Menu
      label={tableTexts.pageSize}
      entries={sizes.map((one) => ({
        kind: 'radio',
        key: String(one),
        label: tableTexts.rows(one),
        checked: one === size,
        onSelect: () => onChoose(one),
      }))}
    >
      <Button appearance="subtle" iconAfter={<ChevronDownIcon />} className={styles.chevron}>
        {tableTexts.rows(size)}
      </Button>
    </Menu>
  );
}
