/** Renders the primary button of the page: runs the search, shows that it is running, and marks unexecuted changes. */
import { makeStyles, mergeClasses } from '@griffel/react';
import { Button } from '../../kit/button.js';
import { IconButton } from '../../kit/icon-button.js';
import { CloseIcon, FilterIcon, SearchIcon } from '../../kit/icons.js';
import { PageActions } from '../../kit/page-actions.js';
import { SpinnerRing } from '../../kit/spinner.js';
import { container, space, tokens } from '../../kit/tokens.js';
import { texts } from '../texts.js';
import { useAfter } from './use-after.js';

export interface SearchButtonProps {
  /** True when the bar differs from the executed search. */
  readonly changed: boolean;
  readonly running: boolean;
  readonly onSearch: () => void;
  /** Cancels the running search; the button for it appears once the search has run for a second. */
  readonly onCancel?: (() => void) | undefined;
  readonly compact?: boolean;
  /**
   * Labels of the button on a dashboard, where the query filters all widgets. With these labels the button shows only
   * an icon. `changed` describes unexecuted changes.
   */
  readonly filter?: { readonly label: string; readonly changed: string } | undefined;
}

const spinnerAfterMs = 200;
/** Milliseconds after which a running search can be cancelled. */
const cancelAfterMs = 1_000;

const useStyles = makeStyles({
  root: { position: 'relative', display: 'flex', flex: '0 0 auto' },
  /** The cancel button covers the help icon at the right end of the query, so that no control moves. */
  cancel: {
    position: 'absolute',
    zIndex: 1,
    right: `calc(100% + ${space.m + space.xs}px)`,
    top: '50%',
    transform: 'translateY(-50%)',
    backgroundColor: tokens.surface.card,
  },
  button: {
    minWidth: '105px',
    height: 'auto',
    minHeight: '36px',
    [container.compact]: { minWidth: '44px', padding: '0' },
  },
  compact: { minWidth: '83px', minHeight: '28px' },
  filter: { minWidth: '40px', padding: 0 },
  label: { [container.compact]: { display: 'none' } },
});

export function SearchButton({ changed, running, onSearch, onCancel, compact = false, filter }: SearchButtonProps) {
  const styles = useStyles();
  const spinning = useAfter(running, spinnerAfterMs);
  const cancelable = useAfter(running, cancelAfterMs) && onCancel !== undefined;
  return (
    <span className={styles.root}>
      <PageActions
        entries={[
          { key: 'run', label: filter?.label ?? texts.bar.run, onSelect: onSearch },
          ...(onCancel ? [{ key: 'cancel', label: texts.bar.cancel, onSelect: onCancel }] : []),
        ]}
      />
      <Button
        appearance="primary"
        className={mergeClasses(styles.button, compact && styles.compact, filter && styles.filter)}
        icon={spinning ? <SpinnerRing size={20} /> : filter ? <FilterIcon /> : <SearchIcon />}
        aria-label={filter?.label ?? texts.bar.search}
        title={filter?.label}
        aria-busy={running}
        pending={changed && (filter?.changed ?? texts.bar.changed)}
        onClick={onSearch}
      >
        {!filter && <span className={styles.label}>{texts.bar.search}</span>}
      </Button>
      {cancelable && (
        <IconButton
          size="small"
          className={styles.cancel}
          label={texts.bar.cancel}
          icon={<CloseIcon />}
          onClick={onCancel}
        />
      )}
    </span>
  );
}
