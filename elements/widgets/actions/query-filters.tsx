import type { ReactNode } from 'react';
import { addToQuery, excludeFromQuery } from '../../../api/language/index.js';
import { IconButton, type IconButtonProps } from '../../kit/icon-button.js';
import { ExcludeIcon, IncludeIcon } from '../../kit/icons.js';
import { useFieldInteractions } from './interactions.js';

export interface QueryFiltersProps extends Pick<IconButtonProps, 'tabIndex' | 'className' | 'disabledReason'> {
  /** Returns the clause that the buttons add or exclude. */
  readonly clause: () => string;
  /** Labels of the two buttons. */
  readonly add: string;
  readonly exclude: string;
  /** Called after a click on either button. */
  readonly onUsed?: () => void;
  readonly 'data-tool'?: string;
}

/**
 * Renders two buttons: the first adds a clause to the query, the second excludes the messages that match the clause.
 * Renders nothing where the query cannot be changed.
 */
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
