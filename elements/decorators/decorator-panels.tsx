/**
 * Contains the registry of configuration panels by decorator type. Types without a panel use the default panel, which
 * shows the fields declared by the server.
 */
import { useMemo, type ComponentProps, type ComponentType, type ReactNode } from 'react';
import { ConfigurationFields } from '../kit/configuration-fields.js';
import { PluginElement } from '../kit/plugins/plugin-element.js';
import { createSlot, type Registered } from '../kit/plugins/slots.js';
import { storable } from '../kit/plugins/storable.js';

type UsualProps = ComponentProps<typeof ConfigurationFields>;

interface DecoratorPanelProps extends Pick<UsualProps, 'fields' | 'values' | 'onChange' | 'missing'> {
  readonly type: string;
}

export interface DecoratorPanel {
  /** Decorator type of the panel; empty: all types without a panel. */
  readonly type: string;
  readonly Panel: ComponentType<DecoratorPanelProps>;
}

export const usualPanel: DecoratorPanel = {
  type: '',
  Panel: ({ type: _type, ...fields }) => <ConfigurationFields {...fields} />,
};

export const decoratorPanels = createSlot('decoratorPanels', [usualPanel], ({ type }) => type, panelOf);

function panelOf(part: Registered<'decoratorPanels'>): DecoratorPanel {
  return { type: part.type, Panel: (props) => <PluginPanel {...props} part={part} /> };
}

function PluginPanel(props: DecoratorPanelProps & { readonly part: Registered<'decoratorPanels'> }): ReactNode {
  const { part, type: _type, ...fields } = props;
  const { values, onChange } = fields;
  const properties = useMemo(() => ({ config: storable(values) }), [values]);
  const usual = <ConfigurationFields {...fields} />;
  return (
    <>
      <PluginElement
        plugin={part.plugin}
        tag={part.element}
        properties={properties}
        onConfig={(config) => onChange({ ...config })}
        // When the plug-in's panel fails, the default panel can still configure the decorator.
        fallback={usual}
      />
      {/* A plug-in's panel may lack fields that the server requires; the default panel shows them. */}
      {fields.missing.length > 0 && usual}
    </>
  );
}
