/**
 * Registry of panels by type of decorator. Types without a panel of their own use the default one, which shows the fields that the server
 * names.
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
  /** Type of the decorators; empty: all others. */
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
        // A decorator can be configured without its panel.
        fallback={usual}
      />
      {/* It may not know what the server wants. */}
      {fields.missing.length > 0 && usual}
    </>
  );
}
