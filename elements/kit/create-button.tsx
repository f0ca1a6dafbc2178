import type { ReactNode } from 'react';
import { Button } from './button.js';
import { AddIcon } from './icons.js';
import { PageActions } from './page-actions.js';

export interface CreateButtonProps {
  readonly label: string;
  readonly onClick: () => void;
}

/** Renders the create button of a list. The quick jump offers its action while the button is mounted. */
export function CreateButton({ label, onClick }: CreateButtonProps): ReactNode {
  return (
    <>
      <PageActions entries={[{ key: 'create', label, icon: <AddIcon />, onSelect: onClick }]} />
      <Button appearance="primary" icon={<AddIcon />} onClick={onClick}>
        {label}
      </Button>
    </>
  );
}
