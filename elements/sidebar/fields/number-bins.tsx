import { makeStyles } from '@griffel/react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState, type KeyboardEvent, type ReactNode } from 'react';
import { inBackground } from '../../../api/client.js';
import { addToQuery } from '../../../api/language/index.js';
import { syncSearchQuery } from '../../../api/queries/sync-search.js';
import type { SearchedDraft } from '../../../machines/view/draft-search.js';
import { binClause, binCounts, binsOf, binsSearch, type Bin } from '../../../machines/view/field-values.js';
import { contentTokens } from '../../kit/content-tokens.js';
import { focusRing, tokens } from '../../kit/tokens.js';
import { useViewClient } from '../../view-area/index.js';
import { useFieldInteractions } from '../../widgets/actions/interactions.js';
import { formatNumber } from '../../widgets/values/number-format.js';
import { texts } from '../texts.js';

const heightPx = 40;

const useStyles = makeStyles({
  plot: {
    display: 'flex',
    alignItems: 'flex-end',
    gap: '1px',
    height: `${heightPx}px`,
    // Aligns the bins with the shares of the fields above them.
    marginRight: '4px',
    borderBottom: `1px solid ${tokens.border.strong}`,
  },
  bar: {
    flex: '1 1 0',
    display: 'flex',
    alignItems: 'flex-end',
    height: '100%',
    padding: 0,
    border: 'none',
    backgroundColor: 'transparent',
    '& > span': {
      width: '100%',
      backgroundColor: contentTokens.level.informational.graphic,
      borderRadius: '1px 1px 0 0',
    },
    ':hover': { backgroundColor: tokens.surface.hover },
    ':hover > span': { backgroundColor: tokens.brand.solid },
    ':focus-visible': { ...focusRing, outlineOffset: '-1px' },
    '@media (forced-colors: active)': { '& > span': { backgroundColor: 'CanvasText' } },
  },
});

export interface NumberBinsProps {
  readonly field: string;
  readonly draft: SearchedDraft;
  readonly min: unknown;
  readonly max: unknown;
  readonly onUsed: () => void;
}

/**
 * Renders a histogram of a numeric field; clicking a bar narrows the query to its range. Renders nothing if there are
 * fewer than two bins, if the request fails, or if the answer has no counts.
 */
export function NumberBins({ field, draft, min, max, onUsed }: NumberBinsProps): ReactNode {
  const styles = useStyles();
  const client = useViewClient();
  const interactions = useFieldInteractions();
  const bins = useMemo(() => binsOf(min, max), [min, max]);
  const search = useMemo(() => binsSearch(draft, field, bins), [draft, field, bins]);
  const { data, error } = useQuery({
    ...syncSearchQuery(inBackground(client), search),
    enabled: bins.length > 1,
    // The answer is mapped to the bins of its own request, since newer bins may exist by now.
    select: (job) => binCounts(job, bins),
  });
  const [active, setActive] = useState(0);
  const onQuery = interactions?.onQuery;
  if (bins.length < 2 || error || data?.every((count) => count === undefined)) return null;
  const most = Math.max(1, ...(data ?? []).map((count) => count ?? 0));
  const moved = (event: KeyboardEvent<HTMLElement>): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = Math.min(bins.length - 1, Math.max(0, active + step));
    setActive(next);
    event.currentTarget.querySelectorAll<HTMLElement>('button')[next]?.focus();
  };
  return (
    <div
      role="group"
      aria-label={texts.figures.spread(field)}
      aria-busy={data === undefined}
      className={styles.plot}
      onKeyDown={moved}
    >
      {bins.map((bin, index) => {
        const count = data?.[index];
        const label = texts.figures.bin(rangeText(bin), count?.toLocaleString('en'));
        // A small count still gets a visible bar.
        const height = !count ? 0 : Math.max(2, (count / most) * heightPx);
        return (
          <button
            key={bin.from}
            type="button"
            className={styles.bar}
            tabIndex={index === Math.min(active, bins.length - 1) ? 0 : -1}
            aria-label={label}
            title={texts.figures.bin(texts.figures.from(String(bin.from), String(bin.to)), count?.toLocaleString('en'))}
            aria-disabled={onQuery ? undefined : true}
            onFocus={() => setActive(index)}
            onClick={() => {
              if (!onQuery) return;
              onUsed();
              onQuery(addToQuery(interactions.query(), binClause(field, bin)));
            }}
          >
            <span style={{ height }} />
          </button>
        );
      })}
    </div>
  );
}

const rangeText = ({ from, to }: Bin): string => texts.figures.from(formatNumber(from), formatNumber(to));
