import { makeStyles } from '@griffel/react';
import { useContext, type ReactNode } from 'react';
import { addToQuery, fieldExists } from '../../api/language/index.js';
import { IconButton } from '../kit/icon-button.js';
import { AddIcon, FilterIcon, RemoveIcon, ShowIcon } from '../kit/icons.js';
import { tokens } from '../kit/tokens.js';
import { clauseOf } from '../widgets/actions/actions.js';
import { TableColumnsContext, useFieldInteractions } from '../widgets/actions/interactions.js';
import { menuTexts } from '../widgets/actions/menu-texts.js';
import { QueryFilters } from '../widgets/actions/query-filters.js';
import { texts } from './texts.js';

const useStyles = makeStyles({
  tools: {
    position: 'absolute',
    zIndex: 1,
    top: 0,
    right: '28px',
    display: 'flex',
    borderRadius: tokens.radius.control,
    backgroundColor: tokens.surface.raised,
    boxShadow: tokens.shadow.control,
    '@media (pointer: coarse)': { right: 0 },
  },
  tool: { '@media (pointer: coarse)': { width: '44px', height: '44px' } },
});

export interface FieldToolsProps {
  readonly field: string;
  readonly value: unknown;
  readonly type: string | undefined;
}

/**
 * Renders buttons for the most frequent actions on a value, shown while its row is hovered or focused; the right and
 * left arrow keys reach them.
 */
export function FieldTools({ field, value, type }: FieldToolsProps): ReactNode {
  const styles = useStyles();
  const interactions = useFieldInteractions();
  const columns = useContext(TableColumnsContext);
  const onQuery = interactions?.onQuery;
  if (!onQuery && !columns) return null;
  const clause = () => clauseOf(field, value, type, interactions?.typeOf);
  const disabledReason = interactions?.isLeftOut?.(field) === true ? menuTexts.leftOut : undefined;
  const tool = (label: string, icon: ReactNode, run: () => void, reason?: string): ReactNode => (
    <IconButton
      size="small"
      quiet
      tabIndex={-1}
      data-tool=""
      className={styles.tool}
      label={`${label}: ${field}`}
      icon={icon}
      disabled={reason !== undefined}
      disabledReason={reason}
      onClick={run}
    />
  );
  const isColumn = columns?.fields.includes(field);
  return (
    <span className={styles.tools}>
      {onQuery && (
        <>
          <QueryFilters
            tabIndex={-1}
            data-tool=""
            className={styles.tool}
            clause={clause}
            disabledReason={disabledReason}
            add={`${menuTexts.action.addToQuery}: ${field}`}
            exclude={`${menuTexts.action.excludeFromResults}: ${field}`}
          />
          {tool(texts.only, <FilterIcon />, () => onQuery(clause()), disabledReason)}
          {tool(
            texts.exists,
            <ShowIcon />,
            () => onQuery(addToQuery(interactions.query(), fieldExists(field))),
            disabledReason,
          )}
        </>
      )}
      {columns &&
        (isColumn
          ? tool(menuTexts.action.removeFromTable, <RemoveIcon />, () => columns.onRemove(field))
          : tool(menuTexts.action.addToTable, <AddIcon />, () => columns.onAdd(field)))}
    </span>
  );
}
