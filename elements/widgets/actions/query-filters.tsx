import type { ReactNode } from 'react';
import { addToQuery, excludeFromQuery } from '../../../api/language/index.js';
import { IconButton, type IconButtonProps } from '../../kit/icon-button.js';
import { ExcludeIcon, IncludeIcon } from '../../kit/icons.js';
import { useFieldInteractions } from './interactions.js';

export interface QueryFiltersProps extends Pick<IconButtonProps, 'tabIndex' | 'className' | 'disabledReason'> {
  /** Clause that is added to the query; computed when the button is pressed. */
  readonly clause: () => string;
  /** Names of the two. */
  readonly add: string;
  readonly exclude: string;
  /** One was pressed. */
  readonly onUsed?: () => void;
  readonly 'data-tool'?: string;
}

/** Two buttons: the query with a clause, and without what it finds. Nothing where there is no query to change. */
export function QueryFilters({ clause, add, exclude, onUsed, disabledReason, ...rest }: QueryFiltersProps): ReactNode {
  const interactions = useFieldInteractions();
  const onQuery = interactions?.onQuery;
  if (!onQuery) return null;
  const button = (label: string, icon: ReactNode, change: typeof addToQuery): ReactNode => (
    <IconButton
      {...rest}
      quiet
      size="small"
      label={label}
      icon={icon}
      disabled={disabledReason !== undefined}
      disabledReason={disabledReason}
      onClick={() => {
        onUsed?.();
        onQuery(change(interactions.query(), clause()));
      }}
    />
  );
  return (
    <>
      {button(add, <IncludeIcon />, addToQuery)}
      {button(exclude, <ExcludeIcon />, excludeFromQuery)}
    </>
  );
}
