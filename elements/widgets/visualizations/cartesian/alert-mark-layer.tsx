/**
 * Renders marks of alerts and events, and marks made by hand, along the time axis of a chart, at its upper or left
 * edge. Hovering over a mark shows its text. A click opens the page of an alert; for a group or a mark made by hand, it
 * opens a list. On a wall display, and on a single alert without a page, a click does nothing.
 */
import { makeStyles, mergeClasses } from '@griffel/react';
import { useContext, type ReactNode, type SyntheticEvent } from 'react';
import {
  groupedMarks,
  type AlertMark,
  type MarkedSpan,
  type MarkGroup,
} from '../../../../machines/pivot/alert-marks.js';
import type { MatrixTime } from '../../../../machines/pivot/heat-matrix.js';
import { useNavigate } from '../../../element/host-context.js';
import { Float } from '../../../kit/float.js';
import { lazyPart } from '../../../kit/lazy-part.js';
import { Part } from '../../../kit/part.js';
import { Popover } from '../../../kit/popover.js';
import { focusRing, tokens, type } from '../../../kit/tokens.js';
import { StillWidgetsContext } from '../../frame/widget-frame.js';
import { formatInstant } from '../../time/format-instant.js';
import type { AbsoluteRange } from '../../faces.js';
import { alertMarkTexts as texts, nounOf } from './alert-mark-texts.js';
import { captionGapPx, captionPlaces } from './mark-captions.js';
import type { PlotArea } from './plot.js';
import type { ShownAlerts } from './use-alert-marks.js';

export interface AlertMarkLayerProps extends Omit<ShownAlerts, 'mayMark'> {
  readonly span: MarkedSpan;
  readonly plot: PlotArea;
  /** Height in px above the plot in which the marks lie with their texts; 0: the marks lie on the edge of the plot. */
  readonly headroom?: number;
  /** Direction of the time axis. */
  readonly direction: MatrixTime['direction'];
  /** Returns the position of an instant in px from the left or top of the plot. */
  readonly placeOf: (instant: number) => number;
  readonly zone: string;
  /** Range that the user has selected in the chart in order to mark it; undefined: none. */
  readonly marking?: AbsoluteRange | undefined;
  /** Ends the marking of the range. */
  readonly onMarked?: () => void;
}

/** Minimum length in px of the part of the time axis that belongs to a mark; alerts in the same part share it. */
const markPx = 16;
const mostGroups = 60;
/** Maximum number of alerts that a tooltip lists; further alerts are only counted. */
const mostLines = 8;

const MarkDialog = lazyPart(() => import('../../marks/mark-dialog.js'), 'MarkDialog');
const MarkTools = lazyPart(() => import('../../marks/mark-tools.js'), 'MarkTools');

const useStyles = makeStyles({
  /** Time span of a mark made by hand, such as the length of an incident. */
  band: { position: 'absolute', opacity: 0.12, pointerEvents: 'none' },
  line: { position: 'absolute', opacity: 0.45, pointerEvents: 'none' },
  mark: {
    position: 'absolute',
    display: 'grid',
    placeItems: 'center',
    boxSizing: 'border-box',
    minWidth: '14px',
    height: '14px',
    marginTop: '-7px',
    padding: '0 3px',
    border: `1px solid ${tokens.surface.card}`,
    borderRadius: '7px',
    fontFamily: 'inherit',
    fontSize: '10px',
    fontWeight: 600,
    lineHeight: 1,
    forcedColorAdjust: 'none',
    ':focus-visible': focusRing,
  },
  /** Marks made by hand have corners, so that they differ from alerts not only by colour. */
  hand: { borderRadius: '3px' },
  /** Text beside a mark on a wall display, where nobody can point at the mark. */
  caption: {
    position: 'absolute',
    boxSizing: 'border-box',
    marginTop: '-8px',
    padding: '0 4px',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    borderRadius: tokens.radius.small,
    backgroundColor: tokens.surface.card,
    color: tokens.text.primary,
    fontSize: '12px',
    lineHeight: '16px',
    pointerEvents: 'none',
  },
  beforeMark: { transform: 'translateX(-100%)' },
  row: { display: 'flex', alignItems: 'flex-start', gap: '4px' },
  words: { flexGrow: 1, minWidth: 0 },
  across: { transform: 'translateX(-50%)' },
  // However wide the mark is, it reaches only 7 px to the left of the plot, so that it does not cover the row names.
  down: { marginLeft: '-7px' },
  pressable: { cursor: 'pointer', ':hover': { filter: 'brightness(1.15)' } },
  list: {
    display: 'grid',
    gap: '10px',
    maxHeight: '320px',
    margin: 0,
    padding: 0,
    overflowY: 'auto',
    listStyleType: 'none',
  },
  title: {
    padding: 0,
    border: 'none',
    backgroundColor: 'transparent',
    textAlign: 'start',
    color: tokens.text.primary,
    overflowWrap: 'anywhere',
    ...type.body,
    fontWeight: 600,
  },
  link: { color: tokens.text.link, cursor: 'pointer', ':hover': { textDecorationLine: 'underline' } },
  about: { margin: 0, color: tokens.text.secondary, overflowWrap: 'anywhere', ...type.caption },
});

