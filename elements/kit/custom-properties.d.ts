import 'react';

declare module 'react' {
  interface CSSProperties {
    /** React sets CSS custom properties, but its types do not name them. */
    [name: `--${string}`]: string | number | undefined;
  }
}
