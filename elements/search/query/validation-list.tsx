/** Renders the findings of the query validation: content of the pop-over that the validation icon opens (spec 2 §8). */
import { makeStyles } from '@griffel/react';
import type { Explanation } from '../../../api/contract/searches.js';
import { listedExplanations } from '../../../machines/query-validation.js';
import { focusRing, space, tokens, type } from '../../kit/tokens.js';
import { texts } from '../texts.js';
import { sectionOf } from './finding-section.js';
import type { ReferenceSection } from './query-reference-texts.js';

export interface ValidationListProps {
  readonly id?: string;
  readonly severity: 'error' | 'warning';
  readonly explanations: readonly Explanation[];
  /** Opens the query reference at the section that explains a finding. */
  readonly onDocumentation: (section: ReferenceSection['id']) => void;
}

const useStyles = makeStyles({
  root: { maxWidth: '420px', ...type.body, color: tokens.text.primary },
  error: { ...type.cardTitle, margin: `0 0 ${space.xs}px`, color: tokens.status.danger.text },
  warning: { ...type.cardTitle, margin: `0 0 ${space.xs}px`, color: tokens.status.warning.text },
  list: {
    display: 'flex',
    flexDirection: 'column',
    gap: `${space.m}px`,
    maxHeight: '240px',
    margin: 0,
    padding: 0,
    overflowY: 'auto',
    listStyleType: 'none',
  },
  item: { overflowWrap: 'anywhere' },
  title: { fontWeight: 600 },
  link: {
    padding: 0,
    border: 'none',
    backgroundColor: 'transparent',
    color: tokens.text.link,
    font: 'inherit',
    cursor: 'pointer',
    ':hover': { color: tokens.text.linkHover, textDecorationLine: 'underline' },
    ':focus-visible': focusRing,
  },
});

export function ValidationList({ id, severity, explanations, onDocumentation }: ValidationListProps) {
  const styles = useStyles();
  return (
    <div id={id} className={styles.root}>
      <h2 className={styles[severity]}>{severity === 'error' ? texts.query.error : texts.query.warning}</h2>
      <ul className={styles.list}>
        {listedExplanations(explanations).map((explanation, index) => (
          <li key={index} className={styles.item}>
            <span className={styles.title}>{explanation.error_title}:</span> {explanation.error_message}{' '}
            <button
              type="button"
              className={styles.link}
              onClick={() => onDocumentation(sectionOf(explanation.error_type))}
            >
              {texts.query.learnMore}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
