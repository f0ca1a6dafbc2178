/**
 * Renders the editor of a message table: every change is applied to the widget immediately (screens/search.md §8 "Edit
 * panel").
 */
import { makeStyles } from '@griffel/react';
import { type ReactNode } from 'react';
import type { FieldType, TimeRange } from '../../../api/contract/searches.js';
import type { MessageTableConfig, Widget } from '../../../api/contract/views.schema.js';
import { DecoratorsSidebar } from '../../decorators/index.js';
import { Checkbox } from '../../kit/checkbox.js';
import { SearchSelect } from '../../kit/search-select.js';
import { Select } from '../../kit/select.js';
import { Skeleton } from '../../kit/skeleton.js';
import { SortableFields } from '../../kit/sortable-fields.js';
import { space } from '../../kit/tokens.js';
import { Part } from '../../kit/part.js';
import { CancelOrUpdate, EditorFrame } from './editor-frame.js';
import { FormRow } from './form-row.js';
import { Section } from './section.js';
import { texts } from './texts.js';
import { messageTableOf } from '../../../machines/view/widget-config.js';

const useStyles = makeStyles({
  rows: { display: 'flex', flexDirection: 'column', gap: `${space.xs}px` },
  decorators: { padding: `${space.xl}px` },
});

export interface MessageTableEditorProps {
  readonly widget: Widget;
  readonly title: string;
  readonly fieldTypes: readonly FieldType[];
  /** Search whose messages are the sample in the previews of decorators. */
  readonly sample: { readonly streams: readonly string[]; readonly timeRange: TimeRange; readonly queryString: string };
  readonly facts?: ReactNode;
  readonly head?: ReactNode;
  readonly preview: ReactNode;
  readonly onConfig: (config: MessageTableConfig) => void;
  readonly onApplied: () => void;
  readonly onCancelled: () => void;
}

export function MessageTableEditor(props: MessageTableEditorProps) {
  const { widget, title, fieldTypes, sample, facts, head, preview, onConfig, onApplied, onCancelled } = props;
  const styles = useStyles();
  const config = messageTableOf(widget);
  const { fields = [], sort = [], show_message_row: messageRow, decorators = [] } = config;
  const [first] = sort;
  const sorted = first?.field ?? 'timestamp';
  const direction = first?.direction ?? 'Descending';
  const names = fieldTypes.map(({ name, type }) => ({ value: name, label: name, note: type.type }));
  const sortable = names.some(({ value }) => value === sorted) ? names : [{ value: sorted, label: sorted }, ...names];
  const sortBy = (field: string, towards: 'Ascending' | 'Descending') =>
    onConfig({ ...config, sort: [{ ...first, type: 'pivot', field, direction: towards }] });
  return (
    <EditorFrame
      label={texts.editorOf(title)}
      head={head}
      facts={facts}
      form={
        <>
          <Section title={texts.messageFields}>
            <SortableFields
              label={texts.messageFields}
              placeholder={fields.length === 0 ? texts.addField : texts.addAnotherField}
              fields={fields}
              options={names}
              onChange={(next) => onConfig({ ...config, fields: next })}
            />
          </Section>
          <Section title={texts.messagePreview}>
            <Checkbox
              label={texts.showMessageRow}
              checked={messageRow}
              // The summary is part of the message row, so switching the message row off also switches the summary off.
              onChange={(on) =>
                onConfig({ ...config, show_message_row: on, show_summary: on ? config.show_summary : false })
              }
            />
          </Section>
          <Section title={texts.sorting}>
            <div className={styles.rows}>
              <FormRow label={texts.field}>
                {/* There may be thousands of fields, so the select has a search. */}
                <SearchSelect
                  options={sortable}
                  value={sorted}
                  onChange={(field) => field !== undefined && sortBy(field, direction)}
                />
              </FormRow>
              <FormRow label={texts.sortDirection}>
                <Select
                  options={[
                    { value: 'Ascending', label: texts.ascending },
                    { value: 'Descending', label: texts.descending },
                  ]}
                  value={direction}
                  onChange={(next) => sortBy(sorted, next === 'Ascending' ? next : 'Descending')}
                />
              </FormRow>
            </div>
          </Section>
          <div className={styles.decorators}>
            <Part fallback={<Skeleton />}>
              <DecoratorsSidebar
                decorators={decorators}
                sample={sample}
                onChange={(next) => onConfig({ ...config, decorators: [...next] })}
              />
            </Part>
          </div>
        </>
      }
      preview={preview}
      buttons={<CancelOrUpdate onCancelled={onCancelled} onApplied={onApplied} />}
    />
  );
}
