/**
 * Renders the Keyword tab of the time range picker: a range in words, which the server resolves while the user types
 * (screens/search.md §3).
 */
import { makeStyles, mergeClasses } from '@griffel/react';
import { useId } from 'react';
import { space, tokens, type } from '../../kit/tokens.js';
import { useFieldStyles } from './field-styles.js';
import { pickerTexts } from './texts.js';

export interface KeywordFieldsProps {
  readonly keyword: string;
  readonly onChange: (keyword: string) => void;
  readonly error: string | undefined;
  readonly checking: boolean;
}

const useStyles = makeStyles({
  help: { ...type.body, margin: `0 0 ${space.m}px`, color: tokens.text.secondary },
  examples: {
    margin: `${space.m}px 0 0`,
    padding: `${space.xl}px`,
    borderRadius: tokens.radius.card,
    backgroundColor: tokens.surface.inset,
  },
  title: { ...type.cardTitle, margin: `0 0 ${space.xs}px` },
  list: { margin: 0, padding: 0, listStyleType: 'none', ...type.body, color: tokens.text.secondary },
  example: {
    padding: 0,
    border: 'none',
    backgroundColor: 'transparent',
    ...type.logSmall,
    color: tokens.text.link,
    textAlign: 'start',
    cursor: 'pointer',
    ':hover': { textDecorationLine: 'underline' },
  },
});

export function KeywordFields({ keyword, onChange, error, checking }: KeywordFieldsProps) {
  const styles = useStyles();
  const field = useFieldStyles();
  const errorId = useId();
  return (
    <>
      <p className={styles.help}>{pickerTexts.keywordHelp}</p>
      <input
        className={mergeClasses(field.input, field.wide, error !== undefined && field.wrong)}
        aria-label={pickerTexts.keyword}
        aria-invalid={error !== undefined}
        aria-describedby={errorId}
        aria-busy={checking}
        placeholder={pickerTexts.keywordPlaceholder}
        autoComplete="off"
        value={keyword}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <p id={errorId} className={field.error} role={error ? 'alert' : undefined}>
        {error}
      </p>
      <div className={styles.examples}>
        <h3 className={styles.title}>{pickerTexts.examples}</h3>
        <ul className={styles.list}>
          {pickerTexts.keywordExamples.map(([example, meaning]) => (
            <li key={example}>
              <button type="button" className={styles.example} onClick={() => onChange(example)}>
                {example}
              </button>{' '}
              – {meaning}
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}
