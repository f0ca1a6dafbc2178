/**
 * Exports the icons of the product, one for each meaning (Fluent System Icons: regular, but filled for active, selected
 * and status icons). An icon has the size of the surrounding text.
 */
import { ChevronDoubleLeftRegular } from '@fluentui/react-icons/svg/chevron-double-left';
import { ChevronDoubleRightRegular } from '@fluentui/react-icons/svg/chevron-double-right';
import { ChevronLeftRegular } from '@fluentui/react-icons/svg/chevron-left';
import { ChevronRightRegular } from '@fluentui/react-icons/svg/chevron-right';
import { mirrored } from './mirrored-icon.js';

export { AddRegular as AddIcon, AddFilled as AddFilledIcon } from '@fluentui/react-icons/svg/add';
export { AlertRegular as AlertIcon } from '@fluentui/react-icons/svg/alert';
export { CutRegular as ExtractIcon } from '@fluentui/react-icons/svg/cut';
export { DocumentTextRegular as MessagesIcon } from '@fluentui/react-icons/svg/document-text';
export { AddCircleRegular as IncludeIcon } from '@fluentui/react-icons/svg/add-circle';
export { ArrowAutofitWidthRegular as StretchIcon } from '@fluentui/react-icons/svg/arrow-autofit-width';
export { ArrowClockwiseRegular as RetryIcon } from '@fluentui/react-icons/svg/arrow-clockwise';
export { ArrowDownRegular as SortDescendingIcon } from '@fluentui/react-icons/svg/arrow-down';
export { ArrowDownloadRegular as DownloadIcon } from '@fluentui/react-icons/svg/arrow-download';
export { ArrowMaximizeRegular as FocusIcon } from '@fluentui/react-icons/svg/arrow-maximize';
export { ArrowMinimizeRegular as UnfocusIcon } from '@fluentui/react-icons/svg/arrow-minimize';
export { ArrowRightRegular as TowardsIcon } from '@fluentui/react-icons/svg/arrow-right';
export { ArrowRedoRegular as RedoIcon } from '@fluentui/react-icons/svg/arrow-redo';
export { ArrowUndoRegular as DiscardIcon } from '@fluentui/react-icons/svg/arrow-undo';
export { ArrowUpRegular as SortAscendingIcon } from '@fluentui/react-icons/svg/arrow-up';
export { BoardRegular as DashboardIcon } from '@fluentui/react-icons/svg/board';
export { BracesRegular as FieldsIcon, BracesFilled as FieldsFilledIcon } from '@fluentui/react-icons/svg/braces';
export { BranchForkRegular as StreamsIcon } from '@fluentui/react-icons/svg/branch-fork';
export { CheckmarkRegular as CheckIcon, CheckmarkFilled as CheckFilledIcon } from '@fluentui/react-icons/svg/checkmark';
export {
  CheckmarkCircleRegular as EnabledIcon,
  CheckmarkCircleFilled as SuccessIcon,
} from '@fluentui/react-icons/svg/checkmark-circle';
export { ChevronDownRegular as ChevronDownIcon } from '@fluentui/react-icons/svg/chevron-down';
export { ChevronUpRegular as ChevronUpIcon } from '@fluentui/react-icons/svg/chevron-up';
export { ClockRegular as TimeIcon } from '@fluentui/react-icons/svg/clock';
export { ColumnDoubleCompareRegular as CompareIcon } from '@fluentui/react-icons/svg/column-double-compare';
export { CopyRegular as CopyIcon } from '@fluentui/react-icons/svg/copy';
export { DataHistogramRegular as ChartIcon } from '@fluentui/react-icons/svg/data-histogram';
export { DeleteRegular as DeleteIcon } from '@fluentui/react-icons/svg/delete';
export { DismissRegular as CloseIcon } from '@fluentui/react-icons/svg/dismiss';
export { DismissCircleRegular as DisabledIcon } from '@fluentui/react-icons/svg/dismiss-circle';
export { EditRegular as EditIcon } from '@fluentui/react-icons/svg/edit';
export { ErrorCircleFilled as ErrorIcon } from '@fluentui/react-icons/svg/error-circle';
export { EyeRegular as ShowIcon } from '@fluentui/react-icons/svg/eye';
export { EyeOffRegular as HideIcon } from '@fluentui/react-icons/svg/eye-off';
export { FilterRegular as FilterIcon } from '@fluentui/react-icons/svg/filter';
export { FolderOpenRegular as LoadIcon } from '@fluentui/react-icons/svg/folder-open';
export { GlobeRegular as AddressIcon } from '@fluentui/react-icons/svg/globe';
export {
  HighlightRegular as HighlightIcon,
  HighlightFilled as HighlightFilledIcon,
} from '@fluentui/react-icons/svg/highlight';
export { HistoryRegular as HistoryIcon } from '@fluentui/react-icons/svg/history';
export { HomeRegular as HomeIcon } from '@fluentui/react-icons/svg/home';
export { HomeAddRegular as StartPageIcon } from '@fluentui/react-icons/svg/home-add';
export { InfoRegular as DetailsIcon, InfoFilled as InfoIcon } from '@fluentui/react-icons/svg/info';
export { LayerRegular as StackIcon } from '@fluentui/react-icons/svg/layer';
export { LightbulbRegular as HintIcon } from '@fluentui/react-icons/svg/lightbulb';
export { LinkRegular as LinkIcon } from '@fluentui/react-icons/svg/link';
export { LiveRegular as LiveIcon } from '@fluentui/react-icons/svg/live';
export { LocationRegular as LocationIcon } from '@fluentui/react-icons/svg/location';
export { LockClosedRegular as LockIcon } from '@fluentui/react-icons/svg/lock-closed';
export { MoreHorizontalRegular as MoreIcon } from '@fluentui/react-icons/svg/more-horizontal';
export { NavigationRegular as NavigationIcon } from '@fluentui/react-icons/svg/navigation';
export { NoteEditRegular as ScratchpadIcon } from '@fluentui/react-icons/svg/note-edit';
export { NumberSymbolRegular as NumberIcon } from '@fluentui/react-icons/svg/number-symbol';
export { OpenRegular as OpenOutsideIcon } from '@fluentui/react-icons/svg/open';
export { PanelBottomRegular as BelowIcon } from '@fluentui/react-icons/svg/panel-bottom';
export { PanelRightRegular as BesideIcon } from '@fluentui/react-icons/svg/panel-right';
export { PauseRegular as PauseIcon } from '@fluentui/react-icons/svg/pause';
export { PersonRegular as PersonIcon } from '@fluentui/react-icons/svg/person';
export { PeopleTeamRegular as TeamIcon } from '@fluentui/react-icons/svg/people-team';
export { PinRegular as PinIcon, PinFilled as PinnedIcon } from '@fluentui/react-icons/svg/pin';
export { PlayRegular as PlayIcon } from '@fluentui/react-icons/svg/play';
export { PuzzlePieceRegular as PluginIcon } from '@fluentui/react-icons/svg/puzzle-piece';
export { QuestionCircleRegular as HelpIcon } from '@fluentui/react-icons/svg/question-circle';
export { ReOrderDotsVerticalRegular as HandleIcon } from '@fluentui/react-icons/svg/re-order-dots-vertical';
export { SaveRegular as SaveIcon } from '@fluentui/react-icons/svg/save';
export { SaveCopyRegular as SaveAsIcon } from '@fluentui/react-icons/svg/save-copy';
export { SearchRegular as SearchIcon } from '@fluentui/react-icons/svg/search';
export { SettingsRegular as SettingsIcon } from '@fluentui/react-icons/svg/settings';
export { ShareRegular as ShareIcon } from '@fluentui/react-icons/svg/share';
export { SignOutRegular as SignOutIcon } from '@fluentui/react-icons/svg/sign-out';
export { StarRegular as FavoriteIcon, StarFilled as FavoriteFilledIcon } from '@fluentui/react-icons/svg/star';
export { StopRegular as StopIcon } from '@fluentui/react-icons/svg/stop';
export { SubtractRegular as RemoveIcon } from '@fluentui/react-icons/svg/subtract';
export { SubtractCircleRegular as ExcludeIcon } from '@fluentui/react-icons/svg/subtract-circle';
export { TableRegular as TableIcon } from '@fluentui/react-icons/svg/table';
export { TableSettingsRegular as TableViewIcon } from '@fluentui/react-icons/svg/table-settings';
export { TextTRegular as TextIcon } from '@fluentui/react-icons/svg/text-t';
export { ToggleLeftRegular as BooleanIcon } from '@fluentui/react-icons/svg/toggle-left';
export { WarningFilled as WarningIcon } from '@fluentui/react-icons/svg/warning';
export { WeatherSunnyRegular as LightIcon } from '@fluentui/react-icons/svg/weather-sunny';
export { ZoomOutRegular as ZoomOutIcon } from '@fluentui/react-icons/svg/zoom-out';
export { KeyRegular as KeyIcon } from '@fluentui/react-icons/svg/key';
export { PipelineRegular as PipelineIcon } from '@fluentui/react-icons/svg/pipeline';
export { BeakerRegular as TrialIcon } from '@fluentui/react-icons/svg/beaker';
export { CodeRegular as SourceIcon } from '@fluentui/react-icons/svg/code';
export { WrenchRegular as FixIcon } from '@fluentui/react-icons/svg/wrench';

export const CollapseIcon = /* @__PURE__ */ mirrored(ChevronDoubleLeftRegular);
export const ExpandIcon = /* @__PURE__ */ mirrored(ChevronDoubleRightRegular);
export const ChevronLeftIcon = /* @__PURE__ */ mirrored(ChevronLeftRegular);
export const ChevronRightIcon = /* @__PURE__ */ mirrored(ChevronRightRegular);
