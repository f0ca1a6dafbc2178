export { FailedCount, FiguresSource, Rate, rateText, useFigure, useFigures } from './figures.js';
export { OrderAlert } from './order-alert.js';
export { newRuleNamed, routes, simulateFailed } from './routes.js';
export { pipelineNeeds, pipelineTabs, type PipelineTab } from './tabs.js';
export { partTexts } from './texts.js';
