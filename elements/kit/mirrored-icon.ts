import type { FluentIcon } from '@fluentui/react-icons';
import { createElement } from 'react';

/** Marks an icon that points to the left or right, so that the style sheet flips the icon in right-to-left layouts. */
export function mirrored(icon: FluentIcon): FluentIcon {
  return (props) => createElement(icon, { ...props, ...{ 'data-mirrored': '' } });
}
