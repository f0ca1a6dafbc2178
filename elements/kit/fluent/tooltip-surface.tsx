import { Tooltip } from '@fluentui/react-tooltip';
import { makeStyles, mergeClasses } from '@griffel/react';
import type { ReactNode } from 'react';
import { tokens, type } from '../tokens.js';
import type { TooltipPlacement } from '../tooltip.js';
import { useFloatStyles } from './float-styles.js';
import { FluentLook } from './fluent-look.js';

const useStyles = makeStyles({
  content: {
    maxWidth: '300px',
    padding: '5px 10px',
    borderRadius: '6px',
    color: tokens.text.primary,
    overflowWrap: 'anywhere',
    whiteSpace: 'pre-line',
    ...type.caption,
  },
});

export interface TooltipSurfaceProps {
  readonly target: HTMLElement;
  readonly content: ReactNode;
  readonly placement: TooltipPlacement;
  readonly onHide: () => void;
}

/** The floating part of a tooltip. */
export function TooltipSurface({ target, content, placement, onHide }: TooltipSurfaceProps): ReactNode {
  const float = useFloatStyles();
  const styles = useStyles();
  return (
    <FluentLook>
      <Tooltip
        visible
        relationship="inaccessible"
        content={{ children: content, className: mergeClasses(float.surface, styles.content) }}
        positioning={{ target, position: placement, strategy: 'fixed', offset: 6 }}
        onVisibleChange={(_event, data) => !data.visible && onHide()}
      />
    </FluentLook>
  );
}
