import { ChartIcon } from '../kit/icons.js';
import { EmptyState } from '../kit/empty-state.js';
import { texts } from './texts.js';

/** In place of an empty grid (spec 2 §2 "Empty dashboard"). */
export function NoWidgets({ dashboard }: { readonly dashboard: boolean }) {
  return (
    <EmptyState icon={<ChartIcon />} title={dashboard ? texts.noWidgetsDashboard : texts.noWidgets}>
      {texts.noWidgetsHint}
    </EmptyState>
  );
}
