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
}

export function DashboardFooter({ answeredAt, staleReason, ...range }: DashboardFooterProps) {
  return (
    <>
      {answeredAt !== undefined && (
        <ResultAge answeredAt={answeredAt} timezone={range.timezone} failure={staleReason} />
      )}
      <RangeFooter {...range} />
    </>
  );
}
