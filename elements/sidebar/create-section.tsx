import { makeStyles } from '@griffel/react';
import { ChartIcon, NumberIcon, PluginIcon, TableIcon, TextIcon } from '../kit/icons.js';
import { Button } from '../kit/button.js';
import { pluginTexts } from '../kit/plugins/texts.js';
import { space, tokens, type as textType } from '../kit/tokens.js';
import { useView, widgetCreators, type WidgetCreator } from '../view-area/index.js';
import type { SectionProps } from './panel.js';
import { texts } from './texts.js';

const useStyles = makeStyles({
  group: { display: 'flex', flexDirection: 'column', gap: `${space.xs}px` },
  label: { ...textType.caption, color: tokens.text.tertiary },
  creator: { justifyContent: 'flex-start' },
  note: { ...textType.caption, color: tokens.text.tertiary },
});

const icons = {
  aggregation: <ChartIcon />,
  text: <TextIcon />,
  'message-count': <NumberIcon />,
  'message-table': <TableIcon />,
} as const;
const iconOf = (id: string) => (id in icons ? icons[id as keyof typeof icons] : <PluginIcon />);

const groups = [
  { kind: 'generic', label: texts.create.generic },
  { kind: 'aggregation', label: texts.create.predefined },
  { kind: 'plugin', label: pluginTexts.group },
] as const;

/** Renders a section with widgets that can be added at the top of the page. */
export function CreateSection({ page, onDone }: SectionProps) {
  const styles = useStyles();
  const { view, document } = useView(page);
  const creators = widgetCreators.use();
  const shown = groups.filter((group) => creators.some(({ kind }) => kind === group.kind));
  const create = (creator: WidgetCreator): void => {
    view.send({ type: 'widget.added', ...creator.create(document?.view.type) });
    onDone();
  };
  return (
    <>
      {shown.map(({ kind, label }) => (
        <div key={kind} role="group" aria-label={label} className={styles.group}>
          <h3 className={styles.label}>{label}</h3>
          {creators
            .filter((creator) => creator.kind === kind)
            .sort((a, b) => a.title.localeCompare(b.title))
            .map((creator) => (
              <Button
                key={creator.id}
                full
                className={styles.creator}
                icon={iconOf(creator.id)}
                disabled={!document}
                // A double click adds only one widget.
                onClick={({ detail }) => detail < 2 && create(creator)}
              >
                {creator.title}
              </Button>
            ))}
        </div>
      ))}
      <p className={styles.note}>{texts.create.enterprise}</p>
    </>
  );
}
