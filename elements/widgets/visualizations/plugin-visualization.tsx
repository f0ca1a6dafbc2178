/** Renders the visualization of a plug-in: the plug-in's element fills the widget. */
import { useMemo, type ReactNode } from 'react';
import { storable } from '../../kit/plugins/storable.js';
import type { PluginVisualizationProperties } from '../../kit/plugins/face.js';
import { PluginElement } from '../../kit/plugins/plugin-element.js';
import type { Registered } from '../../kit/plugins/slots.js';
import type { AggregationConfig } from '../faces.js';
import type { VisualizationProps } from './visualization.js';

export interface PluginVisualizationProps extends VisualizationProps {
  readonly part: Registered<'visualizations'>;
}

export function PluginVisualization(props: PluginVisualizationProps): ReactNode {
  const { part, title, result, config, onConfigChange } = props;
  const properties = useMemo((): Omit<PluginVisualizationProperties, 'host'> => {
    // The plug-in gets a copy of the configuration; the stored configuration changes only through the plug-in's events.
    const own = storable(config) as AggregationConfig;
    return { label: title, result, config: own };
  }, [title, result, config]);
  return (
    <PluginElement
      plugin={part.plugin}
      tag={part.element}
      properties={properties as Readonly<Record<string, unknown>>}
      fill
      onConfig={onConfigChange && ((changed) => onConfigChange({ ...config, visualization_config: { ...changed } }))}
    />
  );
}