/** Returns the colours of an alert's priority. */
const colorOf = (priority: number) =>
  priority >= 3 ? tokens.status.danger : priority === 2 ? tokens.status.info : tokens.status.neutral;

/** Colours of marks made by hand, by kind. */
const handColors = {
  deploy: tokens.status.success,
  incident: tokens.status.warning,
  note: tokens.status.neutral,
} as const;

/**
 * Returns the colours of a group of marks. If all of them were made by hand, the colours are those of an incident or,
 * without an incident, of the first mark; otherwise the colours are those of the priority.
 */
function colorsOf({ alerts, priority }: MarkGroup) {
  const hands = alerts.flatMap(({ hand }) => hand ?? []);
  const kind =
    hands.length < alerts.length ? undefined : (hands.find((one) => one.kind === 'incident') ?? hands[0])?.kind;
  return kind === undefined ? colorOf(priority) : handColors[kind];
}

/** Stops events of a mark, which the surrounding chart would otherwise handle as its own. */
const own = (event: SyntheticEvent): void => event.stopPropagation();
const unheard = { onPointerDown: own, onPointerUp: own, onClick: own, onKeyDown: own, onDoubleClick: own };

export function AlertMarkLayer({
  alerts,
  routeOf,
  span,
  plot,
  headroom = 0,
  direction,
  placeOf,
  zone,
  marking,
  onMarked = () => undefined,
}: AlertMarkLayerProps): ReactNode {
  const styles = useStyles();
  const length = direction === 'down' ? plot.height : plot.width;
  const places = Math.min(mostGroups, Math.floor(length / markPx));
  const still = useContext(StillWidgetsContext);
  const groups = groupedMarks(alerts, span, places, (instant) => placeOf(instant) / length);
  const captions =
    still && direction === 'across'
      ? captionPlaces(
          groups.map(({ at }) => placeOf(at)),
          length,
        )
      : [];
  return (
    <div role="group" aria-label={texts.group(alerts.length, nounOf(alerts))} {...unheard}>
      <Float onFailed={onMarked}>
        {marking && (
          <MarkDialog
            mark={undefined}
            at={Date.parse(marking.from)}
            until={Date.parse(marking.to)}
            onClose={onMarked}
          />
        )}
      </Float>
      {alerts.map(({ id, at, hand }) => {
        const until = hand?.until ? Date.parse(hand.until) : Number.NaN;
        if (!hand || Number.isNaN(until)) return null;
        const start = placeOf(at);
        const extent = Math.max(1, Math.min(length, placeOf(Math.min(until, span.to))) - start);
        const area =
          direction === 'down'
            ? { left: plot.left, top: plot.top + start, width: plot.width, height: extent }
            : { left: plot.left + start, top: plot.top, width: extent, height: plot.height };
        const { solid: backgroundColor } = handColors[hand.kind];
        return <span key={id} className={styles.band} style={{ ...area, backgroundColor }} aria-hidden="true" />;
      })}
      {groups.map((group, index) => {
        const { left, top, ...line } =
          direction === 'down'
            ? { left: plot.left, top: plot.top + placeOf(group.at), width: plot.width, height: 1 }
            : {
                left: plot.left + placeOf(group.at),
                top: plot.top - headroom / 2,
                width: 1,
                height: plot.height + headroom / 2,
              };
        const { solid: backgroundColor } = colorsOf(group);
        const caption = captions[index];
        return (
          <span key={group.alerts[0]?.id}>
            <span className={styles.line} style={{ left, top, ...line, backgroundColor }} aria-hidden="true" />
            <Mark group={group} left={left} top={top} direction={direction} zone={zone} routeOf={routeOf} />
            {caption && (
              <span
                className={mergeClasses(styles.caption, caption.before && styles.beforeMark)}
                style={{ left: left + (caption.before ? -captionGapPx : captionGapPx), top, maxWidth: caption.room }}
                aria-hidden="true"
              >
                {texts.caption(group.alerts)}
              </span>
            )}
          </span>
        );
      })}
    </div>
  );
}

