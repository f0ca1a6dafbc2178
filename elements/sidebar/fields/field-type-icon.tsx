import type { ReactNode } from 'react';
import {
  AddressIcon,
  BooleanIcon,
  FieldsIcon,
  HelpIcon,
  LocationIcon,
  NumberIcon,
  TextIcon,
  TimeIcon,
} from '../../kit/icons.js';

const icons: Readonly<Record<string, ReactNode>> = {
  string: <TextIcon />,
  long: <NumberIcon />,
  int: <NumberIcon />,
  short: <NumberIcon />,
  byte: <NumberIcon />,
  double: <NumberIcon />,
  float: <NumberIcon />,
  date: <TimeIcon />,
  boolean: <BooleanIcon />,
  binary: <BooleanIcon />,
  'geo-point': <LocationIcon />,
  ip: <AddressIcon />,
};

/** Returns the icon of a field's type; a field with several types (`compound(…)`) has its own icon. */
export function fieldTypeIcon(type: string): ReactNode {
  if (Object.hasOwn(icons, type)) return icons[type];
  return type.startsWith('compound') ? <FieldsIcon /> : <HelpIcon />;
}
