/**
 * Provides the environment of an element's shadow root: its DOM structure, style sheets, containers for floats, and
 * document.
 */
import {
  PortalMountNodeProvider,
  Provider_unstable as FluentDocumentProvider,
  TooltipVisibilityProvider_unstable as TooltipVisibilityProvider,
} from '@fluentui/react-shared-contexts';
import { RendererProvider, TextDirectionProvider, type GriffelRenderer } from '@griffel/react';
import { createShadowDOMRenderer } from '@griffel/shadow-dom';
import { createContext, useContext, useMemo, useSyncExternalStore, type ReactNode } from 'react';
import { documentFor } from './document-proxy.js';
import { FocusKeeper } from './focus-keeper.js';
import { HostStyleWatch } from './theme/host-style.js';
import { baseSheet } from './theme/sheets.js';

/**
 * Creates the content of a shadow root and the objects that belong to it. The structure of the content is:
 *
 * root
 * ├ .lc          reset, theme, density
 * │ ├ .lc-box    the content; the container of container queries
 * │ ├ .lc-float  menus, pop-overs, dialogs: outside the box, to which fixed positions would be relative
 * │ ├ .lc-cover  floats of the sign-in form that covers the page
 * │ └ .lc-notes  toasts, at the lower edge of the visible part of the element
 * └ .lc-probe    reads the colour scheme of the page
 */
export class RootEnvironment {
  readonly root: ShadowRoot;
  readonly wrapper: HTMLElement;
  readonly box: HTMLElement;
  readonly float: HTMLElement;
  readonly cover: HTMLElement;
  readonly notes: HTMLElement;
  /** Custom states of the host element, which its style sheet reads with `:state()`. */
  readonly states: CustomStateSet;
  readonly renderer: GriffelRenderer;
  /** The document given to Fluent components; its queries and insertions work inside the shadow root. */
  readonly document: Document;
  readonly hostStyle: HostStyleWatch;
  readonly focusKeeper: FocusKeeper;
  /** Control of the page that had the focus when the sign-in form covered the page; null if no control had it. */
  leftControl: Element | null = null;
  /** Object in which Fluent stores the visible tooltip; with one object per root, a root shows at most one tooltip. */
  readonly tooltips = {};

  constructor(host: HTMLElement, root: ShadowRoot) {
    const page = host.ownerDocument;
    this.root = root;
    this.states = host.attachInternals().states;
    this.wrapper = page.createElement('div');
    this.box = page.createElement('div');
    this.float = page.createElement('div');
    this.cover = page.createElement('div');
    this.notes = page.createElement('div');
    this.wrapper.className = 'lc';
    this.box.className = 'lc-box';
    this.float.className = 'lc-float';
    this.cover.className = 'lc-cover';
    this.notes.className = 'lc-notes';
    // Toasts that appear while a dialog is open must reach screen readers. Without this attribute the keyboard library
    // would hide them, as it hides all content outside the dialog.
    this.notes.dataset['tabsterNeverHide'] = '';
    this.wrapper.append(this.box, this.float, this.cover, this.notes);
    root.append(this.wrapper);
    root.adoptedStyleSheets = [baseSheet()];
    this.renderer = createShadowDOMRenderer(root) as GriffelRenderer;
    this.document = documentFor(root, this.float);
    this.hostStyle = new HostStyleWatch(host, root);
    this.focusKeeper = new FocusKeeper(this.wrapper, [this.box, this.float, this.cover]);
  }
}

const EnvironmentContext = createContext<RootEnvironment | undefined>(undefined);

/**
 * Returns the environment of the surrounding shadow root.
 * @throws Error outside an element
 */
export function useEnvironment(): RootEnvironment {
  const environment = useContext(EnvironmentContext);
  if (!environment)
    throw new Error('This component needs an element around it: render it with defineElement or ElementRoot');
  return environment;
}

export function EnvironmentProvider(props: { environment: RootEnvironment; children: ReactNode }): ReactNode {
  const { environment, children } = props;
  const { direction } = useSyncExternalStore(environment.hostStyle.subscribe, environment.hostStyle.snapshot);
  const fluent = useMemo(() => ({ dir: direction, targetDocument: environment.document }), [direction, environment]);
  return (
    <EnvironmentContext value={environment}>
      <RendererProvider renderer={environment.renderer}>
        <TextDirectionProvider dir={direction}>
          <FluentDocumentProvider value={fluent}>
            <PortalMountNodeProvider value={environment.float}>
              <TooltipVisibilityProvider value={environment.tooltips}>{children}</TooltipVisibilityProvider>
            </PortalMountNodeProvider>
          </FluentDocumentProvider>
        </TextDirectionProvider>
      </RendererProvider>
    </EnvironmentContext>
  );
}
