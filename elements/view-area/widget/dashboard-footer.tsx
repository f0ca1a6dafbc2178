/** The lower edge of a dashboard's widget: how old its result is, and over which time it asks. Searches have none. */
import { RangeFooter, type RangeFooterProps } from './range-footer.js';
import { ResultAge } from './result-age.js';

export interface DashboardFooterProps extends RangeFooterProps {
  /** ms; absent: there is no result yet. */
  readonly answeredAt: number | undefined;
  /** Why there is nothing newer. */
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
