import { ChartIcon } from '../kit/icons.js';
import { EmptyState } from '../kit/empty-state.js';
import { laterTexts } from './later-texts.js';

/** Renders a hint in place of an empty grid (spec 2 §2 "Empty dashboard"). */
export function NoWidgets({ dashboard }: { readonly dashboard: boolean }) {
  return (
    <EmptyState icon={<ChartIcon />} title={dashboard ? laterTexts.noWidgetsDashboard : laterTexts.noWidgets}>
      {laterTexts.noWidgetsHint}
    </EmptyState>
  );
}
