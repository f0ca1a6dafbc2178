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
   * Title of the widget in the grid: the placeholder is labelled and can be moved before the content arrives. Absent
   * outside the grid.
   */
  readonly title?: string;
  readonly bare?: boolean;
}

/** Placeholder of a widget that is not loaded yet. */
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
