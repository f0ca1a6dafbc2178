/** The page's one primary button: runs the search, shows that it runs, marks that something was not run yet. */
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
  /** The form differs from what was executed. */
  readonly changed: boolean;
  readonly running: boolean;
  readonly onSearch: () => void;
  /** Stops the running search; offered once it takes noticeably long. */
  readonly onCancel?: (() => void) | undefined;
  readonly compact?: boolean;
  /** For a dashboard, whose query filters all widgets: an icon with this name. */
  readonly filter?: { readonly label: string; readonly changed: string } | undefined;
}

const spinnerAfterMs = 200;
/** A running search can be cancelled once a person waits for it. */
const cancelAfterMs = 1_000;

const useStyles = makeStyles({
  root: { position: 'relative', display: 'flex', flex: '0 0 auto' },
  /** Over the right end of the query, in place of its help: nothing moves for it. */
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
