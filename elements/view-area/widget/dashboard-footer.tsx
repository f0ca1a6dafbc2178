/**
 * Renders the footer of a dashboard widget: the age of its result and its time range. Search widgets have no footer.
 */
import { RangeFooter, type RangeFooterProps } from './range-footer.js';
import { ResultAge } from './result-age.js';

export interface DashboardFooterProps extends RangeFooterProps {
  /** Time of the answer in epoch milliseconds; undefined: there is no result yet. */
  readonly answeredAt: number | undefined;
  /** Reason why the last refresh failed, so that the result is outdated; undefined: the result is current. */
  readonly staleReason: string | undefined;
  /** True if the result belongs to a request before the latest one, such as one with another filter. */
  readonly isEarlier: boolean;
}

export function DashboardFooter({ answeredAt, staleReason, isEarlier, ...range }: DashboardFooterProps) {
  return (
    <>
      {answeredAt !== undefined && (
        <ResultAge answeredAt={answeredAt} timezone={range.timezone} failure={staleReason} isEarlier={isEarlier} />
      )}
      <RangeFooter {...range} />
    </>
  );
}
