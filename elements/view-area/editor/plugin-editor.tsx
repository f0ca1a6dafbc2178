/**
 * Renders the editor of a plug-in widget: it shows the form of the plug-in, whose changes are applied to the widget
 * immediately.
 */
import { makeStyles } from '@griffel/react';
import { useMemo, type ReactNode } from 'react';
import { storable } from '../../kit/plugins/storable.js';
import type { PluginConfig } from '../../kit/plugins/face.js';
import { PluginElement } from '../../kit/plugins/plugin-element.js';
import type { Registered } from '../../kit/plugins/slots.js';
import { space } from '../../kit/tokens.js';
import { CancelOrUpdate, EditorFrame } from './editor-frame.js';
import { texts } from './texts.js';

const useStyles = makeStyles({ form: { padding: `${space.xl}px` } });

export interface PluginEditorProps {
  readonly part: Registered<'widgetTypes'>;
  readonly title: string;
  readonly config: PluginConfig;
  readonly facts: ReactNode;
  readonly head: ReactNode;
  readonly preview: ReactNode;
  readonly onConfig: (config: PluginConfig) => void;
  readonly onApplied: () => void;
  readonly onCancelled: () => void;
}

export function PluginEditor(props: PluginEditorProps): ReactNode {
  const { part, title, config, facts, head, preview, onConfig, onApplied, onCancelled } = props;
  const styles = useStyles();
  const properties = useMemo(() => ({ config: storable(config) }), [config]);
  return (
    <EditorFrame
      label={texts.editorOf(title)}
      facts={facts}
      head={head}
      form={
        <div className={styles.form}>
          <PluginElement
            plugin={part.plugin}
            tag={part.editor ?? part.element}
            properties={properties}
            onConfig={onConfig}
          />
        </div>
      }
      preview={preview}
      buttons={<CancelOrUpdate onCancelled={onCancelled} onApplied={onApplied} />}
    />
  );
}
