import { CopyButton } from '../../kit/copy-button.js';
import { EmptyState } from '../../kit/empty-state.js';
import { stringifyJson } from '../../../api/json.js';
import type { Widget } from '../../../api/contract/views.schema.js';
import type { WidgetProps } from '../../widgets/index.js';
import { WidgetFrame } from '../../widgets/frame/widget-frame.js';
import { laterTexts } from '../later-texts.js';

export interface UnknownWidgetProps extends WidgetProps {
  readonly widget: Widget;
}

/**
 * Renders a placeholder of a widget whose type is unknown; the user can copy the widget's configuration (spec 2 §3).
 */
export function UnknownWidget({ widget, ...frame }: UnknownWidgetProps) {
  return (
    <WidgetFrame {...frame} executing={false}>
      <EmptyState
        title={laterTexts.unknown.title}
        action={<CopyButton words label={laterTexts.unknown.copy} text={() => stringifyJson(widget.config, 2)} />}
      >
        {laterTexts.unknown.help(widget.type)}
      </EmptyState>
    </WidgetFrame>
  );
}
