import { makeStyles } from '@griffel/react';
import type { ReactNode } from 'react';
import { radius, tokens } from '../../kit/tokens.js';
import { useSeen, type SeenWidgets } from '../near-widgets.js';

const useStyles = makeStyles({
  far: {
    height: '100%',
    border: `1px solid ${tokens.border.subtle}`,
    borderRadius: `${radius.card}px`,
    backgroundColor: tokens.surface.card,
  },
});

export interface WhenNearProps {
  readonly seen: SeenWidgets;
  readonly widgetId: string;
  readonly render: () => ReactNode;
}

/** A widget once it comes near the viewport; until then only its card. */
export function WhenNear({ seen, widgetId, render }: WhenNearProps): ReactNode {
  const styles = useStyles();
  return useSeen(seen, widgetId) ? render() : <div className={styles.far} />;
}
