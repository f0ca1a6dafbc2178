import { makeStyles, mergeClasses } from '@griffel/react';
import type { Widget } from '../../../api/contract/views.schema.js';
import { tokens } from '../../kit/tokens.js';
import { WidgetSkeleton } from '../../widgets/index.js';
import { WidgetFrame } from '../../widgets/frame/widget-frame.js';

const useStyles = makeStyles({
  wait: { display: 'flex', height: '100%', backgroundColor: tokens.surface.card },
  card: { border: `1px solid ${tokens.border.subtle}`, borderRadius: tokens.radius.card },
});

export const isMessageTable = ({ type }: Pick<Widget, 'type'>): boolean => type.toLowerCase() === 'messages';

export interface WidgetWaitProps {
  readonly widget: Widget;
  /**
   * Title of the widget in the grid, where the placeholder has a frame with the title and can already be moved. Absent
   * outside the grid: the placeholder has no title.
   */
  readonly title?: string;
  readonly bare?: boolean;
}

/** Renders a placeholder of a widget whose content is not loaded yet. */
export function WidgetWait({ widget, title, bare = false }: WidgetWaitProps) {
  const styles = useStyles();
  const skeleton = <WidgetSkeleton shape={isMessageTable(widget) ? 'messages' : 'bars'} />;
  if (title !== undefined) {
    return (
      <WidgetFrame title={title} executing>
        {skeleton}
      </WidgetFrame>
    );
  }
  return <div className={mergeClasses(styles.wait, !bare && styles.card)}>{skeleton}</div>;
}
