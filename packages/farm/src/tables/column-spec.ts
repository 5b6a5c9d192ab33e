/**
 * The columns that tables may have, and the words by which they are known in English, German, French
 * and Spanish. Earlier words are better ones: of "location" and "field", the field is the field.
 */

export interface ColumnSpec {
  /** How `map` and rows call it. */
  readonly key: string;
  /** Plain words, separated by commas; the better ones first. */
  readonly words: string;
  readonly content: 'name' | 'number' | 'year' | 'word';
  /** Only a column with such a unit, or with none, can be it. */
  readonly unit?: 'weight' | 'area' | 'yield' | 'weight or yield';
  readonly isNeeded?: true;
}

const FIELD: ColumnSpec = {
  key: 'field',
  words:
    'field, schlag, feld, champ, parcelle, campo, parcela, lote, location, standort, versuchsort, site, ort, lieu, localidad, sitio, environment, trial, versuch, essai, ensayo',
  content: 'name',
  isNeeded: true,
};

const YEAR: ColumnSpec = {
  key: 'year',
  words:
    'year, harvest year, jahr, erntejahr, anbaujahr, versuchsjahr, annee, ano, season, saison, campagne, campana, harvest date, date, datum, erntedatum, fecha',
  content: 'year',
};

const HYBRID: ColumnSpec = {
  key: 'hybrid',
  words:
    'hybrid, hybride, hibrido, variety, sorte, variete, variedad, cultivar, genotype, genotyp, genotipo, entry, product, pedigree',
  content: 'name',
};

const YIELD: ColumnSpec = {
  key: 'yield',
  words: 'yield, grain yield, ertrag, kornertrag, rendement, rendimiento, yld',
  content: 'number',
  unit: 'weight or yield',
};

const WEIGHT: ColumnSpec = {
  key: 'weight',
  words:
    'weight, harvest weight, gewicht, erntegewicht, erntemenge, menge, poids, peso, production, produccion',
  content: 'number',
  unit: 'weight',
};

const AREA: ColumnSpec = {
  key: 'area',
  words:
    'area, hectares, acres, hektar, hectareas, flache, flaeche, schlagflache, anbauflache, surface, superficie, acreage, size, grosse, groesse, taille, ha, ac',
  content: 'number',
  unit: 'area',
};

const MOISTURE: ColumnSpec = {
  key: 'moisture',
  words:
    'moisture, grain moisture, feuchte, kornfeuchte, feuchtigkeit, wassergehalt, humidite, humedad',
  content: 'number',
};

const REGION: ColumnSpec = {
  key: 'region',
  words:
    'region, state, county, district, zone, gebiet, bundesland, landkreis, anbaugebiet, departement, province, provincia, estado',
  content: 'name',
};

const PARENTS: readonly ColumnSpec[] = [
  {
    key: 'parents',
    words: 'parents, pedigree, cross, eltern, kreuzung, abstammung, croisement, padres, cruza',
    content: 'name',
  },
  {
    key: 'parent1',
    words:
      'parent 1, parent1, female parent, female, mother, seed parent, elter 1, mutter, mere, madre',
    content: 'name',
  },
  {
    key: 'parent2',
    words:
      'parent 2, parent2, male parent, male, father, pollen parent, tester, elter 2, vater, pere, padre',
    content: 'name',
  },
];

/** Weather and soil; their units are in covariate-units.ts. */
const COVARIATES: readonly ColumnSpec[] = [
  ['temperature', 'temperature, mean temperature, temp, temperatur, mitteltemperatur, temperatura'],
  [
    'radiation',
    'radiation, solar radiation, rad, strahlung, globalstrahlung, rayonnement, radiacion',
  ],
  [
    'rain',
    'rain, rainfall, precipitation, niederschlag, regen, pluie, precipitations, precipitacion, lluvia',
  ],
  ['clay', 'clay, tongehalt, ton, argile, arcilla'],
  ['sand', 'sand, sandgehalt, sable, arena'],
  ['silt', 'silt, schluff, schluffgehalt, limon, limo'],
  ['dayLength', 'day length, daylength, tageslange, photoperiod'],
].map(([key, words]) => ({ key: key!, words: words!, content: 'number' }));

export const COVARIATE_KEYS: ReadonlySet<string> = new Set(COVARIATES.map(({ key }) => key));

/** What `map` calls a column that is to be taken as weather or soil under a name of the user's own. */
export const OWN_COVARIATE = 'covariate:';

export const TRIAL_COLUMNS: readonly ColumnSpec[] = [
  FIELD,
  { ...YEAR, isNeeded: true },
  { ...HYBRID, isNeeded: true },
  YIELD,
  WEIGHT,
  AREA,
  MOISTURE,
  REGION,
  ...PARENTS,
  {
    key: 'plots',
    words:
      'plots, reps, replicates, replications, plot count, parzellen, wiederholungen, repetitions, repeticiones, n',
    content: 'number',
  },
  ...COVARIATES,
];

export const FIELD_COLUMNS: readonly ColumnSpec[] = [
  { ...FIELD, words: `${FIELD.words}, name, nom, nombre, bezeichnung` },
  { ...AREA, isNeeded: true },
  {
    key: 'farm',
    words: 'farm, betrieb, hof, ferme, exploitation, finca, granja, explotacion, site, owner',
    content: 'name',
  },
  {
    key: 'usual',
    words: `usual hybrid, usual, usual variety, current hybrid, ubliche sorte, ublicher hybrid, hybride habituel, variete habituelle, hibrido habitual, baseline, ${HYBRID.words}`,
    content: 'name',
  },
  REGION,
  {
    key: 'blocks',
    words: 'blocks, blocke, bloecke, blocs, bloques',
    content: 'number',
  },
  {
    key: 'divisible',
    words: 'divisible, can be split, split, teilbar, teilen',
    content: 'word',
  },
  {
    key: 'allowed',
    words:
      'allowed hybrids, allowed, candidates, erlaubte sorten, erlaubt, varietes permises, permitidos',
    content: 'name',
  },
  { key: 'latitude', words: 'latitude, lat, breite, breitengrad, latitud', content: 'number' },
  {
    key: 'longitude',
    words: 'longitude, lon, long, lng, lange, langengrad, longitud',
    content: 'number',
  },
  ...COVARIATES,
];

export const HARVEST_COLUMNS: readonly ColumnSpec[] = [
  FIELD,
  YEAR,
  {
    key: 'part',
    words: 'part, strip, role, treatment, teil, streifen, variante, partie, bande, parte, franja',
    content: 'word',
  },
  HYBRID,
  YIELD,
  WEIGHT,
  AREA,
  MOISTURE,
];

export const HYBRID_COLUMNS: readonly ColumnSpec[] = [
  { ...HYBRID, words: `${HYBRID.words}, name, nom, nombre`, isNeeded: true },
  ...PARENTS,
];
