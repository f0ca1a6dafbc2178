import type { ReactNode } from 'react';
import { ElementList, type ElementListProps } from './element-list.js';
import { Section } from './section.js';
import { texts } from './texts.js';

export interface ElementSectionProps<Element extends { readonly id: string }> extends Omit<
  ElementListProps<Element>,
  'label'
> {
  readonly title: string;
  /** Text shown when there are no elements. */
  readonly none: string;
  readonly onAdd: () => void;
  readonly below?: ReactNode;
}

/** Renders a section of the editor's form that lists the elements of one kind, such as groupings. */
export function ElementSection<Element extends { readonly id: string }>(props: ElementSectionProps<Element>) {
  const { title, none, onAdd, below, ...list } = props;
  return (
    <Section
      title={title}
      addLabel={texts.addElement(list.kind)}
      onAdd={onAdd}
      empty={list.elements.length === 0 ? none : undefined}
    >
      <ElementList label={title} {...list} />
      {below}
    </Section>
  );
}
