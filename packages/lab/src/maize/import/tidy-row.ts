/**
 * One plot of the tidy table: where it stood, what grew on it, what it yielded, and its season.
 */
export interface TidyRow {
  readonly year: number;
  /** The official code of the field in that year. */
  readonly location: string;
  /** A code that stays with the place; see places.ts. */
  readonly fieldId: string;
  readonly hybrid: string;
  readonly replicate: number;
  /** The yield that a fit uses, at 15.5 % moisture. */
  readonly yieldMgHa: number;
  /** As released, in bushels an acre. */
  readonly yieldBuAc: number;
  /** On the net area of the plot; null where the file does not tell enough to compute it. */
  readonly yieldNetMgHa: number | null;
  readonly sandPct: number;
  readonly siltPct: number;
  readonly clayPct: number;
  /** Over the season: planting to harvest, at most 150 days on. */
  readonly tempMeanC: number;
  readonly radiationMjM2D: number;
  readonly photoperiodH: number;
  /** `measured`, or `carried:` and the environment whose soil it is. */
  readonly soilSource: string;
}

/** The columns of the table as files name them, with the fields of a row, in their order. */
export const TIDY_COLUMNS = [
  { column: 'year', field: 'year', kind: 'whole' },
  { column: 'location', field: 'location', kind: 'text' },
  { column: 'field_id', field: 'fieldId', kind: 'text' },
  { column: 'hybrid', field: 'hybrid', kind: 'text' },
  { column: 'replicate', field: 'replicate', kind: 'whole' },
  { column: 'yield_mg_ha', field: 'yieldMgHa', kind: 'number' },
  { column: 'yield_bu_ac', field: 'yieldBuAc', kind: 'number' },
  { column: 'yield_net_mg_ha', field: 'yieldNetMgHa', kind: 'number or blank' },
  { column: 'sand_pct', field: 'sandPct', kind: 'number' },
  { column: 'silt_pct', field: 'siltPct', kind: 'number' },
  { column: 'clay_pct', field: 'clayPct', kind: 'number' },
  { column: 'temp_mean_c', field: 'tempMeanC', kind: 'number' },
  { column: 'radiation_mj_m2_d', field: 'radiationMjM2D', kind: 'number' },
  { column: 'photoperiod_h', field: 'photoperiodH', kind: 'number' },
  { column: 'soil_source', field: 'soilSource', kind: 'text' },
] as const;
