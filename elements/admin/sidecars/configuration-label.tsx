/** Renders the name of a configuration with its colour, linked to its page. */
import { makeStyles } from '@griffel/react';
import type { ReactNode } from 'react';
import type { Assignment, ConfigurationSummary } from '../../../api/contract/sidecars.schema.js';
import { Link } from '../../kit/link.js';
import { tokens, type } from '../../kit/tokens.js';
import { Tooltip } from '../../kit/tooltip.js';
import { pageTexts } from './page-texts.js';
import { routes } from './routes.js';

const useStyles = makeStyles({
  label: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '6px',
    padding: '0 8px',
    border: `1px solid ${tokens.border.default}`,
    borderRadius: '4px',
    ...type.caption,
  },
  dot: { flexShrink: 0, width: '8px', height: '8px', borderRadius: '4px' },
});

export interface ConfigurationLabelProps {
  readonly configuration: Pick<ConfigurationSummary, 'id' | 'name' | 'color'>;
  readonly assignment?: Assignment;
}

/** Describes the origin of an assignment, tags or a rule; empty for a manual assignment. */
export const originOf = ({ assigned_from_tags: tags, assigned_from_rule: rule }: Assignment): string =>
  tags.length > 0 ? pageTexts.administration.fromTags(tags) : rule === true ? pageTexts.administration.fromRule : '';

export function ConfigurationLabel({ configuration, assignment }: ConfigurationLabelProps): ReactNode {
  const styles = useStyles();
  return (
    <Tooltip content={assignment ? originOf(assignment) : ''}>
      <span className={styles.label}>
        <span aria-hidden="true" className={styles.dot} style={{ backgroundColor: configuration.color }} />
        <Link route={routes.editConfiguration(configuration.id)}>{configuration.name}</Link>
      </span>
    </Tooltip>
  );
}
