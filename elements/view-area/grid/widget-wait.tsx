import { makeStyles, mergeClasses } from '@griffel/react';
import type { Widget } from '../../../api/contract/views.schema.js';
import { radius, tokens } from '../../kit/tokens.js';
import { WidgetSkeleton } from '../../widgets/index.js';

const useStyles = makeStyles({
  wait: { display: 'flex', height: '100%', backgroundColor: tokens.surface.card },
  card: { border: `1px solid ${tokens.border.subtle}`, borderRadius: `${radius.card}px` },
});

export const isMessageTable = ({ type }: Pick<Widget, 'type'>): boolean => type.toLowerCase() === 'messages';

/** In the place of a widget that is not loaded yet. */
export function WidgetWait({ widget, bare = false }: { readonly widget: Widget; readonly bare?: boolean }) {
  const styles = useStyles();
  return (
    <div className={mergeClasses(styles.wait, !bare && styles.card)}>
      <WidgetSkeleton shape={isMessageTable(widget) ? 'messages' : 'bars'} />
    </div>
  );
}
