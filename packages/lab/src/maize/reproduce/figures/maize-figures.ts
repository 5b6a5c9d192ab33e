/**
 * All figures of the maize half: the paper's three, each with hedge or in a form that can be seen, then
 * baseline rounds and the panel about the forecast.
 */
import type { ExperimentSummary } from '../../../experiments/experiment-summary.ts';
import type { Figure } from '../../../plots/figure.ts';
import { regretCurves } from '../../../plots/regret-curves.ts';
import type { ForecastPanel } from '../forecast-panel.ts';
import { ALGORITHM_1, CLUCB, HADAMARD, LUCB, OUTER, SHOWN_SHORTFALL } from '../maize-experiment.ts';
import { baselineRoundsOfMaps, regretPerRoundOfMaps } from './both-maps.ts';
import { forecastFigure } from './forecast-figure.ts';
import { regretOverRounds } from './regret-over-rounds.ts';
import { seeingTheWeather } from './seeing-the-weather.ts';

/** Returns the figures in the order of the report. */
export function maizeFigures(summary: ExperimentSummary, panel: ForecastPanel): Figure[] {
  return [
    regretOverRounds({ id: 'figure-a', summary, environment: OUTER }),
    regretOverRounds({ id: 'figure-a-hadamard', summary, environment: HADAMARD }),
    curvesOfMap('figure-b', summary, OUTER),
    curvesOfMap('figure-b-hadamard', summary, HADAMARD),
    seeingTheWeather({ id: 'figure-b-difference', summary, environment: OUTER }),
    seeingTheWeather({ id: 'figure-b-difference-hadamard', summary, environment: HADAMARD }),
    regretPerRoundOfMaps('figure-c', summary),
    baselineRoundsOfMaps('baseline-rounds', summary),
    forecastFigure('forecast', panel),
  ];
}

function curvesOfMap(id: string, summary: ExperimentSummary, environment: string): Figure {
  return regretCurves({
    id,
    summary,
    environment,
    measure: 'oracleRegret',
    strategies: [LUCB, CLUCB, ALGORITHM_1],
    allowedShortfall: SHOWN_SHORTFALL,
  });
}
