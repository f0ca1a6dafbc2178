/** Renders the widget of a plug-in: the standard frame with search errors, and the plug-in's element inside. */
import { useMemo, type ReactNode } from 'react';
import { resultsOf } from '../../../machines/search-execution/results.js';
import { useHostElement } from '../../element/host-context.js';
import { PluginElement } from '../../kit/plugins/plugin-element.js';
import { storable } from '../../kit/plugins/storable.js';
import type { PluginWidgetProperties } from '../../kit/plugins/face.js';
import type { Registered } from '../../kit/plugins/slots.js';
import { WidgetBody } from '../../widgets/frame/widget-body.js';
import { WidgetFrame } from '../../widgets/frame/widget-frame.js';
import { useView } from '../view-page.js';
import type { ShownWidgetProps } from './widget-types.js';

export interface PluginWidgetProps extends ShownWidgetProps {
  readonly part: Registered<'widgetTypes'>;
}

export function PluginWidget({ part, page, widget, shown, ...frame }: PluginWidgetProps): ReactNode {
  const { readonly: readOnly } = useHostElement();
  const { view } = useView(page);
  const { executing, errors, onRetry } = frame;
  // The list stays the same object until the next answer, because the plug-in's element renders for every new list.
  const results = useMemo(() => resultsOf(shown, widget.id), [shown, widget.id]);
  const answered = results.length > 0 || shown?.result !== undefined;
  // True for a widget with a search; a widget without a search has no result to wait for.
  const asks = results.length > 0 || part.search !== undefined;
  // The plug-in gets a copy of the configuration; the stored configuration changes only through the plug-in's events.
  const config = useMemo(() => storable(widget.config), [widget.config]);
  const properties = useMemo(
    (): Omit<PluginWidgetProperties, 'host'> => ({
      config,
      results: answered && asks ? results : undefined,
      executing: asks && executing,
    }),
    [config, results, answered, asks, executing],
  );
  return (
    // The footer shows the time range of a search, so a widget without a search has no footer.
    <WidgetFrame {...frame} footer={asks ? frame.footer : undefined} executing={asks && executing}>
      <WidgetBody
        result={asks && !answered ? undefined : properties}
        executing={asks && executing}
        errors={asks ? errors : undefined}
        onRetry={onRetry}
        skeleton="text"
      >
        {(given) => (
          <PluginElement
            plugin={part.plugin}
            tag={part.element}
            properties={given as Readonly<Record<string, unknown>>}
            fill
            onConfig={
              readOnly
                ? undefined
                : (changed) => view.send({ type: 'widget.updated', widget: { ...widget, config: { ...changed } } })
            }
          />
        )}
      </WidgetBody>
    </WidgetFrame>
  );
}
