/**
 * Shows above the widgets of a dashboard why they have no new results. While `OutageLine` already shows the reason,
 * only results of an earlier search are pointed out.
 */
import { makeStyles } from '@griffel/react';
import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { MissingStreamPermission, reasonOf } from '../../../api/failures.js';
import { earlierParts } from '../../../machines/search-execution/belonging.js';
import { Part } from '../../kit/part.js';
import { useSaidAbove } from '../../kit/said-above.js';
import { space } from '../../kit/tokens.js';
import { FailurePage, Retry, SearchRefusal } from '../../search/index.js';
import { texts } from '../texts.js';
import type { DashboardPageActor } from './use-dashboard-page.js';

const useStyles = makeStyles({ gap: { marginTop: `${space.xl}px`, marginBottom: `${space.m}px` } });

export function SearchFailure({ page }: { readonly page: DashboardPageActor }): ReactNode {
  const styles = useStyles();
  const execution = useSelector(page, ({ context }) => context.execution);
  const failed = useSelector(execution, (state) => state.matches({ run: 'failed' }));
  const whole = useSelector(execution, ({ context }) => context.failure);
  const hasResult = useSelector(execution, ({ context }) => context.shown !== undefined);
  const parts = useSelector(execution, ({ context }) => context.parts);
  const request = useSelector(execution, ({ context }) => context.request);
  const earlier = earlierParts(parts, request);
  const isEarlier = earlier.length > 0;
  /** Failure of a widget that therefore shows an earlier result. */
  const own = earlier.find(({ status }) => status === 'failed')?.failure;
  const failure = failed ? whole : own;
  const isSaid = useSaidAbove(failure === undefined ? undefined : reasonOf(failure));
  // A widget names its own failure, unless `OutageLine` does so for all widgets.
  const isShown = failed ? !isSaid || !hasResult || isEarlier : isSaid;
  if (!isShown) return null;
  return (
    <div className={styles.gap}>
      {failure instanceof MissingStreamPermission && failure.streams.length === 0 ? (
        <Part>
          <SearchRefusal streams={failure.streams} />
        </Part>
      ) : (
        <FailurePage
          text={texts.failures.searchFailed}
          detail={reasonOf(failure)}
          earlier={isEarlier}
          action={<Retry onRetry={() => page.send({ type: 'searchAgain' })} />}
        />
      )}
    </div>
  );
}