interface MarkProps extends Pick<AlertMarkLayerProps, 'routeOf' | 'direction' | 'zone'> {
  readonly group: MarkGroup;
  readonly left: number;
  readonly top: number;
}

function Mark({ group, left, top, direction, zone, routeOf }: MarkProps): ReactNode {
  const styles = useStyles();
  const navigate = useNavigate();
  const still = useContext(StillWidgetsContext);
  const { alerts } = group;
  const lines = alerts.slice(0, mostLines).map((alert) => texts.line(alert, timeOf(alert, zone)));
  const more = alerts.length - lines.length;
  const text = alerts.length > 1 ? texts.count(alerts.length) : '';
  // The accessible name contains the visible text, so that voice control finds the mark by it (WCAG 2.5.3).
  const label = [
    ...(text ? [texts.several(text, nounOf(alerts))] : []),
    ...lines,
    ...(more > 0 ? [texts.more(more)] : []),
  ].join('\n');
  const { solid: backgroundColor, onSolid: color } = colorsOf(group);
  const look = {
    style: { left, top, backgroundColor, color },
    title: label,
    'aria-label': label,
    'data-alert-mark': '',
  };
  const [only] = alerts;
  const route = alerts.length === 1 && only ? routeOf(only) : undefined;
  const isByHand = alerts.every(({ hand }) => hand);
  const mark = mergeClasses(styles.mark, isByHand && styles.hand, styles[direction]);
  if (still || (alerts.length === 1 && !only?.hand && route === undefined)) {
    return (
      <span {...look} role="img" className={mark}>
        {text}
      </span>
    );
  }
  const pressable = mergeClasses(mark, styles.pressable);
  if (route !== undefined) {
    return (
      <button {...look} type="button" className={pressable} onClick={() => navigate(route, { newTab: true })}>
        {text}
      </button>
    );
  }
  return (
    <Popover
      label={texts.group(alerts.length, nounOf(alerts))}
      trapFocus
      trigger={
        <button {...look} type="button" className={pressable}>
          {text}
        </button>
      }
    >
      {() => <Alerts alerts={alerts} zone={zone} routeOf={routeOf} />}
    </Popover>
  );
}

function Alerts({ alerts, zone, routeOf }: Pick<AlertMarkLayerProps, 'alerts' | 'routeOf' | 'zone'>): ReactNode {
  const styles = useStyles();
  const navigate = useNavigate();
  return (
    <ul className={styles.list}>
      {alerts.map((alert) => {
        const route = routeOf(alert);
        return (
          <li key={alert.id} className={styles.row}>
            <div className={styles.words}>
              {route === undefined ? (
                <span className={styles.title}>{alert.title}</span>
              ) : (
                <button
                  type="button"
                  className={mergeClasses(styles.title, styles.link)}
                  onClick={() => navigate(route, { newTab: true })}
                >
                  {alert.title}
                </button>
              )}
              <p className={styles.about}>{texts.about(alert, timeOf(alert, zone))}</p>
            </div>
            {alert.hand && (
              <Part>
                <MarkTools mark={alert.hand} />
              </Part>
            )}
          </li>
        );
      })}
    </ul>
  );
}

const timeOf = ({ at }: AlertMark, zone: string): string => formatInstant(at, zone, 'seconds');
