import type { FluentIcon } from '@fluentui/react-icons';
import { createElement } from 'react';

/** Returns the icon in a form that points the other way in a mirrored layout, where the style sheet flips it. */
export function mirrored(icon: FluentIcon): FluentIcon {
  return (props) => createElement(icon, { ...props, ...{ 'data-mirrored': '' } });
}
