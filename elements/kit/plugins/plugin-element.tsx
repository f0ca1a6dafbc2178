/**
 * Shows a custom element of a plug-in: sets its properties and listens to its events. When the element throws while it
 * is created, connected or given a property, or when its tag is not defined in time, an error panel replaces it.
 */
import { makeStyles, mergeClasses } from '@griffel/react';
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useCurrentUser, useUsername } from '../../element/connection-context.js';
import { useHostElement, useNavigate } from '../../element/host-context.js';
import { reasonOf } from '../../../api/failures.js';
import { ErrorPanel } from '../error-panel.js';
import { Loading } from '../loading.js';
import { checkedConfig } from './checked-config.js';
import type { PluginConfig, PluginHost } from './face.js';
import { pluginTexts } from './texts.js';

/** Milliseconds within which the tag must be defined; a plug-in may define its elements after its registration. */
const definedWithinMs = 10_000;

const useStyles = makeStyles({
  place: { display: 'flex', flexDirection: 'column', flexGrow: 1, minWidth: 0, minHeight: 0 },
  fill: { overflow: 'auto' },
});

export interface PluginElementProps {
  readonly plugin: string;
  readonly tag: string;
  /** Properties that the element receives besides `host`. */
  readonly properties: Readonly<Record<string, unknown>>;
  /** Called with the valid configuration of a `config-change` event of the element. */
  readonly onConfig?: ((config: PluginConfig) => void) | undefined;
  /** Called when the element dispatches `close-dialog`. */
  readonly onClose?: (() => void) | undefined;
  /** True when the container has a fixed size, within which the element scrolls. */
  readonly fill?: boolean;
  /** Content below the error message. */
  readonly fallback?: ReactNode;
}

export function PluginElement(props: PluginElementProps): ReactNode {
  const { plugin, fallback } = props;
  const [failed, setFailed] = useState<{ readonly tag: string; readonly reason: string }>();
  if (failed?.tag !== props.tag) return <Placed key={props.tag} {...props} onFailed={setFailed} />;
  return (
    <>
      <ErrorPanel title={pluginTexts.failed(plugin)} errors={[failed.reason]} onRetry={() => setFailed(undefined)} />
      {fallback}
    </>
  );
}

type PlacedProps = PluginElementProps & {
  readonly onFailed: (failure: { readonly tag: string; readonly reason: string }) => void;
};

function Placed(props: PlacedProps): ReactNode {
  const { plugin, tag, properties, fill = false } = props;
  const styles = useStyles();
  const host = usePluginHost();
  const place = useRef<HTMLDivElement>(null);
  const element = useRef<HTMLElement>(undefined);
  const [defined, setDefined] = useState(() => customElements.get(tag) !== undefined);
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });
  const [fail] = useState(() => (error: unknown) => {
    const { onFailed, plugin: whose, tag: which } = latest.current;
    console.error(`Plug-in ${whose}: <${which}> failed`, error);
    onFailed({ tag: which, reason: reasonOf(error) });
  });

  useEffect(() => {
    if (defined) return undefined;
    const timer = setTimeout(() => fail(new Error(pluginTexts.notDefined(tag))), definedWithinMs);
    customElements.whenDefined(tag).then(
      () => setDefined(true),
      (error: unknown) => fail(error),
    );
    return () => clearTimeout(timer);
  }, [defined, tag, fail]);

  const given = useMemo(() => ({ host, ...properties }), [host, properties]);
  const latestGiven = useRef(given);
  useLayoutEffect(() => {
    const before = latestGiven.current;
    latestGiven.current = given;
    const made = element.current;
    if (made) attempt(() => assign(made, given, before), fail);
  }, [given, fail]);

  useLayoutEffect(() => {
    const around = place.current;
    if (!defined || !around) return undefined;
    let made: HTMLElement | undefined;
    const onConfig = (event: Event): void => {
      event.stopPropagation();
      const { onConfig: tell } = latest.current;
      if (!tell) return;
      const config = checkedConfig(event);
      if (config instanceof Error) console.error(`Plug-in ${plugin}: <${tag}> ${config.message}`);
      else tell(config);
    };
    const onClose = (event: Event): void => {
      event.stopPropagation();
      latest.current.onClose?.();
    };
    attempt(() => {
      const Made = customElements.get(tag);
      if (!Made) throw new Error(pluginTexts.notDefined(tag));
      made = new Made();
      made.addEventListener('config-change', onConfig);
      made.addEventListener('close-dialog', onClose);
      assign(made, latestGiven.current);
      around.append(made);
      element.current = made;
    }, fail);
    return () => {
      element.current = undefined;
      attempt(
        () => made?.remove(),
        (error) => console.error(`Plug-in ${plugin}: <${tag}> failed at its end`, error),
      );
    };
  }, [defined, tag, plugin, fail]);

  return (
    <>
      {!defined && <Loading />}
      <div ref={place} className={mergeClasses(styles.place, fill && styles.fill)} />
    </>
  );
}

/**
 * Calls `work`, and calls `onError` if `work` throws or if the reactions of a custom element, which run during `work`,
 * report an error to the window.
 */
function attempt(work: () => void, onError: (error: unknown) => void): void {
  let reported: { readonly error: unknown } | undefined;
  const listen = (event: ErrorEvent): void => {
    reported ??= { error: event.error ?? new Error(event.message) };
    // `onError` receives the error, so the browser need not log it.
    event.preventDefault();
  };
  window.addEventListener('error', listen, true);
  try {
    work();
  } catch (error) {
    reported = { error };
  } finally {
    window.removeEventListener('error', listen, true);
  }
  if (reported) onError(reported.error);
}

/**
 * Sets the properties of an element that have changed.
 * @param before the properties that were set before
 */
function assign(
  element: HTMLElement,
  properties: Readonly<Record<string, unknown>>,
  before: Readonly<Record<string, unknown>> = {},
): void {
  for (const [name, value] of Object.entries(properties))
    if (!(name in before && Object.is(before[name], value))) Reflect.set(element, name, value);
}

/** Returns the property `host` of plug-in elements; the object stays identical until one of its values changes. */
function usePluginHost(): PluginHost {
  const { theme, timezone, locale, readonly: readOnly, server } = useHostElement();
  const username = useUsername();
  const permissions = useCurrentUser()?.permissions;
  const navigate = useNavigate();
  const latest = useRef(navigate);
  useLayoutEffect(() => {
    latest.current = navigate;
  });
  return useMemo(
    () =>
      Object.freeze({
        theme,
        timezone,
        locale,
        readonly: readOnly,
        server,
        username,
        permissions: Object.freeze([...(permissions ?? [])]),
        navigate: (route: string) => {
          if (typeof route === 'string' && /^\/(?!\/)/.test(route)) latest.current(route);
        },
      }),
    [theme, timezone, locale, readOnly, server, username, permissions],
  );
}
