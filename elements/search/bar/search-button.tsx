/** The page's one primary button: runs the search, shows that it runs, marks that something was not run yet. */
import { makeStyles, mergeClasses } from '@griffel/react';
import { Button } from '../../kit/button.js';
import { IconButton } from '../../kit/icon-button.js';
import { CloseIcon, SearchIcon } from '../../kit/icons.js';
import { SpinnerRing } from '../../kit/spinner.js';
import { container, space } from '../../kit/tokens.js';
import { texts } from '../texts.js';
import { useAfter } from './use-after.js';

export interface SearchButtonProps {
  /** The form differs from what was executed. */
  readonly changed: boolean;
  readonly running: boolean;
  readonly onSearch: () => void;
  /** Stops the running search; offered once it takes noticeably long. */
  readonly onCancel?: (() => void) | undefined;
  readonly compact?: boolean;
}

const spinnerAfterMs = 200;
/** A running search can be cancelled once a person waits for it. */
const cancelAfterMs = 1_000;

const useStyles = makeStyles({
  root: { display: 'flex', flex: '0 0 auto', gap: `${space.xs}px` },
  button: {
    minWidth: '105px',
    height: 'auto',
    minHeight: '36px',
    [container.compact]: { minWidth: '44px', padding: '0' },
  },
  compact: { minWidth: '83px', minHeight: '28px' },
  label: { [container.compact]: { display: 'none' } },
});

export function SearchButton({ changed, running, onSearch, onCancel, compact = false }: SearchButtonProps) {
  const styles = useStyles();
  const spinning = useAfter(running, spinnerAfterMs);
  const cancelable = useAfter(running, cancelAfterMs) && onCancel !== undefined;
  return (
    <span className={styles.root}>
      <Button
        appearance="primary"
        className={mergeClasses(styles.button, compact && styles.compact)}
        icon={spinning ? <SpinnerRing size={20} /> : <SearchIcon />}
        aria-label={texts.bar.search}
        aria-busy={running}
        pending={changed && texts.bar.changed}
        onClick={onSearch}
      >
        <span className={styles.label}>{texts.bar.search}</span>
      </Button>
      {cancelable && (
        <IconButton appearance="secondary" label={texts.bar.cancel} icon={<CloseIcon />} onClick={onCancel} />
      )}
    </span>
  );
}
