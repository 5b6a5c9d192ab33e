/**
 * One season of one field: what is known of it before planting.
 *
 * Soil and day length are known; the weather is a joint forecast of temperature and radiation. What is not
 * told is taken from the summary of the field in the model.
 */
import { type ContextDistribution, exact, HedgerowError, independent } from '@hedgerow/core';
import type { MaizeModel, MaizeSite } from '../world/maize-model.ts';

export interface Soil {
  /** Percent; the three add up to about 100. */
  readonly sand: number;
  readonly silt: number;
  readonly clay: number;
}

export interface Season {
  readonly field: string;
  readonly soil: Soil;
  /** Mean day length over the season, hours. */
  readonly dayLength: number;
  /** Forecast of mean temperature (°C) and mean radiation (MJ/m² a day). */
  readonly weather: ContextDistribution;
}

/** Two numbers of percent may be rounded, so the sum may miss 100 by a little. */
const SOIL_ROUNDING_PCT = 2;

/** Returns the season of a field; its own soil and day length stand in for what is not given. */
export function seasonOf(
  model: MaizeModel,
  given: Pick<Season, 'field' | 'weather'> & Partial<Season>,
): Season {
  const site = siteOf(model, given.field);
  const soil = given.soil ?? { sand: site.sand, silt: site.silt, clay: site.clay };
  requireSoil(soil);
  return { ...given, soil, dayLength: given.dayLength ?? site.photoperiodH };
}

/** Returns the summary of a field, or refuses a name that the model does not know. */
export function siteOf(model: MaizeModel, field: string): MaizeSite {
  const site = model.sites.find((candidate) => candidate.field === field);
  if (site !== undefined) return site;
  throw new HedgerowError({
    code: 'HR_INPUT_KIND',
    rule: `field must be one of ${model.fields.join(', ')}`,
    received: JSON.stringify(field),
    remedy: 'The model knows these fields only; take the one that is most like yours.',
  });
}

/** Returns the joint distribution over all coordinates of the policy's context, unscaled. */
export function contextOf(model: MaizeModel, season: Season): ContextDistribution {
  const { sand, silt, clay } = season.soil;
  const isField = model.fields.map((field) => Number(field === season.field));
  return independent([
    exact([sand, silt, clay]),
    season.weather,
    exact([season.dayLength, ...isField]),
  ]);
}

/** Returns sentences about weather that the model has not seen the like of in this field. */
export function seasonWarnings(model: MaizeModel, season: Season): string[] {
  const site = siteOf(model, season.field);
  const [temperature, radiation] = season.weather.mean;
  return [
    unusual('temperature', temperature!, { usual: site.temperatureC, sd: site.temperatureSd }),
    unusual('radiation', radiation!, { usual: site.radiation, sd: site.radiationSd }),
  ].flat();
}

/** Beyond this many standard deviations from year to year a forecast is called unusual. */
const UNUSUAL_DEVIATIONS = 3;

function unusual(name: string, value: number, past: { usual: number; sd: number }): string[] {
  const deviations = Math.abs(value - past.usual) / past.sd;
  if (!(deviations > UNUSUAL_DEVIATIONS)) return [];
  return [
    `A ${name} of ${value.toFixed(1)} is far from the usual ${past.usual.toFixed(1)} of this field: the model has not seen such a season there.`,
  ];
}

function requireSoil({ sand, silt, clay }: Soil): void {
  const isShare = [sand, silt, clay].every((percent) => percent >= 0 && percent <= 100);
  if (isShare && Math.abs(sand + silt + clay - 100) <= SOIL_ROUNDING_PCT) return;
  throw new HedgerowError({
    code: 'HR_INPUT_RANGE',
    rule: 'sand, silt and clay must be percentages that add up to 100',
    received: `${sand}, ${silt}, ${clay}`,
  });
}
